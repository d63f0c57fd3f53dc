#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# The planted kernels of tests/data/untrustworthy on a device: each fault must get the verdict that names it, and what is
# odd but right must be verified.
#
#   tests/gpu/untrustworthy.sh CLIENT OUT [DEVICE]
#
# CLIENT is a folder with the kwr program; the runner is the one that tests/gpu/run.sh builds, or kwr-runner beside kwr.
# DEVICE is cuda:0 where it is not given. All kernels of a problem share one opening, so the whole takes a minute or two.
# OUT receives one file of events for each problem and depth.
set -euo pipefail
root=$(cd "$(dirname "$0")/../.." && pwd)
client=$(cd "$1" && pwd)
mkdir -p "$2"
out=$(cd "$2" && pwd)
device=${3:-cuda:0}

if [ "${device#cuda}" != "$device" ] && ! nvidia-smi >/dev/null 2>&1; then
  echo "No NVIDIA GPU here: nothing was run."
  exit 0
fi
runner="$root/build/runner/bin/kwr-runner"
[ -x "$runner" ] || runner="$client/kwr-runner"
# The oracles are this repository's own, so a machine without bubblewrap may run them all the same.
[ "$device" = host ] || command -v bwrap >/dev/null || runner="$runner --consent-to-no-sandbox"
export LD_LIBRARY_PATH="$client${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}"
export KERNELWRIGHT_DATA="$root" KERNELWRIGHT_CACHE="${KERNELWRIGHT_CACHE:-$out/cache}"

for folder in "$root"/tests/data/untrustworthy/*/; do
  name=$(basename "$folder")
  # The depth that tests ask for: full, and thorough only where a kernel is listed for this device at that depth.
  timeout 300 "$client/kwr" verify "$folder" --every --depth full --device "$device" --runner "$runner" --json \
    >"$out/untrustworthy_$name.full.jsonl" 2>"$out/untrustworthy_$name.full.err" || true
  timeout 300 "$client/kwr" verify "$folder" --every --depth thorough --device "$device" --runner "$runner" --json \
    >"$out/untrustworthy_$name.thorough.jsonl" 2>"$out/untrustworthy_$name.thorough.err" || true
done
python3 - "$root/tests/data/untrustworthy/expected.json" "$out" "${device%%:*}" <<'PYTHON'
import json
import pathlib
import sys

expected = json.load(open(sys.argv[1]))
out, device = pathlib.Path(sys.argv[2]), sys.argv[3]
events = {}
for path in out.glob("untrustworthy_*.jsonl"):
    problem, depth = path.name[len("untrustworthy_"):].split(".")[:2]
    for line in path.read_text().splitlines():
        event = json.loads(line)
        if event.get("event") == "verified":
            events[problem, depth, event["config"]["KERNEL"]] = event
failed = 0
rows, right = set(), 0
costs = {}
for one in expected:
    if device not in one["devices"]:
        continue
    depth = "thorough" if one["depth"] == "thorough" else "full"
    event = events.get((one["problem"], depth, one["kernel"]))
    name = f"row {one['row']:2}: {one['problem']} {one['kernel']}, {one['name']}"
    if event is None:
        print(f"FAIL {name}: no verdict; see {out}")
        failed += 1
        continue
    for step, milliseconds in event.get("costs_ms", {}).items():
        costs.setdefault(step, []).append(milliseconds)
    good = event["verdict"] == one["verdict"] and (not one["what"] or event.get("what") in one["what"])
    said = f"{event['verdict']} [{event.get('what', '')}] {event['message']}"
    print(f"{'ok  ' if good else 'FAIL'} {name}: {said[:200]}")
    failed += not good
    if good and one["verdict"] == "verified":
        right += 1
    elif good:
        rows.add(one["row"])
print(f"rows caught: {len(rows)} ({', '.join(map(str, sorted(rows)))}); odd but right, not accused: {right}; failed: {failed}")
for step, times in costs.items():
    times = sorted(time for time in times if time > 0)
    if times:
        print(f"cost of {step}: median {times[len(times) // 2]:.0f} ms, largest {times[-1]:.0f} ms")
sys.exit(failed != 0)
PYTHON
