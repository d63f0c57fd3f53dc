#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""What kills.py would say of sessions and logs that are not as they must be."""
import contextlib
import io
import json
import pathlib
import sqlite3
import tempfile
import types
import unittest

from evidence import Evidence


class TestEvidence(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        folder = pathlib.Path(self.folder.name)
        self.evidence = Evidence(folder / "s.kwr", folder / "launches")
        self.change("CREATE TABLE evaluations(id INTEGER PRIMARY KEY, key TEXT, attempt INTEGER, "
                    "is_template INTEGER, configuration TEXT, whole TEXT)",
                    "CREATE TABLE attempts(id INTEGER PRIMARY KEY, key TEXT)",
                    "INSERT INTO attempts VALUES(1, 'a'), (2, 'b')",
                    "INSERT INTO evaluations VALUES(1, 'a', 1, 0, '', 'one'), "
                    "(2, 'b', 2, 1, 'BLOCK=32,VEC=4', 'two')")
        self.check()
        self.assertEqual(self.evidence.faults.total(), 0)

    def change(self, *statements):
        with contextlib.closing(sqlite3.connect(self.evidence.session)) as database:
            for statement in statements:
                database.execute(statement)
            database.commit()

    def check(self, told=()):
        with contextlib.redirect_stderr(io.StringIO()):
            self.evidence.check(types.SimpleNamespace(told=list(told)))

    def found(self, **faults):
        self.assertEqual(dict(self.evidence.faults), faults)

    def test_an_evaluation_that_is_gone_is_lost(self):
        self.change("DELETE FROM evaluations WHERE key = 'b'")
        self.check()
        self.found(lost=1)

    def test_a_session_that_is_gone_is_lost(self):
        self.evidence.session.unlink()
        self.check()
        self.found(lost=1)

    def test_what_was_told_must_be_there(self):
        told = {"source": False, "config": {"BLOCK": 64, "VEC": 4}, "verdict": "verified"}
        self.check([(1.0, told)])
        self.found(lost=1)

    def test_another_content_is_a_change(self):
        self.change("UPDATE evaluations SET whole = 'three' WHERE key = 'b'")
        self.check()
        self.found(changed=1)

    def test_a_second_evaluation_is_doubled(self):
        self.change("INSERT INTO evaluations VALUES(3, 'b', 2, 1, 'BLOCK=32,VEC=4', 'two')")
        self.check()
        self.found(doubled=1)

    def test_an_attempt_after_the_evaluation_is_doubled(self):
        self.change("INSERT INTO attempts VALUES(3, 'a')")
        self.check()
        self.found(doubled=1)

    def test_a_launch_after_the_evaluation_is_doubled(self):
        entry = {"time": "2026-01-02T03:04:05.678Z", "key": "b", "candidate": "BLOCK=32,VEC=4"}
        self.evidence.log.write_text(json.dumps(entry) + "\n", encoding="utf-8")
        self.check()
        self.found(doubled=1)

    def test_a_damaged_file_is_named(self):
        content = bytearray(self.evidence.session.read_bytes())
        content[100:400] = bytes(300)
        self.evidence.session.write_bytes(content)
        self.check()
        self.assertEqual(self.evidence.faults["damaged"], 1)


if __name__ == "__main__":
    unittest.main()
