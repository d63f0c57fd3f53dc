#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# with_display.sh COMMAND… : runs it with an X server of its own, on a display number that is free, and ends the
# server afterwards. The exit status is the command's; 99 where no server starts.
set -euo pipefail

[[ $# -gt 0 ]] || { echo "usage: with_display.sh COMMAND…" >&2; exit 64; }
work="$(mktemp -d)"
server=""
finish() {
  if [[ -n "$server" ]]; then kill "$server" 2>/dev/null || true; wait "$server" 2>/dev/null || true; fi
  rm -rf "$work"
}
trap finish EXIT
trap 'exit 143' TERM
trap 'exit 130' INT

# The server writes the number once it accepts connections, and so this waits as long as it needs.
mkfifo "$work/number"
Xvfb -displayfd 3 -screen 0 1600x1000x24 -nolisten tcp 3>"$work/number" 2>"$work/log" &
server=$!
if ! read -r -t 60 number <"$work/number"; then
  echo "No X server could be started:" >&2
  cat "$work/log" >&2
  exit 99
fi

# In the background, so that a signal to this script ends it at once.
DISPLAY=":$number" "$@" &
command=$!
trap 'kill "$command" 2>/dev/null; exit 143' TERM
status=0
wait "$command" || status=$?
exit "$status"
