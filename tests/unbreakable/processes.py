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


class Run:
    """One kwr tune, whose events are read as they come."""

    def __init__(self, options, evidence, resume):
        runner = shlex.join([str(options.bin / "kwr-runner"), "--launch-log", str(evidence.log)])
        command = [str(options.bin / "kwr"), "tune", options.problem, "--device", "host", "--json",
                   "--seed", "1", "--launches", "20", "--budget", str(options.budget), "--session",
                   str(evidence.session), "--runner", runner]
        command += ["--resume"] if resume else []
        command += [] if options.finals else ["--no-finals"]
        environment = dict(os.environ, KERNELWRIGHT_LOG="warning")
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                        env=environment, text=True, errors="replace")
        self.told = []  # (when it was read, event) of each candidate
        self.summary = None
        self.errors = ""
        self.readers = [threading.Thread(target=self.read_events),
                        threading.Thread(target=self.read_errors)]
        for reader in self.readers:
            reader.start()

    def read_events(self):
        for line in self.process.stdout:
            try:
                event = json.loads(line)
            except ValueError:
                continue  # cut off by a kill
            if event.get("event") == "candidate":
                self.told.append((time.time(), event))
            elif event.get("event") == "summary":
                self.summary = event

    def read_errors(self):
        self.errors = self.process.stderr.read()

    def ended_within(self, seconds):
        try:
            self.process.wait(seconds)
        except subprocess.TimeoutExpired:
            return False
        return True

    def wait(self):
        status = self.process.wait()
        for reader in self.readers:
            reader.join()
        return status

    def how(self):
        if self.process.returncode == -signal.SIGKILL:
            return "kwr was killed"
        text = (self.summary or {}).get("error") or self.errors
        return f"status {self.process.returncode}: " + " ".join(text.split())[:100]
