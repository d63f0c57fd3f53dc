# SPDX-License-Identifier: GPL-3.0-or-later
"""A run of kwr and what it starts."""
import collections
import json
import os
import shlex
import signal
import subprocess
import threading
import time

Process = collections.namedtuple("Process", "pid started kind")


def stat_of(pid):
    """(parent, start time in ticks, state) of proc(5), or None where the process is gone."""
    try:
        with open(f"/proc/{pid}/stat", encoding="utf-8", errors="replace") as file:
            fields = file.read().rpartition(")")[2].split()
    except OSError:
        return None
    return int(fields[1]), int(fields[19]), fields[0]


def kind_of(pid):
    try:
        with open(f"/proc/{pid}/cmdline", "rb") as file:
            words = file.read().split(b"\0")
        with open(f"/proc/{pid}/comm", encoding="utf-8", errors="replace") as file:
            name = file.read().strip()
    except OSError:
        return "gone"
    if b"--device-worker" in words:
        return "device worker"
    if b"--compile-worker" in words:
        return "compile worker"
    if name.startswith("kwr-host-launch"):
        return "launcher"
    if name in ("cc1plus", "as", "collect2", "ld"):
        return "compiler"
    return "runner" if name == "kwr-runner" else "other"


def descendants(root):
    """What `root` started and what that started, oldest first."""
    children = collections.defaultdict(list)
    for entry in os.listdir("/proc"):
        if entry.isdigit() and (stat := stat_of(entry)) and stat[2] != "Z":
            children[stat[0]].append((int(entry), stat[1]))
    found, left = [], [root]
    while left:
        for pid, started in children[left.pop()]:
            found.append(Process(pid, started, kind_of(pid)))
            left.append(pid)
    return sorted(found, key=lambda one: one.started)


def still_there(process):
    stat = stat_of(process.pid)
    return stat is not None and stat[1] == process.started and stat[2] != "Z"


def kill(pid):
    try:
        os.kill(pid, signal.SIGKILL)
    except ProcessLookupError:
        return False
    return True


class Kwr:
    """kwr with --json, whose events are read as they come."""

    running = []

    def __init__(self, programs, arguments, environment=None, held_at=None):
        """With `held_at`, no more than so many candidates are read until release(): kwr waits."""
        self.held_at = held_at
        self.process = subprocess.Popen(
            [str(programs / "kwr"), *arguments, "--json"], stdout=subprocess.PIPE,
            stderr=subprocess.PIPE, text=True, errors="replace",
            env=dict(os.environ, KERNELWRIGHT_LOG="warning") | (environment or {}))
        Kwr.running.append(self)
        self.all = []         # events
        self.candidates = []  # those of that name
        self.times = []       # when each of them was read, seconds since 1970
        self.summary = None
        self.errors = ""
        self.changed = threading.Condition()
        self.readers = [threading.Thread(target=self.read_events, daemon=True),
                        threading.Thread(target=self.read_errors, daemon=True)]
        for reader in self.readers:
            reader.start()

    def read_events(self):
        for line in self.process.stdout:
            try:
                event = json.loads(line)
            except ValueError:
                continue  # cut off by a kill
            with self.changed:
                self.all.append(event)
                if event.get("event") == "candidate":
                    self.candidates.append(event)
                    self.times.append(time.time())
                elif event.get("event") == "summary":
                    self.summary = event
                self.changed.notify_all()
                while self.held_at is not None and len(self.candidates) >= self.held_at:
                    self.changed.wait()
        with self.changed:
            self.changed.notify_all()

    def release(self, held_at=None):
        with self.changed:
            self.held_at = held_at
            self.changed.notify_all()

    def read_errors(self):
        self.errors = self.process.stderr.read()

    def events(self, name):
        return [event for event in self.all if event.get("event") == name]

    def until(self, found, what):
        """The first true answer of `found`; an AssertionError after two minutes or at the end."""
        limit = time.monotonic() + 120
        with self.changed:
            while not (answer := found()):
                if time.monotonic() > limit or not self.readers[0].is_alive():
                    raise AssertionError(f"{what} never came: {self.said()}")
                self.changed.wait(0.2)
            return answer

    def until_candidate(self, number):
        """It goes on only when something else is waited for."""
        self.release(number)
        self.until(lambda: len(self.candidates) >= number, f"candidate {number}")

    def until_notice(self, part):
        self.release()
        seen = getattr(self, "seen", 0)
        notice = self.until(lambda: next((event["text"] for event in self.events("notice")[seen:]
                                          if part in event["text"]), None), f"'{part}'")
        self.seen = len(self.events("notice"))
        return notice

    def until_phase(self, phase, part):
        self.release()
        self.until(lambda: any(event["phase"] == phase and part in json.dumps(event["config"])
                               for event in self.events("phase")), f"{phase} of {part}")

    def until_verdict(self, verdict):
        self.release()
        return self.until(lambda: next((event for event in self.candidates
                                        if event["verdict"] == verdict), None), verdict)

    def ended_within(self, seconds):
        try:
            self.process.wait(seconds)
        except subprocess.TimeoutExpired:
            return False
        return True

    def wait(self, seconds=300):
        self.release()
        try:
            status = self.process.wait(seconds)
        except subprocess.TimeoutExpired:
            raise AssertionError(f"kwr did not end: {self.said()}") from None
        for reader in self.readers:
            reader.join(5)
        return status

    def said(self):
        text = (self.summary or {}).get("error") or ""
        return " ".join((text + " " + self.errors).split())[:600]

    @classmethod
    def end_all(cls):
        for one in cls.running:
            if one.process.poll() is None:
                one.process.kill()
                one.process.wait()
        cls.running.clear()


class Run(Kwr):
    """One tuning run of kills.py."""

    def __init__(self, options, evidence, resume):
        runner = shlex.join([str(options.bin / "kwr-runner"), "--launch-log", str(evidence.log)])
        arguments = ["tune", options.problem, "--device", "host", "--seed", "1", "--launches", "20",
                     "--budget", str(options.budget), "--session", str(evidence.session),
                     "--runner", runner]
        arguments += ["--resume"] if resume else []
        arguments += [] if options.finals else ["--no-finals"]
        super().__init__(options.bin, arguments)

    @property
    def told(self):
        return list(zip(self.times, self.candidates))

    def how(self):
        if self.process.returncode == -signal.SIGKILL:
            return "kwr was killed"
        return f"status {self.process.returncode}: {self.said()[:100]}"
