// SPDX-License-Identifier: GPL-3.0-or-later
// NumPy's .npy files, as far as oracles need them (format versions 1 to 3, see
// https://numpy.org/doc/stable/reference/generated/numpy.lib.format.html): plain little-endian
// numbers and booleans in C order.
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>

#include "base/result/result.h"
#include "runner/oracle/host_array.h"

namespace kw {

// `name` only names the bytes in messages. Refused with what to do instead: Fortran order, byte
// swapped numbers, objects, structures, texts, complex numbers, a truncated or overlong file.
Result<HostArray> parseNpy(std::string_view bytes, const std::string& name);
// `array` has a type that NumPy knows: no bfloat16, no fp8.
std::string npyText(const HostArray& array);

inline constexpr size_t npyReadLimit = size_t{16} << 30;
Result<HostArray> readNpy(const std::filesystem::path& path, size_t limit = npyReadLimit);
// Not atomic: for folders that nobody else looks into.
Status writeNpy(const std::filesystem::path& path, const HostArray& array);

}  // namespace kw
