# shellcheck shell=bash
# To be sourced. `fuzz_all RUNS` runs each target so often where a nightly toolchain and cargo-fuzz are at hand;
# elsewhere it says so, and the same bodies run as properties of random bytes. With a number of runs, one seed and no corpus
# but what the tests read, the same inputs come each time: a change is judged and not its luck, so that it may fail a run.
#
# Without a sanitizer, which takes twice as long: there is no unsafe code here, and the targets reach none in C.

# Is all there that it takes, the crates and a compiler of C++ too?
can_fuzz() {
  cargo +nightly fuzz --version > /dev/null 2>&1 && command -v c++ > /dev/null &&
    cargo +nightly fetch --manifest-path "$1/tests/fuzz/Cargo.toml" > /dev/null 2>&1
}

fuzz_all() {
  local runs=${1:-20000} root target corpus log status=0
  root=$(git rev-parse --show-toplevel) || return
  if can_fuzz "$root"; then
    cd "$root" && cargo +nightly fuzz build -s none --fuzz-dir tests/fuzz || return
    for target in tests/fuzz/fuzz_targets/*.rs; do
      target=$(basename "$target" .rs)
      # It begins with what once failed and with what the tests read; what it finds stays in tests/fuzz/artifacts.
      corpus=tests/fuzz/corpus/counted-$target
      log=$corpus.log
      rm -rf "$corpus" && mkdir -p "$corpus"
      cargo +nightly fuzz run -s none --fuzz-dir tests/fuzz "$target" "$corpus" \
        fixtures/finds fixtures/pgn fixtures/games fixtures/books fixtures/grid \
        -- -seed=1 -runs="$runs" -max_len=65536 -timeout=60 -rss_limit_mb=4096 -print_final_stats=1 > "$log" 2>&1 || status=$?
      printf 'fuzzed %s: %s\n' "$target" "$(sed -n 's/^stat::number_of_executed_units: *//p' "$log") runs"
      [ "$status" = 0 ] || { tail -n 60 "$log"; return "$status"; }
    done
  else
    echo 'NOT FUZZED: no nightly toolchain, no cargo-fuzz or no C++; the same bodies run on random bytes instead'
    (cd "$root" && PLYGLOT_FUZZ_SEED=2 cargo test --locked --quiet --lib inside::properties::)
  fi
}
