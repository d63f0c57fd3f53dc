#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Tuning runs that meet with bad luck, for real.

misfortunes.py BIN NULL_RUNNER [NAME ...]

BIN is the folder of kwr and kwr-runner, NULL_RUNNER the runner of tests/support. Each misfortune
below is one function; what it says first is what must come of it. Those that need root, a file
system or a program that is not here are skipped with the reason: as root, with bindfs and
libfaketime installed (or named in KW_BINDFS and KW_FAKETIME), none is. Status 1 if one went wrong.
"""
import collections
import contextlib
import json
import os
import pathlib
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time

import problems
from processes import Kwr, descendants


class Skip(Exception):
    pass


class Bench:
    """A folder for one misfortune."""

    def __init__(self, folder, programs, null_runner):
        self.folder, self.programs, self.null_runner = folder, programs, null_runner

    def tune(self, budget, session=None, faults=("none",), environment=None, runner=None,
             resume=False):
        problem = self.folder / "problem"
        if not problem.exists():
            problems.write_null_problem(problem, faults)
        arguments = ["tune", str(problem), "--device", "null", "--budget", str(budget), "--strategy",
                     "exhaustive", "--no-finals", "--session", str(session or self.session),
                     "--runner", runner or str(self.null_runner)]
        return Kwr(self.programs, arguments + (["--resume"] if resume else []), environment,
                   held_at=5)

    @property
    def session(self):
        return self.folder / "s.kwr"


def expect(condition, what):
    if not condition:
        raise AssertionError(what)


def finished(run, evaluated):
    """Waits; everything must have been reached."""
    status = run.wait()
    expect(status == 0, f"status {status}: {run.said()}")
    expect(run.summary["evaluated"] == evaluated, f"evaluated {run.summary['evaluated']}")
    return run.summary


def rows(session):
    with contextlib.closing(sqlite3.connect(f"file:{session}?mode=ro", uri=True)) as database:
        expect(database.execute("PRAGMA integrity_check").fetchone()[0] == "ok", "damaged")
        return [json.loads(row[0]) | {"row": row[1]} for row in database.execute(
            "SELECT whole, id FROM evaluations ORDER BY id")]


@contextlib.contextmanager
def mounted(command, folder):
    if os.geteuid() != 0:
        raise Skip("only root may mount")
    folder.mkdir()
    done = subprocess.run(command + [str(folder)], capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise Skip(f"{command[0]}: {done.stderr.strip()}")
    try:
        yield folder
    finally:
        subprocess.run(["umount", "--lazy", str(folder)], check=False)


# --- disks

def disk_full(bench):
    """The run waits for room, and goes on when there is some."""
    with mounted(["mount", "-t", "tmpfs", "-o", "size=8m", "none"], bench.folder / "disk") as disk:
        run = bench.tune(3000, disk / "s.kwr")
        run.until_candidate(5)
        with contextlib.suppress(OSError), open(disk / "ballast", "wb", buffering=0) as ballast:
            while True:
                ballast.write(b"x" * 4096)
        notice = run.until_notice("waiting for the session")
        expect("is full" in notice, notice)
        (disk / "ballast").unlink()
        subprocess.run(["mount", "-o", "remount,size=200m", str(disk)], check=True)
        finished(run, 3000)
        expect(len(rows(disk / "s.kwr")) == 3001, "not all is stored")


def disk_full_for_good(bench):
    """Stopped while it waits, it says what it measured; the session opens, and a later run goes on."""
    with mounted(["mount", "-t", "tmpfs", "-o", "size=8m", "none"], bench.folder / "disk") as disk:
        run = bench.tune(3000, disk / "s.kwr")
        run.until_candidate(5)
        with contextlib.suppress(OSError), open(disk / "ballast", "wb", buffering=0) as ballast:
            while True:
                ballast.write(b"x" * 4096)
        run.until_notice("waiting for the session")
        run.process.send_signal(signal.SIGINT)
        expect(run.wait() == 130, run.said())
        expect(run.summary["evaluated"] >= 5, "what was measured is not counted")
        subprocess.run(["mount", "-o", "remount,size=200m", str(disk)], check=True)
        summary = finished(bench.tune(3000, disk / "s.kwr", resume=True), 3000)
        expect(summary["resumed"] >= 5, "nothing was kept")
        expect(len(rows(disk / "s.kwr")) == 3001, "not all is stored")


def immutable(path, on):
    done = subprocess.run(["chattr", "+i" if on else "-i", str(path)], capture_output=True, text=True,
                          check=False)
    if on and done.returncode != 0:
        raise Skip(f"chattr: {done.stderr.strip()}")


def folder_made_read_only(bench):
    """Nothing can be made or removed beside the session any more: the run reaches its budget."""
    folder = bench.folder / "folder"
    folder.mkdir()
    run = bench.tune(3000, folder / "s.kwr")
    run.until_candidate(5)
    immutable(folder, True)
    try:
        finished(run, 3000)
    finally:
        immutable(folder, False)
    # It stays in several files, which the next one folds.
    summary = finished(bench.tune(3001, folder / "s.kwr", resume=True), 3001)
    expect(summary["resumed"] == 3000, "not all was kept")
    expect(sorted(os.listdir(folder)) == ["s.kwr"], str(os.listdir(folder)))


def session_made_read_only(bench):
    """The session's files cannot be written any more: the run waits, and goes on when they can."""
    folder = bench.folder / "folder"
    folder.mkdir()
    run = bench.tune(3000, folder / "s.kwr")
    run.until_candidate(5)
    files = [file for file in folder.iterdir() if file.suffix != ".kwr-shm"]
    try:
        for file in files:
            immutable(file, True)
        run.until_notice("waiting for the session")
    finally:
        for file in files:
            immutable(file, False)
    finished(run, 3000)
    expect(len(rows(folder / "s.kwr")) == 3001, "not all is stored")


