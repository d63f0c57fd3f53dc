# SPDX-License-Identifier: GPL-3.0-or-later
import numpy as np


def reference(case, inputs):
    return {"out": inputs["in"].astype(np.float64).max(axis=1)}
