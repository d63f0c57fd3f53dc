// SPDX-License-Identifier: GPL-3.0-or-later
// What CUDA's header of this name gives is there from the beginning.
#pragma once
