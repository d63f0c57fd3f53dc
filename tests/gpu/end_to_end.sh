#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# The whole path on a machine with an NVIDIA GPU: tunes the kernel library, judges a kernel of each failing
# kind, tunes a problem for each feature of the format, exports the winners, and times torch beside them.
#
#   tests/gpu/end_to_end.sh CLIENT OUT [BUDGET]
#
# BUDGET candidates are tried of each kernel; BUDGET_transpose=300 in the environment is for that one alone.
# PARTS="library duels" in the environment runs these parts alone: the functions below. KERNELS="softmax gemm" in the
# environment says which kernels of the library are tuned, and timed with torch; otherwise all of them.
# CLIENT is a folder with the kwr program (and the libraries it needs, where the machine lacks them); the
# runner is built here by the preset `runner`. OUT receives sessions, reports and results.jsonl.
set -euo pipefail
root=$(cd "$(dirname "$0")/../.." && pwd)
client=$(cd "$1" && pwd)
mkdir -p "$2"
out=$(cd "$2" && pwd)
budget=${3:-120}

if ! nvidia-smi >/dev/null 2>&1; then
  echo "No NVIDIA GPU here: nothing was run."
  exit 0
fi

cd "$root"
cmake --preset runner >"$out/configure.log"
cmake --build --preset runner >"$out/build.log" 2>&1 || { tail -30 "$out/build.log"; exit 1; }
runner="$root/build/runner/bin/kwr-runner --launch-log $out/launches.jsonl"
# The oracles are this repository's own, so a machine without bubblewrap may run them all the same.
command -v bwrap >/dev/null || runner="$runner --consent-to-no-sandbox"
export LD_LIBRARY_PATH="$client${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}"
export KERNELWRIGHT_DATA="$root" KERNELWRIGHT_CACHE="${KERNELWRIGHT_CACHE:-$out/cache}"
kwr="$client/kwr"

failed=0
step() {  # step NAME EXPECTED-STATUS COMMAND...
  local name=$1 expected=$2 status=0
  shift 2
  local begun=$SECONDS
  "$@" >"$out/$name.out" 2>"$out/$name.err" || status=$?
  if [ "$status" -eq "$expected" ]; then
    echo "ok   $name ($((SECONDS - begun)) s)"
  else
    echo "FAIL $name: status $status, expected $expected"
    tail -n 3 "$out/$name.err" | cut -c1-600; tail -n 1 "$out/$name.out" | cut -c1-600
    failed=$((failed + 1))
  fi
}

kernels=${KERNELS:-$(cd templates && echo *)}

library() {
  local kernel own tried
  step devices 0 "$kwr" devices --runner "$runner"
  cat "$out/devices.out"
  for kernel in $kernels; do
    own="BUDGET_$kernel"
    tried=${!own:-$budget}
    step "tune-$kernel" 0 "$kwr" tune "$kernel" --device cuda:0 --runner "$runner" --budget "$tried" --seed 1 --warm \
      --session "$out/$kernel.kwr" --report "$out/$kernel.html" --json
    step "again-$kernel" 0 "$kwr" tune "$kernel" --device cuda:0 --runner "$runner" --budget "$tried" --seed 1 --warm \
      --session "$out/$kernel.kwr" --resume --json
  done
}

# Of the kernels that tests/gpu/exported_launcher has a caller for.
exports() {
  local kernel
  for kernel in silu_and_mul rmsnorm transpose reduction; do
    step "verify-$kernel" 0 "$kwr" verify "$kernel" --device cuda:0 --runner "$runner" --session "$out/$kernel.kwr" --best --json
    step "export-$kernel" 0 "$kwr" export kernel "$out/$kernel.kwr" "$out/exported_$kernel.cu"
    step "verify-export-$kernel" 0 "$kwr" verify-export "$out/exported_$kernel.cu" --session "$out/$kernel.kwr" --device cuda:0 \
      --runner "$runner"
    cat "$out/verify-export-$kernel.out"
  done
  step exported-launchers 0 tests/gpu/exported_launcher/run.sh "$out"
  cat "$out/exported-launchers.out"
}

# Every FAULT value but 0 is a kernel that must be refused; the space is small, so all of them are tried.
faults() {
  step faults 0 "$kwr" tune tests/data/problems/faults --device cuda:0 --runner "$runner" --strategy exhaustive --budget 11 \
    --session "$out/faults.kwr" --json
}

untrustworthy() {
  step untrustworthy 0 tests/gpu/untrustworthy.sh "$client" "$out/untrustworthy"
  grep -v "^ok" "$out/untrustworthy.out" || true
}

features() {
  local folder name
  for folder in tests/data/problems/*/; do
    name=$(basename "$folder")
    [ "$name" = faults ] && continue
    step "feature-$name" 0 "$kwr" tune "$folder" --device cuda:0 --runner "$runner" --budget 9 --seed 1 --no-finals \
      --session "$out/feature_$name.kwr" --json
  done
}

duels() {
  step duels 0 tests/gpu/duels.sh "$client" "$out"
  cat "$out/duels.out"
}

# What ending early saves: the same candidates with all samples, and with as many as they need.
early() {
  local precision
  for precision in 0 0.005; do
    step "early-$precision" 0 "$kwr" tune rmsnorm --device cuda:0 --runner "$runner" --budget 40 --seed 3 --strategy random \
      --precision "$precision" --no-finals --session "$out/early_$precision.kwr" --json
    grep -o '"kernel_s":[0-9.]*' "$out/early-$precision.out" | tail -n 1
  done
}

# Each kernel's source and best walked through the tree, and over the full set; then by ncu where it is installed.
profile() {
  step profile 0 tests/gpu/profile.sh "$client" "$out"
  cat "$out/profile.out"
}

# Automatic mutants of the library.
mutants() {
  step mutants 0 python3 tests/mutants/mutants.py "$kwr" "$out/mutants" --device cuda:0 --runner "$runner"
  cat "$out/mutants.out"
}

baselines() {
  # shellcheck disable=SC2086  # one option a kernel
  python3 tests/gpu/torch_baseline.py $(printf -- '--problem %s ' $kernels) >"$out/torch.jsonl" 2>"$out/torch.err" ||
    tail -3 "$out/torch.err"
}

for part in ${PARTS:-library exports faults untrustworthy mutants features duels early profile baselines}; do
  "$part"
done
python3 tests/gpu/summarise.py "$out" || failed=$((failed + 1))
echo "$failed steps failed"
[ "$failed" -eq 0 ]
