#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Profiles the source and the best candidate of each kernel of the library on a GPU: through the tree, over the full
# set, and, where ncu is on PATH, by ncu as a second collector; then compares.
#
#   tests/gpu/profile.sh CLIENT OUT
#
# CLIENT and OUT as for end_to_end.sh, whose part `library` leaves sessions in OUT; a kernel without one gets a short
# run. OUT receives profile_*.json (the summaries), profile_*.ncu.csv and profile.json (the comparison).
set -euo pipefail
root=$(cd "$(dirname "$0")/../.." && pwd)
client=$(cd "$1" && pwd)
mkdir -p "$2"
out=$(cd "$2" && pwd)
runner_program="$root/build/runner/bin/kwr-runner"
runner="$runner_program"
command -v bwrap >/dev/null || runner="$runner --consent-to-no-sandbox"
export LD_LIBRARY_PATH="$client${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}"
export KERNELWRIGHT_DATA="$root" KERNELWRIGHT_CACHE="${KERNELWRIGHT_CACHE:-$out/cache}"
kwr="$client/kwr"
kernels=${PROFILE_KERNELS:-silu_and_mul rmsnorm transpose reduction}
failed=0

kept() {  # kept NAME COMMAND...: its last line into profile_NAME.json
  local name=$1
  shift
  if "$@" >"$out/profile_$name.out" 2>"$out/profile_$name.err"; then
    tail -n 1 "$out/profile_$name.out" >"$out/profile_$name.json"
  else
    echo "FAIL profile_$name: $(tail -n 1 "$out/profile_$name.err" | cut -c1-400)"
    failed=$((failed + 1))
  fi
}

kept list "$kwr" profile --list --runner "$runner" --json
for kernel in $kernels; do
  session="$out/$kernel.kwr"
  if [ ! -f "$session" ]; then
    "$kwr" tune "$kernel" --device cuda:0 --runner "$runner" --budget 24 --seed 1 --no-finals --session "$session" \
      --json >"$out/profile_tune_$kernel.out" 2>"$out/profile_tune_$kernel.err" || true
  fi
  for which in source best; do
    common=(profile "$session" "--$which" --device cuda:0 --runner "$runner" --json)
    kept "${kernel}_$which" "$kwr" "${common[@]}"
    kept "${kernel}_${which}_again" "$kwr" "${common[@]}"
    kept "${kernel}_${which}_full" "$kwr" "${common[@]}" --full
    kept "${kernel}_${which}_modelled" "$kwr" "${common[@]}" --modelled --keep-nothing
  done
  # Under ncu from within: one launch, the report kept.
  if command -v ncu >/dev/null; then
    kept "${kernel}_ncu" "$kwr" profile "$session" --source --device cuda:0 --runner "$runner" --json --keep-nothing \
      --ncu "$out/profile_$kernel.ncu-rep"
  fi
  kept "${kernel}_budget" "$kwr" profile "$session" --best --device cuda:0 --runner "$runner" --json --budget-passes 2 \
    --keep-nothing
done

# ncu watches the runner while it verifies and times the source: the launches of the source's kernel, of which those
# are compared that execute as many instructions as ours did. Kernels of several launches are left out: ncu counts
# each by itself, ours is of all together.
if command -v ncu >/dev/null; then
  metrics=$(python3 "$root/tests/gpu/compare_profiles.py" metrics "$out/profile_list.json")
  for kernel in $kernels; do
    name=$(python3 "$root/tests/gpu/compare_profiles.py" kernel "$root/templates/$kernel")
    [ -n "$name" ] || continue
    if ! timeout 300 ncu --target-processes all --clock-control none --cache-control all --replay-mode kernel \
      --kernel-name-base function --kernel-name "$name" --launch-count "${NCU_COUNT:-40}" --metrics "$metrics" --page raw --csv --print-units base \
      --log-file "$out/profile_$kernel.ncu.csv" \
      "$kwr" verify "$kernel" --source --device cuda:0 --runner "$runner" --seed 1 --depth quick --launches 5 \
      --warmups 1 --json >"$out/profile_${kernel}_ncu.out" 2>"$out/profile_${kernel}_ncu.err"; then
      echo "ncu on $kernel: status not 0: $(tail -n 1 "$out/profile_${kernel}_ncu.err" | cut -c1-300)"
    fi
  done
else
  echo "ncu is not on PATH: the collectors were not compared."
fi
python3 "$root/tests/gpu/compare_profiles.py" table "$out" $kernels || failed=$((failed + 1))
exit "$((failed > 0))"
