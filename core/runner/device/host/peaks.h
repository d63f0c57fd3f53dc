// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <map>
#include <string>

namespace kw::host {

// What this machine's processors reach together, measured in about half a second:
// dram_copy_bytes_per_second (a triad a = b + s*c over memory far larger than the caches, three
// times the length counted) and fp32_flops_per_second (independent fused multiply-adds in
// registers, two operations each).
std::map<std::string, double> measurePeaks();

}  // namespace kw::host
