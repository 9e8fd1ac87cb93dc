# To be sourced. `fuzz_all SECONDS` fuzzes each target for so long where a nightly toolchain and cargo-fuzz are at
# hand; elsewhere it says so, and the same bodies run as properties of random bytes for that long.
fuzz_all() {
  local seconds=${1:-20} root target
  root=$(git rev-parse --show-toplevel) || return
  if cargo +nightly fuzz --version > /dev/null 2>&1; then
    for target in "$root"/tests/fuzz/fuzz_targets/*.rs; do
      target=$(basename "$target" .rs)
      printf 'fuzzing %s for %s s\n' "$target" "$seconds"
      # What once failed is where it begins; what it finds stays in tests/fuzz/artifacts.
      mkdir -p "$root/tests/fuzz/corpus/$target"
      (cd "$root" && cargo +nightly fuzz run --fuzz-dir tests/fuzz "$target" "$root/tests/fuzz/corpus/$target" "$root/fixtures/finds" \
        -- -max_total_time="$seconds" -timeout=60 -rss_limit_mb=4096) || return
    done
  else
    echo 'no nightly toolchain or no cargo-fuzz: the properties run instead of the fuzzer'
    (cd "$root" && PLYGLOT_FUZZ_SECONDS=$seconds cargo test --locked --test properties -- --test-threads 1)
  fi
}
