# To be sourced. `fuzz_all SECONDS` fuzzes each target for so long where a nightly toolchain and cargo-fuzz are at
# hand; elsewhere it says so, and the same bodies run as properties of random bytes for that long.
#
# Without a sanitizer, which takes twice as long: there is no unsafe code here, and the targets reach none in C.

# Is all there that it takes, the crates and a compiler of C++ too?
can_fuzz() {
  cargo +nightly fuzz --version > /dev/null 2>&1 && command -v c++ > /dev/null &&
    cargo +nightly fetch --manifest-path "$1/tests/fuzz/Cargo.toml" > /dev/null 2>&1
}

fuzz_all() {
  local seconds=${1:-20} root target log status=0
  root=$(git rev-parse --show-toplevel) || return
  if can_fuzz "$root"; then
    cd "$root" && cargo +nightly fuzz build -s none --fuzz-dir tests/fuzz || return
    for target in tests/fuzz/fuzz_targets/*.rs; do
      target=$(basename "$target" .rs)
      # It begins with what once failed and with what the tests read; what it finds stays in tests/fuzz/artifacts. With one
      # seed the same inputs come each time, so that a change is judged and not its luck.
      mkdir -p "tests/fuzz/corpus/$target"
      log=tests/fuzz/corpus/$target.log
      cargo +nightly fuzz run -s none --fuzz-dir tests/fuzz "$target" "tests/fuzz/corpus/$target" \
        fixtures/finds fixtures/pgn fixtures/games fixtures/books fixtures/grid \
        -- -seed=1 -max_total_time="$seconds" -max_len=2048 -timeout=60 -rss_limit_mb=4096 -print_final_stats=1 > "$log" 2>&1 || status=$?
      printf 'fuzzed %s: %s\n' "$target" "$(sed -n 's/^stat::number_of_executed_units: *//p' "$log") runs"
      [ "$status" = 0 ] || { tail -n 60 "$log"; return "$status"; }
    done
  else
    echo 'no nightly toolchain, no cargo-fuzz or no C++: the properties run instead of the fuzzer'
    (cd "$root" && PLYGLOT_FUZZ_SECONDS=$seconds cargo test --locked --test properties -- --test-threads 1)
  fi
}
