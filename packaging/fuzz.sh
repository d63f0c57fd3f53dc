#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# packaging/fuzz.sh [SECONDS]: builds the programs of tests/fuzz with clang and runs each for its share of the time (60 s
# in all by default). What they learn stays in build/fuzz/corpus, so that the next run goes on from there. A finding ends
# it with status 1 and lies in build/fuzz/findings.
set -euo pipefail
. "$(dirname "${BASH_SOURCE[0]}")/common.sh"

total="${1:-60}"
programs=(json expression protocol problem recordings kernel_sources model_streams)
share=$(((total + ${#programs[@]} - 1) / ${#programs[@]}))
build="$root/build/fuzz"

[[ "$total" =~ ^[1-9][0-9]*$ ]] || { status=2 die "usage: packaging/fuzz.sh [SECONDS]"; }
command -v clang++ >/dev/null || { status=3 die "clang++ is not here: apt-get install clang"; }

# A problem's seed is its files in the order that fuzz_problem takes them apart in, with form feeds between.
problem_seeds() {
  local folder
  for folder in "$root"/tests/data/problems/*/ "$root"/templates/*/; do
    [[ -r "$folder/problem.json" ]] || continue
    { cat "$folder/problem.json"; printf '\f'; cat "$folder/space.json"; printf '\f'
      cat "$folder/kernel.cu"; printf '\f'; cat "$folder/template.cu"; } \
      > "$1/$(basename "$folder")" 2>/dev/null || true
  done
}

cmake --preset fuzz -S "$root" >/dev/null
ninja --quiet -C "$build" fuzzers
mkdir -p "$build/findings"
for program in "${programs[@]}"; do
  corpus="$build/corpus/$program" seeds="$root/tests/data/fuzz/$program"
  mkdir -p "$corpus"
  if [[ "$program" == problem ]]; then
    seeds="$build/seeds/problem"
    mkdir -p "$seeds"
    problem_seeds "$seeds"
  fi
  [[ "$program" == kernel_sources ]] && seeds="$root/tests/data/new_problem"
  log="$build/fuzz_$program.log"
  say "fuzz_$program for $share s"
  if ! "$build/tests/fuzz/fuzz_$program" -max_total_time="$share" -timeout=10 -rss_limit_mb=2048 -max_len=16384 \
       -print_funcs=0 -print_final_stats=1 -artifact_prefix="$build/findings/$program-" "$corpus" "$seeds" \
       > "$log" 2>&1; then
    tail -n 40 "$log"
    die "fuzz_$program found something: its input lies in $build/findings, all it said in $log"
  fi
  say "fuzz_$program: $(sed -n 's/^stat::number_of_executed_units: *//p' "$log") inputs, no finding"
done
