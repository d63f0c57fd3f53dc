# SPDX-License-Identifier: GPL-3.0-or-later
import numpy as np


def reference(case, inputs):
    products = inputs["values"].astype(np.float64) * inputs["x"].astype(np.float64)[inputs["columns"]]
    sums = np.concatenate([[0], np.cumsum(products)])
    offsets = inputs["offsets"]
    return {"out": sums[offsets[1:]] - sums[offsets[:-1]]}
