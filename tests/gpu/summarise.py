#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Reads what end_to_end.sh left in its OUT folder and prints the tables: each kernel and case with source, best,
torch and the floor; the verdict of each planted fault; each feature problem. Status 1 where a verdict is not the
one expected."""
import json
import pathlib
import sys

KERNELS = sorted(folder.name for folder in (pathlib.Path(__file__).resolve().parents[2] / "templates").iterdir())
EXPECTED_FAULTS = {
    0: "verified", 1: "wrong", 2: "wrong", 3: "hung", 4: "failed to compile", 5: "exceeds limits",
    6: "wrong", 7: "crashed", 8: "wrong", 9: "wrong", 10: "wrong",
}


def lines(path):
    if not path.exists():
        return []
    found = []
    for line in path.read_text().splitlines():
        try:
            found.append(json.loads(line))
        except ValueError:
            pass
    return found


def summary_of(path):
    found = [line for line in lines(path) if line.get("event") == "summary"]
    return found[-1] if found else {}


def case_times(evaluation):
    return {(case["name"], case["state"]): case for case in (evaluation or {}).get("cases", [])}


def library(out):
    torch = {(row["problem"], row["case"], row["state"], row["implementation"]): row["milliseconds"]
             for row in lines(out / "torch.jsonl")}
    row_form = "{:19} {:13} {:5} {:>10} {:>10} {:>7} {:>7} {:>11} {:>11} {:>8}"
    print(row_form.format("kernel", "case", "state", "source us", "best us", "faster", "floor", "torch us", "compile us",
                          "compile/"))
    for kernel in KERNELS:
        if not (out / f"tune-{kernel}.out").exists():
            continue
        summary = summary_of(out / f"tune-{kernel}.out")
        source, best = case_times(summary.get("source")), case_times(summary.get("best"))
        for (case, state), measured in best.items():
            before = source.get((case, state), {}).get("median_ms", 0)
            eager = torch.get((kernel, case, state, "eager"), 0)
            compiled = torch.get((kernel, case, state, "torch.compile"), 0)
            floor = measured.get("floor_ms", 0)
            mine = measured["median_ms"]
            print(row_form.format(
                kernel, case, state, f"{before * 1e3:.2f}", f"{mine * 1e3:.2f}", f"{before / mine:.3f}" if mine else "-",
                f"{floor / mine:.1%}" if mine and floor else "-", f"{eager * 1e3:.2f}", f"{compiled * 1e3:.2f}",
                f"{compiled / mine:.3f}" if mine else "-"))
        print(f"  {kernel}: {json.dumps(summary.get('best', {}).get('config'))} geomean speed-up {summary.get('speedup')} "
              f"{summary.get('speedup_95')}, evaluated {summary.get('evaluated')}, "
              f"failed {summary.get('failed')}, wall {summary.get('wall_s')} s, kernel {summary.get('kernel_s')} s")
        fastest(out / f"tune-{kernel}.out")
        print_failures(out / f"tune-{kernel}.out")
        again = summary_of(out / f"again-{kernel}.out")
        print(f"  run again: resumed {again.get('resumed')}, wall {again.get('wall_s')} s")


def measured_twice(out):
    seen, twice = set(), 0
    for line in lines(out / "launches.jsonl"):
        if not str(line.get("phase", "")).startswith("timing"):
            continue
        mark = (line.get("key"), line.get("case"))
        twice += mark in seen
        seen.add(mark)
    print(f"launch log: {len(seen)} measured cases, {twice} of them more than once")


def faults(out):
    wrong = 0
    for line in lines(out / "faults.out"):
        if line.get("event") != "candidate" or line.get("source"):
            continue
        fault = line["config"].get("FAULT")
        good = line["verdict"] == EXPECTED_FAULTS.get(fault)
        wrong += not good
        print(f"fault {fault}: {'ok  ' if good else 'BAD '} {line['verdict']}: {line['message'][:150]}")
    return wrong


def print_failures(path):
    reasons = {}
    for line in lines(path):
        if line.get("event") == "candidate" and line.get("verdict") != "verified":
            reasons.setdefault(f"{line['verdict']}: {line['message'][:300]}", []).append(line["config"])
    for reason, configurations in reasons.items():
        print(f"  {len(configurations)} x {reason}, such as {json.dumps(configurations[0])}")


def fastest(path):
    """The three fastest candidates of each case: which parameters matter where."""
    times = {}
    for line in lines(path):
        if line.get("event") == "candidate" and line.get("verdict") == "verified":
            for case in line.get("cases", []):
                times.setdefault((case["name"], case["state"]), []).append((case["median_ms"] * 1e3, line["config"]))
    for (case, state), found in times.items():
        found.sort(key=lambda entry: entry[0])
        texts = [f"{time:.2f} us {','.join(str(v) for v in config.values()) or 'source'}" for time, config in found[:3]]
        print(f"  {case} {state}: {'; '.join(texts)}")


def features(out):
    for path in sorted(out.glob("feature-*.out")):
        summary = summary_of(path)
        print(f"{path.stem}: evaluated {summary.get('evaluated')}, verified {summary.get('verified')}, "
              f"speed-up {summary.get('speedup')} {summary.get('error', '')[:300]}")
        print_failures(path)


def main():
    out = pathlib.Path(sys.argv[1])
    library(out)
    measured_twice(out)
    features(out)
    return 1 if faults(out) else 0


if __name__ == "__main__":
    sys.exit(main())
