# SPDX-License-Identifier: GPL-3.0-or-later
import numpy as np


def reference(case, inputs):
    return {"out": 0.5 * inputs["in"].astype(np.float64)}
