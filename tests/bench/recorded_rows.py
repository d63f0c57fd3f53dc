# SPDX-License-Identifier: GPL-3.0-or-later
"""Recordings for compare_search.py: Kernel Tuner caches, T4 and KTT results, also gzipped, as
parameters and rows of (values, milliseconds or None where it failed, cost in milliseconds)."""
import gzip
import json
import math


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
