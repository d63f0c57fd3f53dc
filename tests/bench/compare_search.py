#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Our search strategies and Kernel Tuner's on the same recorded spaces, in one go.

compare_search.py --ours BUILD/tests/bench/search_quality/search_quality [--repeats R]
    [--processes P] [--venv FOLDER] [--theirs NAME,NAME] [--our-strategies NAME,NAME] RECORDED...

RECORDED: Kernel Tuner caches, T4 or KTT results, also gzipped. Kernel Tuner comes from PyPI into
FOLDER (a new one under ~/.cache/kernelwright by default). It runs in its own simulation mode
with its default settings, on a cache that holds the same rows, with the recorded configurations
as its restriction, R times for each budget. What counts is the order in which a run saw different
configurations: the optimum over the best of the first 50 and 200, mean and Student's t interval
over runs; and, of the runs with 200, all evaluations and recorded seconds (compile, benchmark and
framework) spent until 95 % of the optimum or the end, over the number of runs that came there.
"""
import argparse
import gzip
import json
import math
import os
import random
import statistics
import subprocess
import sys
import tempfile
from concurrent.futures import ProcessPoolExecutor

BUDGETS = (50, 200)
GOAL = 0.95
THEIRS = ["random_sample", "genetic_algorithm", "pso", "diff_evo", "simulated_annealing",
          "firefly_algorithm", "mls", "greedy_ils", "basinhopping", "adaptive_tabu_greywolf",
          "bayes_opt"]
# Costs minutes per hundred runs, so it may have fewer; the table says how many each had.
SLOW = {"bayes_opt"}


# --- recordings: parameters, and rows of (values, milliseconds or None, cost in milliseconds)

def load(path):
    opener = gzip.open if path.endswith(".gz") else open
    with opener(path, "rt", encoding="utf-8") as file:
        return json.load(file)


def positive(value):
    is_time = isinstance(value, (int, float)) and not isinstance(value, bool)
    return float(value) if is_time and math.isfinite(value) and value > 0 else None


def rows_of_cache(content):
    keys = content["tune_params_keys"]
    for row in content["cache"].values():
        cost = sum(row.get(part) or 0 for part in ("compile_time", "benchmark_time", "framework_time"))
        failed = "__error__" in row
        yield {key: row[key] for key in keys}, None if failed else positive(row.get("time")), cost


def rows_of_t4(content):
    for row in content["results"]:
        times = row["times"]
        cost = (times.get("compilation", times.get("compilation_time", 0)) +
                times.get("benchmark", 0) + times.get("framework", 0))
        measured = {one["name"]: one["value"] for one in row["measurements"]}
        ok = row["invalidity"] == "correct"
        yield row["configuration"], positive(measured.get("time")) if ok else None, cost


def rows_of_ktt(content):
    scale = {"Nanoseconds": 1e-6, "Microseconds": 1e-3, "Milliseconds": 1, "Seconds": 1e3}[
        content["Metadata"]["TimeUnit"]]
    for row in content["Results"]:
        values = {one["Name"]: one["Value"] for one in row["Configuration"]}
        time_taken = positive(row.get("TotalDuration")) if row["Status"] == "Ok" else None
        cost = (row.get("TotalDuration", 0) + row.get("TotalOverhead", 0)) * scale
        yield values, time_taken and time_taken * scale, cost


def recording(path):
    content = load(path)
    rows = list(rows_of_cache(content) if "cache" in content else
                rows_of_t4(content) if "results" in content else rows_of_ktt(content))
    keys = list(rows[0][0])
    parameters = {key: sorted({row[0][key] for row in rows}) for key in keys}
    return {"parameters": parameters, "rows": rows}


def write_cache(recorded, path):
    """As Kernel Tuner wants it, without what simulating does not need."""
    keys = list(recorded["parameters"])
    cache = {}
    for values, milliseconds, cost in recorded["rows"]:
        entry = dict(values, time=milliseconds if milliseconds else "RuntimeFailedConfig",
                     compile_time=cost, verification_time=0, benchmark_time=0, strategy_time=0,
                     framework_time=0, timestamp="2000-01-01 00:00:00+00:00")
        cache[",".join(str(values[key]) for key in keys)] = entry
    with open(path, "w", encoding="utf-8") as file:
        json.dump({"device_name": "recorded", "kernel_name": "recorded", "problem_size": [1, 1],
                   "tune_params_keys": keys, "tune_params": recorded["parameters"],
                   "objective": "time", "cache": cache}, file)


# --- Kernel Tuner, in processes of its own Python

class Theirs:
    """What a process needs to run Kernel Tuner on one recording."""

    def __init__(self, cache):
        with open(cache, encoding="utf-8") as file:
            content = json.load(file)
        self.cache = cache
        self.keys = content["tune_params_keys"]
        self.parameters = content["tune_params"]
        self.rows = {}
        for row in content["cache"].values():
            time_taken = None if isinstance(row["time"], str) else row["time"]
            self.rows[self.identity(row)] = (time_taken, row["compile_time"])
        self.best = min(time_taken for time_taken, _ in self.rows.values() if time_taken)

    def identity(self, row):
        return tuple(row[key] for key in self.keys)

    def run(self, strategy, budget, seed):
        """The different configurations in the order they were seen, and milliseconds of its own
        per evaluation."""
        import contextlib
        import io

        import kernel_tuner
        import numpy
        random.seed(seed)
        numpy.random.seed(seed % 2**32)

        # Not a lambda: Kernel Tuner takes those apart.
        def recorded(config):
            return self.identity(config) in self.rows

        with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
            results, environment = kernel_tuner.tune_kernel(
                "recorded", "", (1, 1), [], self.parameters, simulation_mode=True,
                restrictions=recorded, cache=self.cache, strategy=strategy,
                strategy_options={"max_fevals": budget}, objective="time", quiet=True)
        own = environment["total_strategy_time"]  # milliseconds, as it measures it itself
        seen = list(dict.fromkeys(self.identity(row) for row in results))
        seen = [identity for identity in seen if identity in self.rows][:budget]
        return seen, own / max(1, len(seen))

    def measure(self, strategy, budget, seed):
        seen, own = self.run(strategy, budget, seed)
        best, spent, reached = None, 0.0, None
        for number, identity in enumerate(seen, 1):
            time_taken, cost = self.rows[identity]
            spent += cost / 1e3
            if time_taken and (best is None or time_taken < best):
                best = time_taken
            if reached is None and best and self.best / best >= GOAL:
                reached = (number, spent)
        return {"fraction": self.best / best if best else 0, "own": own, "reached": reached,
                "spent": reached or (len(seen), spent)}


def theirs_worker(cache, strategy, budget, seeds):
    import logging
    import warnings
    warnings.simplefilter("ignore")
    logging.disable(logging.CRITICAL)
    side = Theirs(cache)
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


def their_line(pool, cache, strategy, options):
    repeats = min(options.repeats, options.slow_repeats) if strategy in SLOW else options.repeats
    line = {"side": "Kernel Tuner", "strategy": strategy, "runs": repeats}
    share = max(1, repeats // (4 * options.processes))
    for budget in BUDGETS:
        jobs = [pool.submit(theirs_worker, cache, strategy, budget,
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


# --- both sides

def our_lines(options, path):
    command = [options.ours, "--json", "--repeats", str(options.repeats), path]
    if options.our_strategies:
        command[1:1] = ["--strategies", options.our_strategies]
    output = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    for text in output.splitlines():
        yield dict(json.loads(text), side="ours", runs=options.repeats)


def shown(line):
    fractions = "  ".join("{:.4f} [{:.4f}, {:.4f}]".format(*line[f"after_{budget}"])
                          for budget in BUDGETS)
    number = lambda value, digits: "never" if value is None else f"{value:.{digits}f}"
    return (f"  {line['side']:13}{line['strategy']:24}{line['runs']:6}  {fractions}"
            f"{100 * line['reached']:7.1f} %{number(line['expected_evaluations'], 1):>10}"
            f"{number(line['expected_seconds'], 1):>12} s{line['own_ms']:11.4f} ms")


def compare(options):
    import importlib.metadata
    print("Kernel Tuner", importlib.metadata.version("kernel_tuner"))
    with tempfile.TemporaryDirectory() as folder, ProcessPoolExecutor(options.processes) as pool:
        for path in options.recordings:
            recorded = recording(path)
            cache = os.path.join(folder, os.path.basename(path).replace(".gz", ""))
            write_cache(recorded, cache)
            usable = sum(row[1] is not None for row in recorded["rows"])
            print(f"{path}: {len(recorded['rows'])} configurations, {usable} usable")
            print(f"  {'':37}{'runs':>6}  {'mean after 50':24} {'mean after 200':24}"
                  f"{'to 95 %':>6}{'evals':>12}{'time':>13}{'own, each':>14}", flush=True)
            lines = list(our_lines(options, path))
            for line in lines:
                print(shown(line), flush=True)
            for strategy in options.theirs.split(","):
                try:
                    line = their_line(pool, cache, strategy, options)
                except Exception as fault:  # a strategy that its version lacks, or that fails
                    print(f"  Kernel Tuner {strategy}: {type(fault).__name__}: {str(fault)[:100]}")
                    continue
                lines.append(line)
                print(shown(line), flush=True)
            for budget in BUDGETS:
                # Not the order of the file, in which a good one may happen to stand early.
                best = {side: max((line for line in lines if line["side"] == side and
                                   line["strategy"] != "exhaustive"),
                                  key=lambda line: line[f"after_{budget}"][0], default=None)
                        for side in ("ours", "Kernel Tuner")}
                if all(best.values()):
                    ours, theirs = (best[side] for side in ("ours", "Kernel Tuner"))
                    print(f"  best after {budget}: ours {ours['strategy']} "
                          f"{ours[f'after_{budget}'][0]:.4f}, theirs {theirs['strategy']} "
                          f"{theirs[f'after_{budget}'][0]:.4f}", flush=True)


def parsed():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--ours", required=True, help="the program search_quality")
    parser.add_argument("--repeats", type=int, default=100)
    parser.add_argument("--slow-repeats", type=int, default=20, help="of " + ", ".join(SLOW))
    parser.add_argument("--processes", type=int, default=os.cpu_count())
    parser.add_argument("--theirs", default=",".join(THEIRS))
    parser.add_argument("--our-strategies", default="")
    parser.add_argument("--venv", default=os.path.expanduser(
        "~/.cache/kernelwright/compare-search"))
    parser.add_argument("--package", default="kernel_tuner",
                        help="what pip installs, such as kernel_tuner==1.4.0")
    parser.add_argument("recordings", nargs="+", metavar="RECORDED")
    return parser.parse_args()


def main():
    options = parsed()
    python = os.path.join(os.path.abspath(options.venv), "bin", "python")
    if os.path.abspath(sys.prefix) != os.path.abspath(options.venv):
        if not os.path.exists(python):
            subprocess.run([sys.executable, "-m", "venv", options.venv], check=True)
        subprocess.run([python, "-m", "pip", "install", "-q", options.package, "scikit-learn",
                        "scipy"], check=True)
        os.execv(python, [python, os.path.abspath(__file__), *sys.argv[1:]])
    compare(options)


if __name__ == "__main__":
    main()
