#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# From a clone to a tuned kernel: installs what is missing (Debian 12, as root or with sudo), builds, tunes
# silu_and_mul on the best device of this machine, and opens the workbench on it; without a display it draws a
# picture of that window. Run again, it takes seconds. Takes no arguments.
set -euo pipefail
. "$(dirname "${BASH_SOURCE[0]}")/common.sh"

out="${XDG_STATE_HOME:-$HOME/.local/state}/kernelwright/quickstart"
session="$out/silu_and_mul.kwr"
report="$out/silu_and_mul.html"

install_packages build run
provide_cuda
say "Building"
configure release
ninja --quiet -C "$root/build/release"
mkdir -p "$out"
say "Tuning silu_and_mul"
resume=()
[[ -e "$session" ]] && resume=(--resume)
"$root/build/release/bin/kwr" tune silu_and_mul --budget 24 --seed 1 "${resume[@]}" --session "$session" \
  --report "$report"
workbench="$root/build/release/bin/kernelwright"
say "Report: $report (open it in a browser)"
draw() {
  local picture="$out/silu_and_mul.png"
  "$workbench" --screenshot "$picture" "$session"
  say "$1 A picture of the workbench: $picture"
}
if [[ -n "${DISPLAY:-}${WAYLAND_DISPLAY:-}" ]]; then
  say "Opening the workbench: $workbench $session"
  setsid "$workbench" "$session" </dev/null >"$out/workbench.log" 2>&1 &
  opened=$!
  # A display that is named may not be there, as after ssh without -X.
  sleep 2
  kill -0 "$opened" 2>/dev/null || wait "$opened" ||
    draw "The display cannot be used ($out/workbench.log says why)."
else
  draw "No display here."
fi