def network_file_system(bench):
    """It is said, the journal needs no shared memory, a second program is refused by name, and a
    kill costs nothing."""
    bindfs = os.environ.get("KW_BINDFS") or shutil.which("bindfs")
    if not bindfs:
        raise Skip("bindfs is not installed")
    real = bench.folder / "real"
    real.mkdir()
    with mounted([bindfs, str(real)], bench.folder / "far") as far:
        run = bench.tune(2000, far / "s.kwr")
        run.until_candidate(5)
        other = bench.tune(5, far / "s.kwr")
        expect(other.wait() != 0, "two programs write to one session")
        expect(str(run.process.pid) in other.said(), other.said())
        expect(not (far / "s.kwr-wal").exists(), "a write-ahead log without shared memory")
        run.process.kill()
        run.wait()
        expect("(FUSE)" in run.said(), run.said())
        summary = finished(bench.tune(2000, far / "s.kwr", resume=True), 2000)
        expect(summary["resumed"] >= 5, "nothing was kept")
        expect(len(rows(far / "s.kwr")) == 2001, "not all is stored")


# --- programs

def two_programs(bench):
    """The second one is refused and told who has the session; the first notices nothing."""
    first = bench.tune(3000)
    first.until_candidate(5)
    second = bench.tune(5)
    expect(second.wait() != 0, "two programs write to one session")
    expect(f"is being written by process {first.process.pid}" in second.said(), second.said())
    finished(first, 3000)
    expect(len(rows(bench.session)) == 3001, "not all is stored")


