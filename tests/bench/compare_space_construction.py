#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Builds the published spaces with Kernel Tuner's own Searchspace (its default solver, its list of
configurations included) and with our space_construction, in one run, and prints the ratios.

    compare_space_construction.py SPACE_CONSTRUCTION [--repeats 3] [--venv FOLDER] [--spaces FILE]

SPACE_CONSTRUCTION is the built program of tests/bench/space_construction. Kernel Tuner is installed
from PyPI into FOLDER (by default a temporary one). Both sides give the median of several builds; the
load of the machine is printed with them. Status 1 where the two disagree on a valid count.
"""
import argparse
import json
import os
import pathlib
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent

# Runs inside the virtual environment: one JSON line per space.
THEIRS = r"""
import json, statistics, sys, time
from kernel_tuner.searchspace import Searchspace
spaces, repeats = json.load(open(sys.argv[1])), int(sys.argv[2])
for name, entry in spaces.items():
    times, size = [], 0
    for _ in range(repeats):
        start = time.perf_counter()
        space = Searchspace(entry["params"], list(entry["constraints"]), 1024)
        size = len(space.list)
        times.append(time.perf_counter() - start)
    print(json.dumps({"name": name, "build_ms": statistics.median(times) * 1e3, "valid": size}), flush=True)
"""


def environment(folder: pathlib.Path) -> pathlib.Path:
    python = folder / "bin" / "python"
    if not python.exists():
        subprocess.run([sys.executable, "-m", "venv", str(folder)], check=True)
    if subprocess.run([python, "-c", "import kernel_tuner"], capture_output=True).returncode != 0:
        subprocess.run([python, "-m", "pip", "-q", "install", "kernel_tuner"], check=True)
    return python


def versions(python: pathlib.Path) -> str:
    listed = subprocess.run([python, "-m", "pip", "list", "--format", "json"], check=True,
                            capture_output=True, text=True).stdout
    wanted = ("kernel_tuner", "kernel-tuner", "python-constraint2")
    return ", ".join(f"{p['name']} {p['version']}" for p in json.loads(listed) if p["name"] in wanted)


def lines(command) -> dict:
    output = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    rows = [json.loads(line) for line in output.splitlines() if line.startswith("{")]
    return {row["name"]: row for row in rows}


def report(ours: dict, theirs: dict) -> bool:
    agree = True
    print(f"{'space':18} {'valid':>8} {'Kernel Tuner':>14} {'ours':>12} {'ratio':>9}")
    for name, their in theirs.items():
        our = ours[name]
        ratio = their["build_ms"] / our["build_ms"]
        print(f"{name:18} {our['valid']:8} {their['build_ms']:11.2f} ms {our['build_ms']:9.3f} ms {ratio:8.0f}x")
        if our["valid"] != their["valid"]:
            agree = False
            print(f"  Kernel Tuner has {their['valid']} valid configurations")
    return agree


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("program")
    parser.add_argument("--repeats", type=int, default=3)
    parser.add_argument("--venv")
    parser.add_argument("--spaces", default=str(HERE.parent / "data" / "spaces" / "spaces.json"))
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        python = environment(pathlib.Path(arguments.venv or temporary) if arguments.venv
                             else pathlib.Path(temporary) / "venv")
        names = list(json.load(open(arguments.spaces)))
        print(f"{versions(python)}; load {os.getloadavg()[0]:.1f} on {os.cpu_count()} processors")
        ours = lines([arguments.program, "--json", *names])
        theirs = lines([python, "-c", THEIRS, arguments.spaces, str(arguments.repeats)])
        agree = report(ours, theirs)
        print(f"load at the end {os.getloadavg()[0]:.1f}")
    return 0 if agree else 1


if __name__ == "__main__":
    sys.exit(main())
