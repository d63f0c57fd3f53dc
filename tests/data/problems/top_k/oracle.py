# SPDX-License-Identifier: GPL-3.0-or-later
import numpy as np


def reference(case, inputs):
    x = inputs["in"].astype(np.float64)
    order = np.argsort(-x, axis=1, kind="stable")[:, :2]
    return {"values": np.take_along_axis(x, order, axis=1), "indices": order}
