#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""What profile.sh left in OUT, as tables: regime, path and passes of each kernel through the tree and over the full
set, how far the stand-in for sm__throughput is from it, and, where ncu ran, how far the two collectors are apart.

  compare_profiles.py metrics LISTING      the counters to ask ncu for, one text
  compare_profiles.py kernel FOLDER        the kernel that a problem launches; nothing where it launches several
  compare_profiles.py table OUT KERNEL...  the tables; OUT/profile.json gets them too

Status 1 where a regime differs between tree and full set, the path differs between two walks, or the collectors
disagree: bytes and instructions by more than 2 %, percentages by more than 3 points."""
import csv
import json
import pathlib
import statistics
import sys

ELAPSED = ".avg.pct_of_peak_sustained_elapsed"
# What ncu calls a figure whose range is the kernel alone; the others are counters of the listing.
OF_KERNEL = {"dram_utilisation": "gpu__dram_throughput" + ELAPSED, "issue_utilisation": "sm__inst_executed" + ELAPSED,
             "lsu_utilisation": "sm__inst_executed_pipe_lsu" + ELAPSED,
             "alu_utilisation": "sm__pipe_alu_cycles_active" + ELAPSED,
             "fma_utilisation": "sm__pipe_fma_cycles_active" + ELAPSED, "sm_throughput": "sm__throughput" + ELAPSED,
             "l1_utilisation": "l1tex__data_pipe_lsu_wavefronts" + ELAPSED, "l2_utilisation": "lts__t_bytes" + ELAPSED,
             "duration": "gpu__time_duration.sum", "busy_cycles": "sm__cycles_active.max"}
COMPARED = ["dram_bytes_read", "dram_bytes_written", "l2_bytes", "l1_bytes", "l1_hit_rate", "l2_hit_rate",
            "load_efficiency", "instructions", "achieved_occupancy", "active_cycles"]
# They depend on the clock, not on the collector.
INFORMATIVE = {"duration", "busy_cycles", "active_cycles"}


def read(path):
    try:
        return json.loads(path.read_text())
    except (OSError, ValueError):
        return {}


def counters(listing):
    offers = {offer["metric"]: offer["counter"] for offer in listing.get("offers", []) if offer["available"]}
    return {**OF_KERNEL, **{name: offers[name] for name in COMPARED if name in offers}}


def value(profile, metric):
    entry = profile.get("values", {}).get(metric)
    return entry["value"] if entry else None


def walks(out, kernels):
    rows = []
    for kernel in kernels:
        for which in ("source", "best"):
            tree, again, full, modelled = (read(out / f"profile_{kernel}_{which}{end}.json")
                                           for end in ("", "_again", "_full", "_modelled"))
            if not tree:
                continue
            stand_in, throughput = value(full, "sm_utilisation"), value(full, "sm_throughput")
            rows.append({
                "kernel": kernel, "which": which, "case": tree.get("case"), "config": tree.get("config"),
                "regime": tree.get("regime"), "title": tree.get("title"), "path": tree.get("path"),
                "passes": tree.get("passes"), "ms": tree.get("ms"), "full_regime": full.get("regime"),
                "full_passes": full.get("passes"), "full_ms": full.get("ms"),
                "modelled_regime": modelled.get("regime"), "same_again": tree.get("path") == again.get("path"),
                "share_of_roof": value(tree, "share_of_roof"), "dram": value(full, "dram_utilisation"),
                "dram_modelled": value(modelled, "dram_utilisation"), "sm_stand_in": stand_in,
                "sm_throughput": throughput, "occupancy": value(full, "achieved_occupancy"),
                "refusal": tree.get("refusal"), "sentence": tree.get("sentence")})
    return rows


def shown(number, form="{:.1f}"):
    return "-" if number is None else form.format(number)


def print_walks(rows):
    form = "{:13} {:7} {:16} {:32} {:>6} {:>8} {:16} {:>5} {:>6} {:>6} {:>6} {:>6} {:>6}"
    print(form.format("kernel", "which", "regime", "title", "passes", "ms", "full set", "full", "roof %", "dram %",
                      "model%", "sm~ %", "sm %"))
    for row in rows:
        print(form.format(row["kernel"], row["which"], row["regime"] or "-", (row["title"] or "-")[:32],
                          str(row["passes"]), shown(row["ms"]), row["full_regime"] or "-", str(row["full_passes"]),
                          shown(row["share_of_roof"]), shown(row["dram"]), shown(row["dram_modelled"]),
                          shown(row["sm_stand_in"]), shown(row["sm_throughput"])))
        print("    " + " > ".join(row["path"] or []))
        print("    " + (row["sentence"] or "") + (f" [refused: {row['refusal']}]" if row["refusal"] else ""))
    passes = [row["passes"] for row in rows if row["passes"]]
    if passes:
        print(f"median passes {statistics.median(passes)}, most {max(passes)}; full set {rows[0]['full_passes']}")
    agreeing = sum(row["regime"] == row["full_regime"] for row in rows)
    print(f"regime of tree and full set agree on {agreeing} of {len(rows)}")
    apart = [abs(row["sm_stand_in"] - row["sm_throughput"]) for row in rows
             if row["sm_stand_in"] is not None and row["sm_throughput"] is not None]
    if apart:
        print(f"stand-in for sm__throughput: at most {max(apart):.2f} points apart, median {statistics.median(apart):.2f}")


def ncu_rows(path):
    if not path.exists():
        return []
    lines = [line for line in path.read_text(errors="replace").splitlines() if not line.startswith("==")]
    rows = list(csv.reader(lines))
    if len(rows) < 3:
        return []
    head = rows[0]
    return [dict(zip(head, row)) for row in rows[2:] if len(row) == len(head)]


def number(text):
    try:
        return float(text.replace(",", ""))
    except (AttributeError, ValueError):
        return None


def nearest_launch(rows, names, profile):
    """The launches of ncu are of several cases: the one that executed as many instructions as ours did."""
    wanted = value(profile, "instructions")
    counted = [(abs(number(row.get(names["instructions"])) - wanted), index) for index, row in enumerate(rows)
               if number(row.get(names["instructions"])) is not None] if wanted else []
    if not counted:
        return []
    least = min(counted)[0]
    return [rows[index] for distance, index in counted if distance <= least + 0.02 * wanted]


def compare(out, kernels, names):
    table = []
    for kernel in kernels:
        profile = read(out / f"profile_{kernel}_source_full.json")
        rows = ncu_rows(out / f"profile_{kernel}.ncu.csv")
        if not profile or not rows or "instructions" not in names:
            continue
        for metric, counter in names.items():
            theirs = [number(row.get(counter)) for row in nearest_launch(rows, names, profile)]
            theirs = [one for one in theirs if one is not None]
            ours = value(profile, metric)
            if not theirs or ours is None:
                continue
            other = statistics.median(theirs)
            percent = profile["values"][metric]["unit"] == "%"
            apart = ours - other if percent else (ours / other - 1) * 100 if other else 0.0 if ours == 0 else 100.0
            table.append({"kernel": kernel, "metric": metric, "ours": ours, "ncu": other, "launches": len(theirs),
                          "apart": apart, "unit": "points" if percent else "%",
                          "within": metric in INFORMATIVE or abs(apart) <= (3 if percent else 2)})
    return table


def print_comparison(table):
    if not table:
        return
    form = "{:13} {:20} {:>16} {:>16} {:>9} {:6} {}"
    print(form.format("kernel", "metric", "range profiler", "ncu", "apart", "", "launches"))
    for row in table:
        print(form.format(row["kernel"], row["metric"], f"{row['ours']:.6g}", f"{row['ncu']:.6g}", f"{row['apart']:+.2f}",
                          row["unit"], str(row["launches"])) + ("" if row["within"] else "   TOO FAR"))


def main():
    if sys.argv[1] == "metrics":
        print(",".join(counters(read(pathlib.Path(sys.argv[2]))).values()))
        return 0
    if sys.argv[1] == "kernel":
        launches = read(pathlib.Path(sys.argv[2]) / "problem.json").get("launches", [])
        print(launches[0]["function"] if len(launches) == 1 else "")
        return 0
    out, kernels = pathlib.Path(sys.argv[2]), sys.argv[3:]
    rows = walks(out, kernels)
    table = compare(out, kernels, counters(read(out / "profile_list.json")))
    print_walks(rows)
    print_comparison(table)
    (out / "profile.json").write_text(json.dumps({"walks": rows, "collectors": table}, indent=1))
    good = rows and all(row["regime"] == row["full_regime"] and row["same_again"] for row in rows)
    return 0 if good and all(row["within"] for row in table) else 1


if __name__ == "__main__":
    sys.exit(main())
