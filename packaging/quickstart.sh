#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# From a clone to a tuned kernel: installs what is missing (Debian 12, as root or with sudo), builds, and tunes
# silu_and_mul on the best device of this machine. Run again, it takes seconds. Takes no arguments.
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
say "Done. Open $report in a browser, or try: $root/build/release/bin/kwr --help"
