# SPDX-License-Identifier: GPL-3.0-or-later
import numpy as np


def reference(case, inputs):
    return {"out": np.clip(inputs["in"].astype(np.float64) * 0.5, -448, 448)}
