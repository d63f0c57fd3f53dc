# SPDX-License-Identifier: GPL-3.0-or-later
import numpy as np


def some_empty(case):
    """Logarithms of sums, a third of them of parts without keys, told by either infinity."""
    values = np.random.default_rng(case.tokens * 31 + case.heads).normal(0, 3, (case.heads, case.tokens))
    values = values.astype(np.float32)
    values.flat[::6] = -np.inf
    values.flat[3::6] = np.inf
    return values


def some_empty_too(case):
    """The like, so that with the others each kind meets each kind."""
    values = np.random.default_rng(case.tokens * 37 + case.heads).normal(0, 3, (case.heads, case.tokens))
    values = values.astype(np.float32)
    values.flat[::4] = -np.inf
    values.flat[1::8] = np.inf
    return values


def reference(case, inputs):
    prefix = inputs["prefix"].astype(np.float64)
    suffix = inputs["suffix"].astype(np.float64)
    p = inputs["prefix_lse"].astype(np.float64)
    s = inputs["suffix_lse"].astype(np.float64)
    p = np.where(np.isinf(p), -np.inf, p)
    s = np.where(np.isinf(s), -np.inf, s)
    largest = np.maximum(p, s)
    empty = np.isinf(largest)
    base = np.where(empty, 0.0, largest)
    p, s = np.exp(p - base), np.exp(s - base)
    total = np.where(empty, 1.0, p + s)
    prefix_share = np.where(empty, 1.0, p / total).T[:, :, None]
    suffix_share = np.where(empty, 0.0, s / total).T[:, :, None]
    return {
        "out": prefix * prefix_share + suffix * suffix_share,
        "out_lse": np.where(empty, -np.inf, np.log(total) + base),
    }
