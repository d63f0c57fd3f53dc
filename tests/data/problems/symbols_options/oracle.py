# SPDX-License-Identifier: GPL-3.0-or-later
import numpy as np


def make_taps(case):
    return np.array([1, 4, 6, 4, 1], dtype=np.float32) / 16


def reference(case, inputs):
    x = inputs["in"].astype(np.float64)
    padded = np.concatenate([np.repeat(x[:1], 2), x, np.repeat(x[-1:], 2)])
    taps = make_taps(case).astype(np.float64)
    return {"out": 2 * sum(taps[k] * padded[k : k + case.n] for k in range(5))}
