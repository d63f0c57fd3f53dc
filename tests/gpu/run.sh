#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Everything that needs an NVIDIA GPU, on a machine that has CUDA 13, g++ 13, CMake, ninja and nlohmann's header:
# builds the runner and its checks by the preset `runner` and runs them. Where a client is given, the whole path
# follows (end_to_end.sh).
#
#   tests/gpu/run.sh [CLIENT OUT [BUDGET]]
#
# Status 0 where all went well, and where there is no GPU.
set -euo pipefail
root=$(cd "$(dirname "$0")/../.." && pwd)

if ! command -v nvidia-smi >/dev/null || ! nvidia-smi -L >/dev/null 2>&1; then
  echo "No NVIDIA GPU here: nothing was run."
  exit 0
fi
nvidia-smi -L

log=$(mktemp)
trap 'rm -f "$log"' EXIT
cd "$root"
if ! { cmake --preset runner && cmake --build --preset runner -- -k 0; } >"$log" 2>&1; then
  grep -E "error|Error|FAILED" "$log" | head -40 || true
  tail -20 "$log"
  exit 1
fi
status=0
"$root/build/runner/bin/device_check" || status=1
if [ $# -ge 2 ]; then
  "$root/tests/gpu/end_to_end.sh" "$@" || status=1
fi
exit $status
