#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The same tuning run many times: how often its winner is the same, or tied with the first one's.

repeated_runs.py KWR RUNNER OUT [--kernel NAME] [--times N] [--budget B]

Each run has a session of its own in OUT, and the same seed. Winners that differ from the first run's
are measured against it in turns, in the first run's session. Prints one line a run and a summary; the
status is 0 where every run succeeded, whatever its winner.
"""
import argparse
import json
import pathlib
import subprocess


def last_line(command):
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    lines = [line for line in done.stdout.splitlines() if line.startswith("{")]
    if not lines:
        raise SystemExit(f"{' '.join(command)}: {done.stderr.strip()[-400:]}")
    return json.loads(lines[-1])


def text_of(configuration):
    return ",".join(f"{name}={value}" for name, value in configuration.items()) or "source"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("kwr")
    parser.add_argument("runner")
    parser.add_argument("out", type=pathlib.Path)
    parser.add_argument("--kernel", default="silu_and_mul")
    parser.add_argument("--times", type=int, default=10)
    parser.add_argument("--budget", default="24")
    given = parser.parse_args()
    given.out.mkdir(parents=True, exist_ok=True)
    where = ["--device", "cuda:0", "--runner", given.runner, "--json"]
    first, same, tied = None, 0, 0
    session = given.out / f"repeated_{given.kernel}_1.kwr"
    for run in range(1, given.times + 1):
        own = given.out / f"repeated_{given.kernel}_{run}.kwr"
        result = last_line([given.kwr, "tune", given.kernel, "--budget", given.budget, "--seed", "1",
                            "--session", str(own), *where])
        winner = text_of(result["best"]["config"])
        first = first or winner
        outcome = "the same"
        if winner == first:
            same += 1
        else:
            duel = last_line([given.kwr, "compare", str(session), first, winner, *where])
            outcome = f"{duel['outcome']}, {duel['speedup']:.4f} {duel['speedup_95']}"
            tied += duel["outcome"] == "tie"
        print(f"run {run}: {winner}, {result['speedup']:.3f} times the source; {outcome}", flush=True)
    print(f"{given.kernel}: of {given.times} runs {same} had the first one's winner, {tied} one tied with it")


if __name__ == "__main__":
    main()
