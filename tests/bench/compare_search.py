#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Our search strategies, Kernel Tuner's and pyATF's on the same recorded spaces, in one go.

compare_search.py --ours BUILD/tests/bench/search_quality/search_quality [--repeats R]
    [--processes P] [--venv FOLDER] [--kernel-tuner NAME,NAME] [--pyatf NAME,NAME]
    [--our-strategies NAME,NAME] RECORDED...

RECORDED: Kernel Tuner caches, T4 or KTT results, also gzipped. Kernel Tuner and pyATF come from
PyPI into FOLDER (a new one under ~/.cache/kernelwright by default) and run with their default
settings, R times for each budget, on the recorded configurations alone (their_tuners.py says how
each is brought to that, and what it cannot express). A list of names may be empty.

What counts is the order in which a run saw different configurations: the optimum over the best of
the first 50 and 200, mean and Student's t interval over runs; and, of the runs with 200, all
evaluations and recorded seconds (compile, benchmark and framework) spent until 95 % of the optimum
or the end, over the number of runs that came there.
"""
import argparse
import json
import math
import os
import statistics
import subprocess
import sys
import tempfile
from concurrent.futures import ProcessPoolExecutor

import recorded_rows
import their_tuners

BUDGETS = (50, 200)
TUNERS = {"Kernel Tuner": their_tuners.KernelTuner, "pyATF": their_tuners.PyAtf}


def their_worker(tuner, cache, strategy, budget, seeds):
    import logging
    import warnings
    warnings.simplefilter("ignore")
    logging.disable(logging.CRITICAL)
    side = TUNERS[tuner](cache)
    return [side.measure(strategy, budget, seed) for seed in seeds]


def t_point(degrees):
    from scipy.stats import t
    return float(t.ppf(0.975, degrees))


def interval(values):
    mean = statistics.fmean(values)
    if len(values) < 2:
        return [mean, mean, mean]
    half = t_point(len(values) - 1) * statistics.stdev(values) / math.sqrt(len(values))
    return [mean, mean - half, mean + half]


def their_line(pool, tuner, cache, strategy, options):
    is_slow = strategy in their_tuners.SLOW
    repeats = min(options.repeats, options.slow_repeats) if is_slow else options.repeats
    line = {"side": tuner, "strategy": strategy, "runs": repeats}
    share = max(1, repeats // (4 * options.processes))
    for budget in BUDGETS:
        jobs = [pool.submit(their_worker, tuner, cache, strategy, budget,
                            range(first, min(first + share, repeats)))
                for first in range(0, repeats, share)]
        runs = [run for job in jobs for run in job.result()]
        line[f"after_{budget}"] = interval([run["fraction"] for run in runs])
    reached = sum(run["reached"] is not None for run in runs)
    line["reached"] = reached / len(runs)
    for index, name in enumerate(("expected_evaluations", "expected_seconds")):
        line[name] = sum(run["spent"][index] for run in runs) / reached if reached else None
    line["own_ms"] = statistics.median(run["own"] for run in runs)
    return line


def our_lines(options, path):
    command = [options.ours, "--json", "--repeats", str(options.our_repeats or options.repeats), path]
    if options.our_strategies:
        command[1:1] = ["--strategies", options.our_strategies]
    output = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    for text in output.splitlines():
        yield dict(json.loads(text), side="ours", runs=options.our_repeats or options.repeats)


def shown(line):
    fractions = "  ".join("{:.4f} [{:.4f}, {:.4f}]".format(*line[f"after_{budget}"])
                          for budget in BUDGETS)
    number = lambda value, digits: "never" if value is None else f"{value:.{digits}f}"
    return (f"  {line['side']:13}{line['strategy']:24}{line['runs']:6}  {fractions}"
            f"{100 * line['reached']:7.1f} %{number(line['expected_evaluations'], 1):>10}"
            f"{number(line['expected_seconds'], 1):>12} s{line['own_ms']:11.4f} ms")


def best_of(lines, sides, budget):
    # Not the order of the file, in which a good one may happen to stand early.
    return max((line for line in lines if line["side"] in sides and
                line["strategy"] != "exhaustive"),
               key=lambda line: line[f"after_{budget}"][0], default=None)


def compare_one(pool, path, folder, options):
    recorded = recorded_rows.recording(path)
    cache = os.path.join(folder, os.path.basename(path).replace(".gz", ""))
    recorded_rows.write_cache(recorded, cache)
    usable = sum(row[1] is not None for row in recorded["rows"])
    print(f"{path}: {len(recorded['rows'])} configurations, {usable} usable")
    print(f"  {'':37}{'runs':>6}  {'mean after 50':24} {'mean after 200':24}"
          f"{'to 95 %':>6}{'evals':>12}{'time':>13}{'own, each':>14}", flush=True)
    lines = list(our_lines(options, path))
    for line in lines:
        print(shown(line), flush=True)
    for tuner, names in (("Kernel Tuner", options.kernel_tuner), ("pyATF", options.pyatf)):
        for strategy in filter(None, names.split(",")):
            try:
                line = their_line(pool, tuner, cache, strategy, options)
            except Exception as fault:  # a strategy that its version lacks, or that fails
                print(f"  {tuner} {strategy}: {type(fault).__name__}: {str(fault)[:100]}")
                continue
            lines.append(line)
            print(shown(line), flush=True)
    for budget in BUDGETS:
        ours, theirs = best_of(lines, ("ours",), budget), best_of(lines, TUNERS, budget)
        if ours and theirs:
            print(f"  best after {budget}: ours {ours['strategy']} "
                  f"{ours[f'after_{budget}'][0]:.4f}, theirs {theirs['side']} "
                  f"{theirs['strategy']} {theirs[f'after_{budget}'][0]:.4f}", flush=True)


def compare(options):
    import importlib.metadata
    print(", ".join(f"{name} {importlib.metadata.version(name)}"
                    for name in ("kernel_tuner", "pyatf")),
          f"- load {os.getloadavg()[0]:.1f} on {os.cpu_count()} processors")
    with tempfile.TemporaryDirectory() as folder, ProcessPoolExecutor(options.processes) as pool:
        for path in options.recordings:
            compare_one(pool, path, folder, options)


def parsed():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--ours", required=True, help="the program search_quality")
    parser.add_argument("--repeats", type=int, default=100)
    parser.add_argument("--our-repeats", type=int, help="of ours, where it is not --repeats")
    parser.add_argument("--slow-repeats", type=int, default=20,
                        help="of " + ", ".join(their_tuners.SLOW))
    parser.add_argument("--processes", type=int, default=os.cpu_count())
    parser.add_argument("--kernel-tuner", default=",".join(their_tuners.KERNEL_TUNER))
    parser.add_argument("--pyatf", default=",".join(their_tuners.PYATF))
    parser.add_argument("--our-strategies", default="")
    parser.add_argument("--venv", default=os.path.expanduser(
        "~/.cache/kernelwright/compare-search"))
    parser.add_argument("--packages", default="kernel_tuner pyatf",
                        help="what pip installs, such as 'kernel_tuner==1.4.0 pyatf'")
    parser.add_argument("recordings", nargs="+", metavar="RECORDED")
    return parser.parse_args()


def main():
    options = parsed()
    python = os.path.join(os.path.abspath(options.venv), "bin", "python")
    if os.path.abspath(sys.prefix) != os.path.abspath(options.venv):
        if not os.path.exists(python):
            subprocess.run([sys.executable, "-m", "venv", options.venv], check=True)
        subprocess.run([python, "-m", "pip", "install", "-q", *options.packages.split(),
                        "scikit-learn", "scipy"], check=True)
        os.execv(python, [python, os.path.abspath(__file__), *sys.argv[1:]])
    compare(options)


if __name__ == "__main__":
    main()
