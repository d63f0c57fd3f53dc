// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
__device__ inline int clamped(int i, int n) { return i < 0 ? 0 : (i >= n ? n - 1 : i); }