def clock_set_back(bench):
    """The order of results and their durations have nothing to do with the clock on the wall."""
    library = os.environ.get("KW_FAKETIME") or next(
        (str(one) for one in pathlib.Path("/usr/lib").glob("*/faketime/libfaketimeMT.so.1")), None)
    if not library:
        raise Skip("libfaketime is not installed")
    if any(b"libasan" in subprocess.run(["ldd", one], capture_output=True, check=True).stdout
           for one in (bench.programs / "kwr", bench.null_runner)):
        raise Skip("libfaketime and the address sanitizer both want to be first")
    offset = bench.folder / "offset"
    offset.write_text("+0\n")
    run = bench.tune(3000, environment={
        "LD_PRELOAD": library, "FAKETIME_TIMESTAMP_FILE": str(offset), "FAKETIME_NO_CACHE": "1",
        "FAKETIME_DONT_FAKE_MONOTONIC": "1"})
    run.until_candidate(5)
    offset.write_text("-3d\n")
    begun = time.monotonic()
    summary = finished(run, 3000)
    took = time.monotonic() - begun
    found = rows(bench.session)
    expect(found[1]["started"] > found[-1]["started"], "the clock was not set back")
    order = [one["candidate"]["configuration"] for one in found[1:]]
    told = [event["config"] for event in run.candidates if not event["source"]]
    expect(len(order) == len(told) == 3000, "not all is there")
    expect(order == told, "stored in another order than told")
    for event in run.events("progress"):
        expect(0 <= event["elapsed_s"] < took + 60, f"elapsed {event['elapsed_s']}")
    for one in found:
        expect(all(0 <= cost < 60_000 for cost in one["costs"].values()), str(one["costs"]))
    expect(summary["resumed"] == 0, "resumed")
    summary = finished(bench.tune(3001, resume=True), 3001)
    expect(summary["resumed"] == 3000, "not all is known again")


# --- runners and devices

def connection_drops(bench):
    """The runner is started again; what it was doing is done again, and nothing else."""
    run = bench.tune(3000, runner=f"sh -c 'cat | {bench.null_runner} | cat'")
    for _ in range(2):
        # More than a runner has in flight: the one that answers now has been there for a while.
        run.until_candidate(len(run.candidates) + 600)
        behind = descendants(run.process.pid)
        for one in behind:
            name = pathlib.Path(f"/proc/{one.pid}/comm").read_text(encoding="utf-8").strip()
            if name in ("cat", "sh"):
                os.kill(one.pid, signal.SIGKILL)
        notice = run.until_notice("was lost")
        expect("it is started again" in notice, notice)
    finished(run, 3000)
    keys = [one["key"] for one in rows(bench.session)]
    expect(len(keys) == len(set(keys)) == 3001, "not each once")


def device_lost_for_a_moment(bench):
    """The candidate that hung is named, the device opened again, and the search goes on."""
    finished(bench.tune(12, faults=("none", "hung")), 12)
    verdicts = [one["verdict"]["kind"] for one in rows(bench.session)]
    expect("hung" in verdicts and "verified" in verdicts, str(set(verdicts)))


def device_lost_for_good(bench):
    """The run ends and says how to go on; when the device is back, a later one does."""
    faults = bench.folder / "faults"
    faults.write_text("")
    environment = {"KERNELWRIGHT_NULL_FAULTS": str(faults)}
    run = bench.tune(20000, environment=environment)
    run.until_candidate(50)
    faults.write_text("open_crash")
    for one in descendants(run.process.pid):
        if one.kind == "device worker":
            os.kill(one.pid, signal.SIGKILL)
    status = run.wait()
    expect(status == 1, f"status {status}: {run.said()}")
    expect("--resume" in run.said() or "the run goes on" in run.said(), run.said())
    faults.write_text("")
    summary = finished(bench.tune(1000, environment=environment, resume=True), 1000)
    expect(summary["resumed"] >= 50, "nothing was kept")


def attempts_on_device(session, part):
    """How many attempts at each such candidate are on the device, as the session has it."""
    with contextlib.closing(sqlite3.connect(f"file:{session}?mode=ro", uri=True)) as database:
        return collections.Counter(row[0] for row in database.execute(
            "SELECT candidate FROM attempts WHERE started = 1 AND outcome = ''") if part in row[0])


def killed_on_device(bench):
    """A run killed, with all its processes, while one more slow candidate is on the device."""
    resume = bench.session.exists()
    before = attempts_on_device(bench.session, "slow").total() if resume else 0
    run = bench.tune(16, faults=("slow", "none"), resume=resume)
    run.until_phase("timing", "slow")
    run.until(lambda: attempts_on_device(bench.session, "slow").total() > before,
              "an attempt on the device")
    everything = descendants(run.process.pid)
    run.process.kill()
    for one in everything:
        with contextlib.suppress(ProcessLookupError):
            os.kill(one.pid, signal.SIGKILL)
    run.wait()


