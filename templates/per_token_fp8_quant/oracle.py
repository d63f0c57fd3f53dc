# SPDX-License-Identifier: GPL-3.0-or-later
import numpy as np


def reference(case, inputs):
    x = inputs["x"].astype(np.float64)
    largest = np.max(np.abs(x), axis=1)
    scales = np.maximum(largest / 448, 1 / (448 * 512))
    return {"out": np.clip(x / scales[:, None], -448, 448), "scales": scales}
