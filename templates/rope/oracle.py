# SPDX-License-Identifier: GPL-3.0-or-later
import numpy as np


def reference(case, inputs):
    rows = inputs["cache"].astype(np.float64)[inputs["positions"]]
    cosines = rows[:, None, : case.pairs]
    sines = rows[:, None, case.pairs :]

    def turned(heads):
        x = heads.astype(np.float64)
        first, second = x[:, :, : case.pairs], x[:, :, case.pairs :]
        return np.concatenate([first * cosines - second * sines, second * cosines + first * sines], axis=2)

    return {"query": turned(inputs["query"]), "key": turned(inputs["key"])}
