# SPDX-License-Identifier: GPL-3.0-or-later
"""What a session and its launch log say, compared with what they said before."""
import collections
import datetime
import hashlib
import json
import os
import shutil
import sqlite3
import sys
import tempfile


def seconds_of(utc):
    return datetime.datetime.fromisoformat(utc.replace("Z", "+00:00")).timestamp()


class Evidence:
    def __init__(self, session, log):
        self.session, self.log = session, log
        self.seen = {}       # key: hash of its evaluation's row
        self.committed = {}  # key: when it was known to be committed, seconds since 1970
        self.launches = 0    # lines of the log that were looked at
        self.lives = 0
        self.faults = collections.Counter()

    def fault(self, kind, text):
        self.faults[kind] += 1
        print(f"  {kind}: {text}", file=sys.stderr, flush=True)

    def check(self, run):
        """After a run has ended and nothing of it runs any more."""
        self.lives += 1
        rows, attempts = self.rows()
        if rows is None:
            return
        for key, content in self.seen.items():
            if key not in rows:
                self.fault("lost", f"evaluation {key} was there before")
            elif rows[key][0] != content:
                self.fault("changed", f"evaluation {key} had another content")
        self.check_told(run, rows)
        self.check_attempts(rows, attempts)
        self.check_launches(rows)
        self.seen = {key: row[0] for key, row in rows.items()}

    def rows(self):
        """{key: (hash, attempt, candidate)} and {key: ids of attempts}, from a copy."""
        if not os.path.exists(self.session):  # killed before it was made
            if self.seen:
                self.fault("lost", "the session is gone")
            return None, None
        with tempfile.TemporaryDirectory() as folder:
            for end in ("", "-wal", "-journal"):
                if os.path.exists(f"{self.session}{end}"):
                    shutil.copy(f"{self.session}{end}", f"{folder}/s.kwr{end}")
            try:
                return self.read(sqlite3.connect(f"{folder}/s.kwr"))
            except sqlite3.DatabaseError as error:
                self.fault("damaged", str(error))
                return None, None

    def read(self, database):
        verdict = database.execute("PRAGMA integrity_check").fetchone()[0]
        if verdict != "ok":
            self.fault("damaged", verdict)
        if not database.execute("SELECT 1 FROM sqlite_master WHERE name = 'evaluations'").fetchone():
            return {}, {}  # killed before the first commit
        rows, attempts = {}, collections.defaultdict(list)
        for key, attempt, template, configuration, whole in database.execute(
                "SELECT key, attempt, is_template, configuration, whole FROM evaluations"):
            if key in rows:
                self.fault("doubled", f"two evaluations of {key}")
            candidate = configuration if template else "source"
            rows[key] = (hashlib.sha256(whole.encode()).hexdigest(), attempt, candidate)
        for key, number in database.execute("SELECT key, id FROM attempts"):
            attempts[key].append(number)
        database.close()
        return rows, attempts

    def check_told(self, run, rows):
        """kwr tells a candidate after its commit: what was told must be there."""
        keys = {self.canonical(row[2]): key for key, row in rows.items()}
        for when, event in run.told:
            name = "source" if event["source"] else self.canonical(event["config"])
            if event["verdict"] == "could not judge":
                continue  # never stored, tried again by the next run
            if name not in keys:
                self.fault("lost", f"{name} was told as {event['verdict']} and is not in the session")
            else:
                self.committed.setdefault(keys[name], when)

    @staticmethod
    def canonical(configuration):
        """Of "A=1,B=2", as a session has it, and of {"A": 1, "B": 2}, as kwr tells it."""
        if isinstance(configuration, dict):
            configuration = ",".join(f"{name}={value}" for name, value in configuration.items())
        return ",".join(sorted(configuration.split(",")))

    def check_attempts(self, rows, attempts):
        for key, (_, attempt, name) in rows.items():
            # A verdict without an attempt: too many ended while it was on the device.
            if attempt is not None and any(number > attempt for number in attempts[key]):
                self.fault("doubled", f"{name} was attempted again after its evaluation")

    def check_launches(self, rows):
        lines = []
        if os.path.exists(self.log):
            with open(self.log, encoding="utf-8") as file:
                lines = file.readlines()
        fresh, self.launches = lines[self.launches:], len(lines)
        for line in fresh:
            entry = json.loads(line)
            key = entry["key"]
            if key in self.seen:
                self.fault("doubled", f"{entry['candidate']} was launched again in a later run")
            elif key in self.committed and seconds_of(entry["time"]) > self.committed[key]:
                self.fault("doubled", f"{entry['candidate']} was launched again in the same run")
        now = datetime.datetime.now().timestamp()
        for key in rows:
            self.committed.setdefault(key, now)
