#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Kills a tuning run at random moments and proves that nothing was lost or done twice.

kills.py BIN [--kills N] [--seed S] [--problem NAME] [--budget B] [--apart SECONDS] [--finals]
    [--keep FOLDER]

BIN is the folder of kwr and kwr-runner. A run of B candidates on the host device is begun, and at
random moments SIGKILL goes to kwr, its runner, a worker, the launcher that holds a candidate, or a
compiler. Whatever ends the run, it is gone on with by --resume until its budget is reached; then
the next session begins. After N kills the last one is let run to its end.

Each time nothing runs any more, it is checked that
- the session passes SQLite's integrity check (on a copy, so that only kwr itself recovers it);
- every evaluation seen before is there with the same content, and every one that kwr has told;
- each key has one evaluation, and no attempt was begun after it;
- the runner's launch log has no launch of a candidate after its evaluation was committed;
- nothing that was started is left behind.
The last line says how often each of this was not so; the status is 1 if anything was.
"""
import argparse
import collections
import json
import os
import pathlib
import random
import sys
import tempfile
import time

from evidence import Evidence
from processes import Run, descendants, kill, still_there

KINDS = ["kwr", "runner", "device worker", "compile worker", "launcher", "compiler"]


def target_of(kind, run):
    """A process of that kind, or kwr itself where there is none at this moment."""
    found = [one for one in descendants(run.process.pid) if one.kind == kind]
    return ("kwr", run.process.pid) if not found else (kind, found[-1].pid)


def wait_until_gone(known, seconds=60):
    limit = time.monotonic() + seconds
    while time.monotonic() < limit:
        if not any(still_there(one) for one in known):
            return []
        time.sleep(0.02)
    return [one for one in known if still_there(one)]


class Kills:
    def __init__(self, options, folder):
        self.options = options
        self.folder = folder
        self.random = random.Random(options.seed)
        self.done = collections.Counter()  # by kind
        self.ends = collections.Counter()  # how runs ended
        self.left_behind = 0
        self.short = 0  # sessions that never came to their budget
        self.sessions = []

    def whole_session(self):
        """One session, from nothing to its budget, with kills as long as there are any left."""
        number = len(self.sessions) + 1
        evidence = Evidence(self.folder / f"session-{number}.kwr", self.folder / f"launches-{number}")
        self.sessions.append(evidence)
        for life in range(1000):
            run = Run(self.options, evidence, resume=life > 0)
            known = self.live(run)
            status = run.wait()
            behind = wait_until_gone(known)
            self.left_behind += len(behind)
            for one in behind:
                print(f"  left behind: {one}", file=sys.stderr)
            self.ends["reached the budget" if status == 0 else run.how()] += 1
            evidence.check(run)
            if status == 0:
                return self.finish(evidence, run)
        self.short += 1

    def live(self, run):
        """Kills until the run has ended by itself or kwr was hit; gives all that was seen."""
        known = {}
        while sum(self.done.values()) < self.options.kills:
            kind = self.random.choice(KINDS)
            if run.ended_within(self.random.uniform(0, self.options.apart)):
                break
            for one in descendants(run.process.pid):
                known[one.pid] = one
            kind, pid = target_of(kind, run)
            if not kill(pid):
                continue
            self.done[kind] += 1
            if kind == "kwr":
                break
        if sum(self.done.values()) >= self.options.kills and run.process.poll() is None:
            for one in descendants(run.process.pid):
                known[one.pid] = one
        return list(known.values())

    def finish(self, evidence, run):
        summary = run.summary or {}
        if summary.get("evaluated") != self.options.budget:
            self.short += 1
            print(f"  the run ended with {summary.get('evaluated')} of {self.options.budget}",
                  file=sys.stderr)
        print(f"session {len(self.sessions)}: {len(evidence.seen)} evaluations, "
              f"{summary.get('verified')} verified, {evidence.lives} runs, "
              f"{sum(self.done.values())} kills so far", flush=True)

    def report(self):
        total = collections.Counter()
        for evidence in self.sessions:
            total.update(evidence.faults)
        return {
            "kills": sum(self.done.values()), "seed": self.options.seed,
            "by_target": dict(self.done), "runs": sum(one.lives for one in self.sessions),
            "ends": dict(self.ends), "sessions": len(self.sessions),
            "evaluations": sum(len(one.seen) for one in self.sessions),
            "launches": sum(one.launches for one in self.sessions),
            "sessions_short_of_budget": self.short, "left_behind": self.left_behind,
            "damaged": total["damaged"], "lost": total["lost"], "changed": total["changed"],
            "doubled": total["doubled"],
        }


def parsed():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("bin", type=pathlib.Path)
    parser.add_argument("--kills", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--problem", default="silu_and_mul")
    parser.add_argument("--budget", type=int, default=40)
    parser.add_argument("--apart", type=float, default=4, help="at most so many seconds between kills")
    parser.add_argument("--finals", action="store_true", help="with measuring the best in turns")
    parser.add_argument("--keep", type=pathlib.Path, help="where sessions and logs stay")
    return parser.parse_args()


def main():
    options = parsed()
    with tempfile.TemporaryDirectory() as temporary:
        folder = options.keep or pathlib.Path(temporary)
        folder.mkdir(parents=True, exist_ok=True)
        kills = Kills(options, folder)
        begun = time.monotonic()
        while not kills.sessions or sum(kills.done.values()) < options.kills:
            kills.whole_session()
        report = kills.report()
        report["minutes"] = round((time.monotonic() - begun) / 60, 1)
    print(json.dumps(report))
    faults = ["sessions_short_of_budget", "left_behind", "damaged", "lost", "changed", "doubled"]
    return 1 if any(report[one] for one in faults) else 0


if __name__ == "__main__":
    os.umask(0o077)
    sys.exit(main())
