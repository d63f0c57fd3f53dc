#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# How far duels can be believed, on a GPU: long ones of a kernel with itself and of planted differences of 1 % and 3 %.
#
#   tests/gpu/duels.sh CLIENT OUT [BLOCKS]
#
# CLIENT as in end_to_end.sh, whose runner is used. OUT gets duels_*.kwr, which tests/bench/duels takes apart.
set -euo pipefail
root=$(cd "$(dirname "$0")/../.." && pwd)
client=$(cd "$1" && pwd)
mkdir -p "$2"
out=$(cd "$2" && pwd)
blocks=${3:-2500}
cd "$root"
runner="$root/build/runner/bin/kwr-runner"
command -v bwrap >/dev/null || runner="$runner --consent-to-no-sandbox"
export LD_LIBRARY_PATH="$client${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}"
export KERNELWRIGHT_DATA="$root" KERNELWRIGHT_CACHE="${KERNELWRIGHT_CACHE:-$out/cache}"
kwr="$client/kwr"

compare() {  # compare SESSION A B
  "$kwr" compare "$1" "$2" "$3" --device cuda:0 --runner "$runner" --fewest-blocks "$blocks" --most-blocks "$blocks" \
    2>>"$out/duels.err"
}
"$kwr" tune rmsnorm --device cuda:0 --runner "$runner" --budget 12 --no-finals --session "$out/duels_rmsnorm.kwr" \
  >"$out/duels_tune.out" 2>>"$out/duels.err"
compare "$out/duels_rmsnorm.kwr" best best
"$kwr" tune tests/data/problems/planted_difference --device cuda:0 --runner "$runner" --budget 6 --strategy exhaustive \
  --no-finals --session "$out/duels_planted.kwr" >>"$out/duels_tune.out" 2>>"$out/duels.err"
for extra in 0 2 6; do
  compare "$out/duels_planted.kwr" BLOCK=256,EXTRA=$extra BLOCK=256,EXTRA=0
done