def candidate_that_takes_the_machine_down(bench):
    """Twice begun and never ended: the next run counts it as hung and does not run it."""
    # There are several of that kind, and which one comes first is a matter of which compiled first.
    for _ in range(6):
        killed_on_device(bench)
        if max(attempts_on_device(bench.session, "slow").values()) == 2:
            break
    run = bench.tune(16, resume=True)
    run.release()
    run.until(lambda: any("counts as hung without being run: 2 earlier runs" in event["message"]
                          for event in run.candidates if event["verdict"] == "hung"),
              "the one that was begun twice")
    run.process.kill()
    run.wait()


def out_of_memory(bench):
    """A case larger than the machine is refused with the reason before a session is made."""
    problem = bench.folder / "large"
    problems.write_null_problem(problem, ["none"], elements=6 * 10**10)
    run = Kwr(bench.programs, ["tune", str(problem), "--device", "host", "--budget", "1",
                               "--session", str(bench.session)])
    expect(run.wait() in (1, 2), run.said())
    expect("MiB are free" in run.said(), run.said())
    expect(not bench.session.exists(), "a session was made")


def out_of_memory_for_some(bench):
    """A configuration whose workspace is larger than the machine is named; the others go on."""
    problem = bench.folder / "workspace"
    problems.write_workspace_problem(problem)
    run = Kwr(bench.programs, ["tune", str(problem), "--device", "host", "--budget", "2",
                               "--strategy", "exhaustive", "--no-finals", "--session",
                               str(bench.session)])
    finished(run, 2)
    verdicts = {event["config"]["SHARE"]: event for event in run.candidates if not event["source"]}
    expect(verdicts[1]["verdict"] == "verified", str(verdicts[1]))
    expect(verdicts[1000000]["verdict"] == "exceeds limits", str(verdicts[1000000]))
    expect("memory" in json.dumps(verdicts[1000000]), str(verdicts[1000000]))


def candidates_that_mean_harm(bench):
    """Each is stopped, its verdict says what it tried, and the search goes on."""
    problem = bench.folder / "harm"
    problems.write_harmful_problem(problem)
    run = Kwr(bench.programs, ["tune", str(problem), "--device", "host", "--budget",
                               str(len(problems.HARM)), "--strategy", "exhaustive", "--no-finals",
                               "--session", str(bench.session)])
    finished(run, len(problems.HARM))
    for event in run.candidates:
        if event["source"]:
            continue
        text, named = problems.HARM[event["config"]["HARM"]]
        expect(event["verdict"] == ("crashed" if text else "verified"), str(event))
        expect(named in event["message"], str(event))


MISFORTUNES = [disk_full, disk_full_for_good, folder_made_read_only, session_made_read_only,
               network_file_system, two_programs, clock_set_back, connection_drops,
               device_lost_for_a_moment, device_lost_for_good,
               candidate_that_takes_the_machine_down, out_of_memory, out_of_memory_for_some,
               candidates_that_mean_harm]


def meet(misfortune, programs, null_runner):
    # Not on /tmp, which may be memory and then has no attributes.
    with tempfile.TemporaryDirectory(dir=os.environ.get("KW_FOLDER")) as folder:
        try:
            misfortune(Bench(pathlib.Path(folder), programs, null_runner))
        except Skip as why:
            return f"skipped: {why}"
        except AssertionError as what:
            return f"WRONG: {what}"
        finally:
            Kwr.end_all()
    return "as it must be"


def main():
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    programs, null_runner = (pathlib.Path(one).resolve() for one in sys.argv[1:3])
    wrong = 0
    for misfortune in MISFORTUNES:
        if sys.argv[3:] and misfortune.__name__ not in sys.argv[3:]:
            continue
        begun = time.monotonic()
        came = meet(misfortune, programs, null_runner)
        wrong += came.startswith("WRONG")
        print(f"{misfortune.__name__}: {came} ({time.monotonic() - begun:.1f} s)", flush=True)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
