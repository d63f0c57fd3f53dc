# SPDX-License-Identifier: GPL-3.0-or-later
import numpy as np


def reference(case, inputs):
    kept = inputs["in"][inputs["in"] % 3 == 0]
    out = np.full(case.n, -1)
    out[: len(kept)] = kept
    return {"out": out, "count": np.array([len(kept)])}
