// SPDX-License-Identifier: GPL-3.0-or-later
// Stands in under NVRTC for headers whose functions are built in (assert, printf, memcpy) or have
// no use there.
#pragma once
