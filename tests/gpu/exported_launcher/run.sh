#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Calls the exported launchers of the kernel library on a GPU and compares them with the source kernels.
#
#   tests/gpu/exported_launcher/run.sh FOLDER
#
# FOLDER holds exported_KERNEL.cu, .h and what belongs to them, as end_to_end.sh leaves them. Without nvcc nothing
# is done; without a GPU the programs are compiled (for sm_90) and not run. Status 0 unless something is wrong.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
folder=$(cd "$1" && pwd)
nvcc=$(command -v nvcc || true)
[ -n "$nvcc" ] || { [ -x /usr/local/cuda/bin/nvcc ] && nvcc=/usr/local/cuda/bin/nvcc; } || true
if [ -z "$nvcc" ]; then
  echo "No nvcc here: the exported launchers were not called."
  exit 0
fi
architecture=sm_90
gpu=0
if nvidia-smi -L >/dev/null 2>&1; then
  gpu=1
  architecture=native
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
status=0
for kernel in silu_and_mul rmsnorm transpose reduction; do
  header="$folder/exported_$kernel.h"
  if [ ! -f "$header" ]; then
    echo "skip $kernel: there is no $header"
    continue
  fi
  winners=()
  ! grep -q "${kernel}_launch_winner(" "$header" || winners=(-DHAS_WINNERS)
  files=("$folder/exported_$kernel.cu")
  for file in "$folder/exported_${kernel}"_for_*.cu "$folder/exported_${kernel}"_fallback.cu; do
    # Only what this export's header names: an earlier one may have left others.
    if [ -f "$file" ] && grep -q "$(basename "$file")" "$header"; then files+=("$file"); fi
  done
  if ! "$nvcc" -std=c++17 -O2 -arch="$architecture" "-DEXPORTED_HEADER=\"exported_$kernel.h\"" "${winners[@]}" \
      -I"$folder" -I"$here" -o "$work/$kernel" "$here/$kernel.cu" "${files[@]}"; then
    echo "FAIL $kernel: it does not compile"
    status=1
  elif [ "$gpu" = 1 ]; then
    "$work/$kernel" || status=1
  else
    echo "     $kernel: compiled; no NVIDIA GPU here to run it"
  fi
done
exit $status
