#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Automatic mutants of the library's kernels: how many each depth of verification catches, and which survive.

    tests/mutants/mutants.py KWR OUT [--count 200] [--device host] [--runner COMMAND] [--seed 1] [--kernels a,b]

A mutant is a template with one line changed: an index, a bound, a barrier, a mask or a step of a reduction. All mutants
of a kernel are one problem with a parameter MUTANT, so that one opening serves them all; the other parameters keep one
value each. OUT receives the problems, events.jsonl and mutants.json; survivors are listed with their lines. A survivor
is either an equivalent mutant (it computes the same) or a hole in the checks: each has to be looked at.
"""
import argparse
import json
import pathlib
import random
import re
import subprocess
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]

# Values that make every part of a template take part.
CHOSEN = {
    "reduction": {"BLOCK": 128, "VEC": 4, "UNROLL": 2, "BLOCKS_PER_SM": 2, "STREAM": 0},
    "rmsnorm": {"THREADS": 256, "ROWS": 2, "VEC": 4, "KEEP": 2, "EARLY_WEIGHT": 1, "STREAM": 0},
    "silu_and_mul": {"BLOCK": 128, "VEC": 4, "UNROLL": 2, "STREAM": 0, "FAST_EXP": 0},
    "transpose": {"THREADS": 256, "TILE_ROWS": 32, "TILE_COLUMNS": 32, "ALIGN_STORES": 1, "STREAM": 0, "GROUP": 1},
}

# Kind, what is looked for, what it becomes.
OPERATORS = [
    ("index", r"\[([^\[\]]+)\]", r"[(\1) + 1]"),
    ("index", r"\[([^\[\]]+)\]", r"[(\1) / 2]"),
    ("index", r"\bthreadIdx\.x\b", r"(threadIdx.x + 1)"),
    ("index", r"\bblockIdx\.x\b", r"(blockIdx.x + 1)"),
    ("bound", r"(?<![<\-=])<(?![<=])(?=\s)", r"<="),
    ("bound", r"<=", r"<"),
    ("bound", r"(?<![>\-])>(?![>=])(?=\s)", r">="),
    ("bound", r">=", r">"),
    ("bound", r"&&", r"||"),
    ("bound", r"\bmin\(", r"max("),
    ("barrier", r"__syncthreads\(\);", r";"),
    ("barrier", r"__syncwarp\([^)]*\);", r";"),
    ("mask", r"0xffffffffu", r"0x0000ffffu"),
    ("mask", r"% 32\b", r"% 16"),
    ("mask", r"/ 32\b", r"/ 64"),
    ("mask", r"& 31\b", r"& 15"),
    ("reduction", r"= 16;", r"= 8;"),
    ("reduction", r"> 0;", r"> 1;"),
    ("reduction", r"/= 2", r"/= 4"),
    ("reduction", r"\+=", r"="),
    ("reduction", r"\+=", r"-="),
    ("reduction", r"= 0(\.0f)?;", r"= 1;"),
]


def code_lines(text):
    """Numbers of lines that may be changed: inside functions, whole statements, no preprocessor, no comment."""
    depth = 0
    for number, line in enumerate(text.split("\n")):
        code = line.split("//")[0]
        inside = depth > 0
        depth += code.count("{") - code.count("}")
        stripped = code.strip()
        if inside and stripped and not stripped.startswith("#") and not stripped.startswith(("template", "using")):
            yield number, code


def mutants_of(text):
    found = []
    for number, code in code_lines(text):
        for kind, pattern, replacement in OPERATORS:
            for match in re.finditer(pattern, code):
                # Declarations of arrays and calls of templates are no indices and bounds.
                if kind == "index" and re.search(r"__shared__|^\s*(const )?\w+ \w+\[", code):
                    continue
                changed = code[:match.start()] + match.expand(replacement) + code[match.end():]
                found.append({"kind": kind, "line": number, "before": code.strip(), "after": changed.rstrip()})
    return found


def sample(found, count, rng):
    """As many of each kind as there are, in turns."""
    by_kind = {}
    for mutant in found:
        by_kind.setdefault(mutant["kind"], []).append(mutant)
    for group in by_kind.values():
        rng.shuffle(group)
    chosen = []
    while len(chosen) < count and any(by_kind.values()):
        for group in by_kind.values():
            if group and len(chosen) < count:
                chosen.append(group.pop())
    return chosen


def small(problem):
    """Cases with the sizes they have on a CPU: looking thoroughly at gigabytes takes minutes a mutant."""
    for case in problem["cases"]:
        case["sizes"].update(case.pop("host_sizes", {}))
    return problem


def write_problem(kernel, chosen, numbers, folder, depth):
    source = ROOT / "templates" / kernel
    folder.mkdir(parents=True, exist_ok=True)
    for name in ("kernel.cu", "oracle.py"):
        (folder / name).write_text((source / name).read_text())
    problem = json.loads((source / "problem.json").read_text())
    problem.pop("baselines", None)
    if depth == "thorough":
        problem = small(problem)
    (folder / "problem.json").write_text(json.dumps(problem, indent=2))
    space = json.loads((source / "space.json").read_text())
    for parameter in space["parameters"]:
        value = CHOSEN[kernel].get(parameter["name"], parameter["values"][0])
        assert value in parameter["values"], (kernel, parameter["name"], value)
        parameter["values"] = [value]
    space["parameters"].append({"name": "MUTANT", "values": numbers, "meaning": "0: none"})
    (folder / "space.json").write_text(json.dumps(space, indent=2))
    lines = (source / "template.cu").read_text().split("\n")
    at = {}
    for number, mutant in enumerate(chosen, 1):
        at.setdefault(mutant["line"], []).append((number, mutant["after"]))
    for line, versions in at.items():
        text = ""
        for number, after in versions:
            text += ("#if" if not text else "#elif") + f" MUTANT == {number}\n{after}\n"
        lines[line] = text + "#else\n" + lines[line] + "\n#endif"
    (folder / "template.cu").write_text("\n".join(lines))


def verify(arguments, folder, depth, events):
    command = [arguments.kwr, "verify", str(folder), "--every", "--depth", depth, "--device", arguments.device, "--json",
               "--seed", str(arguments.seed), "--launches", "5", "--warmups", "1"]
    if arguments.runner:
        command += ["--runner", arguments.runner]
    done = subprocess.run(command, capture_output=True, text=True, timeout=3600)
    verdicts = {}
    for line in done.stdout.splitlines():
        event = json.loads(line)
        if event.get("event") != "verified":
            continue
        events.write(json.dumps({"folder": folder.name, "depth": depth, **event}) + "\n")
        verdicts[event["config"]["MUTANT"]] = event
    if not verdicts:
        print(f"{' '.join(command)}\n{done.stdout[-2000:]}\n{done.stderr[-2000:]}")
    return verdicts


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("kwr")
    parser.add_argument("out", type=pathlib.Path)
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--device", default="host")
    parser.add_argument("--runner", default="")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--kernels", default=",".join(CHOSEN))
    parser.add_argument("--depths", default="quick,full,thorough")
    arguments = parser.parse_args()
    arguments.out.mkdir(parents=True, exist_ok=True)
    kernels = arguments.kernels.split(",")
    rng = random.Random(arguments.seed)
    report = []
    totals = {}
    with open(arguments.out / "events.jsonl", "w") as events:
        for index, kernel in enumerate(kernels):
            share = arguments.count // len(kernels) + (index < arguments.count % len(kernels))
            chosen = sample(mutants_of((ROOT / "templates" / kernel / "template.cu").read_text()), share, rng)
            alive = list(range(len(chosen) + 1))
            for depth in arguments.depths.split(","):
                if len(alive) < 2:
                    break
                folder = arguments.out / f"{kernel}_{depth}"
                write_problem(kernel, chosen, alive, folder, depth)
                begun = time.monotonic()
                verdicts = verify(arguments, folder, depth, events)
                seconds = time.monotonic() - begun
                if not verdicts:  # said above; the other kernels are not to be lost with this one
                    break
                if 0 in verdicts and verdicts[0]["verdict"] != "verified":
                    sys.exit(f"{kernel} itself, unchanged, is not right: {verdicts[0]['message']}")
                for number in alive[1:]:
                    event = verdicts.get(number)
                    if event is None or event["verdict"] == "verified":
                        continue
                    mutant = chosen[number - 1]
                    mutant["caught"] = depth
                    mutant["verdict"] = event["verdict"]
                    mutant["message"] = event["message"]
                caught = [number for number in alive[1:] if chosen[number - 1].get("caught") == depth]
                alive = [number for number in alive if number not in caught]
                totals[depth] = totals.get(depth, 0) + len(caught)
                print(f"{kernel}: {depth} caught {len(caught)}, {len(alive) - 1} alive ({seconds:.0f} s)", flush=True)
            for number, mutant in enumerate(chosen, 1):
                report.append({"kernel": kernel, "number": number, **mutant})
            (arguments.out / "mutants.json").write_text(json.dumps(report, indent=1))
    failed = sum(mutant.get("verdict") == "failed to compile" for mutant in report)
    print(f"{len(report)} mutants, {failed} of them do not compile")
    for depth, caught in totals.items():
        print(f"  caught first at depth {depth}: {caught}")
    survivors = [mutant for mutant in report if "caught" not in mutant]
    print(f"  survivors: {len(survivors)}")
    for mutant in survivors:
        print(f"{mutant['kernel']} {mutant['number']}, {mutant['kind']}, line {mutant['line'] + 1}:\n"
              f"    {mutant['before']}\n    {mutant['after'].strip()}")


if __name__ == "__main__":
    main()
