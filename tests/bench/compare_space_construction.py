#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Builds the published spaces with Kernel Tuner's own Searchspace (its default solver, its list of
configurations included), with pyATF's SearchSpace (its chain of trees) and with our
space_construction, in one run, and prints the ratios.

    compare_space_construction.py SPACE_CONSTRUCTION [--repeats 3] [--pyatf-limit 300]
        [--venv FOLDER] [--spaces FILE] [SPACE...]

SPACE_CONSTRUCTION is the built program of tests/bench/space_construction. Kernel Tuner and pyATF are
installed from PyPI into FOLDER (by default a temporary one). All give the median of several builds;
the load of the machine is printed with them. pyATF checks a constraint at the last parameter it
names, in the order of the file; it builds once where one build takes 20 seconds and is given up
after --pyatf-limit seconds. Status 1 where two disagree on a valid count.
"""
import argparse
import json
import os
import pathlib
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent

# These run inside the virtual environment and print one JSON line per space. `build` is given.
TIMED = r"""
import json, statistics, sys, time
spaces, repeats, names = json.load(open(sys.argv[1])), int(sys.argv[2]), sys.argv[3:]
for name in names:
    entry, times, size = spaces[name], [], 0
    while len(times) < (1 if times and times[0] > 20 else repeats):
        start = time.perf_counter()
        size = build(entry["params"], entry["constraints"])
        times.append(time.perf_counter() - start)
    print(json.dumps({"name": name, "build_ms": statistics.median(times) * 1e3, "valid": size}), flush=True)
"""
KERNEL_TUNER = r"""
from kernel_tuner.searchspace import Searchspace
def build(values, constraints):
    return len(Searchspace(values, list(constraints), 1024).list)
""" + TIMED
PYATF = r"""
import os
from pyatf.search_space import SearchSpace
from their_tuners import pyatf_parameters
def build(values, constraints):
    return SearchSpace(*pyatf_parameters(values, constraints), verbosity=0).constrained_size
""" + TIMED


def environment(folder: pathlib.Path) -> pathlib.Path:
    python = folder / "bin" / "python"
    if not python.exists():
        subprocess.run([sys.executable, "-m", "venv", str(folder)], check=True)
    if subprocess.run([python, "-c", "import kernel_tuner, pyatf"], capture_output=True).returncode != 0:
        subprocess.run([python, "-m", "pip", "-q", "install", "kernel_tuner", "pyatf"], check=True)
    return python


def versions(python: pathlib.Path) -> str:
    listed = subprocess.run([python, "-m", "pip", "list", "--format", "json"], check=True,
                            capture_output=True, text=True).stdout
    wanted = ("kernel_tuner", "kernel-tuner", "python-constraint2", "pyatf")
    return ", ".join(f"{p['name']} {p['version']}" for p in json.loads(listed) if p["name"] in wanted)


def lines(command, limit=None) -> dict:
    """By name of the space; nothing of one that takes longer than limit seconds."""
    try:
        output = subprocess.run(command, check=True, capture_output=True, text=True, timeout=limit,
                                env={**os.environ, "PYTHONPATH": str(HERE)}).stdout
    except subprocess.TimeoutExpired:
        return {}
    rows = [json.loads(line) for line in output.splitlines() if line.startswith("{")]
    return {row["name"]: row for row in rows}


def shown(row, ours) -> str:
    if row is None:
        return f"{'given up':>14} {'':>9}"
    return f"{row['build_ms']:11.2f} ms {row['build_ms'] / ours['build_ms']:8.0f}x"


def report(name: str, ours: dict, theirs: dict) -> bool:
    print(f"{name:18} {ours['valid']:8} {ours['build_ms']:9.3f} ms "
          + " ".join(shown(row, ours) for row in theirs.values()), flush=True)
    wrong = {tuner: row["valid"] for tuner, row in theirs.items()
             if row and row["valid"] != ours["valid"]}
    for tuner, valid in wrong.items():
        print(f"  {tuner} has {valid} valid configurations")
    return not wrong


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("program")
    parser.add_argument("--repeats", type=int, default=3)
    parser.add_argument("--pyatf-limit", type=float, default=300)
    parser.add_argument("--venv")
    parser.add_argument("--spaces", default=str(HERE.parent / "data" / "spaces" / "spaces.json"))
    parser.add_argument("names", nargs="*", metavar="SPACE")
    arguments = parser.parse_intermixed_args()
    agree = True
    with tempfile.TemporaryDirectory() as temporary:
        python = environment(pathlib.Path(arguments.venv or temporary) if arguments.venv
                             else pathlib.Path(temporary) / "venv")
        names = arguments.names or list(json.load(open(arguments.spaces)))
        print(f"{versions(python)}; load {os.getloadavg()[0]:.1f} on {os.cpu_count()} processors")
        print(f"{'space':18} {'valid':>8} {'ours':>12} {'Kernel Tuner':>14} {'ratio':>9} "
              f"{'pyATF':>14} {'ratio':>9}")
        for name in names:
            run = [arguments.spaces, str(arguments.repeats), name]
            ours = lines([arguments.program, "--json", name])[name]
            theirs = {"Kernel Tuner": lines([python, "-c", KERNEL_TUNER, *run]).get(name),
                      "pyATF": lines([python, "-c", PYATF, *run], arguments.pyatf_limit).get(name)}
            agree = report(name, ours, theirs) and agree
        print(f"load at the end {os.getloadavg()[0]:.1f}")
    return 0 if agree else 1


if __name__ == "__main__":
    sys.exit(main())
