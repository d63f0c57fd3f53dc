# SPDX-License-Identifier: GPL-3.0-or-later
import numpy as np


def reference(case, inputs):
    return {"total": np.array([np.sum(inputs["in"], dtype=np.float64)])}
