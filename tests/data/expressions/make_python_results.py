#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes python_results.json: random expressions with what Python itself makes of them.

Only operations on which the language promises to agree with Python are drawn. Run it again only to
change the draw: the file is what the tests read.
"""
import json
import random

NAMES = {"a": 7, "b": -3, "c": 64, "d": 0, "e": 2.5, "t": True}


def number(rng, depth):
    if depth == 0 or rng.random() < 0.2:
        if rng.random() < 0.6:
            return rng.choice(list(NAMES))
        return rng.choice(["0", "1", "2", "3", "12", "0x1f", "1024", "0.5", "2.5", "1e3"])
    kind = rng.randrange(9)
    if kind < 5:
        operator = rng.choice(["+", "-", "*", "/", "//", "%"])
        return f"{number(rng, depth - 1)} {operator} {number(rng, depth - 1)}"
    if kind == 5:
        return f"({number(rng, depth - 1)})"
    if kind == 6:
        return f"-{number(rng, depth - 1)}"
    if kind == 7:
        return f"{rng.choice(['min', 'max'])}({number(rng, depth - 1)}, {number(rng, depth - 1)})"
    return f"({number(rng, depth - 1)} if {truth(rng, depth - 1)} else {number(rng, depth - 1)})"


def truth(rng, depth):
    kind = rng.randrange(6) if depth > 0 else 0
    if kind < 2:
        operator = rng.choice(["==", "!=", "<", "<=", ">", ">="])
        return f"{number(rng, max(depth - 1, 0))} {operator} {number(rng, max(depth - 1, 0))}"
    if kind == 2:
        return f"{number(rng, depth - 1)} <= {number(rng, depth - 1)} < {number(rng, depth - 1)}"
    if kind == 3:
        return f"not ({truth(rng, depth - 1)})"
    if kind == 4:
        word = rng.choice(["in", "not in"])
        return f"{number(rng, depth - 1)} {word} ({number(rng, depth - 1)}, {number(rng, depth - 1)})"
    return f"({truth(rng, depth - 1)}) {rng.choice(['and', 'or'])} ({truth(rng, depth - 1)})"


def evaluated(text):
    try:
        value = eval(text, {"__builtins__": {}}, {**NAMES, "min": min, "max": max})
    except ZeroDivisionError:
        return {"expression": text, "error": "division by zero"}
    if isinstance(value, int) and not isinstance(value, bool) and abs(value) >= 2**53:
        return None
    return {"expression": text, "value": value}


def main():
    rng = random.Random(1)
    rows = []
    while len(rows) < 400:
        text = (truth if rng.random() < 0.4 else number)(rng, 4)
        row = evaluated(text)
        if len(text) < 120 and row:
            rows.append(row)
    with open("python_results.json", "w") as out:
        json.dump({"names": NAMES, "rows": rows}, out, indent=0)
        out.write("\n")


if __name__ == "__main__":
    main()
