# SPDX-License-Identifier: GPL-3.0-or-later
import numpy as np


def reference(case, inputs):
    return {"y": 2.0 * inputs["x"][: case.n].astype(np.float64)}
