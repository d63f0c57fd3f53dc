// SPDX-License-Identifier: GPL-3.0-or-later
// gzip in memory, through zlib.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "base/result/result.h"

namespace kw::gzip {

// Whether the bytes begin like a gzip file.
bool isCompressed(std::string_view bytes);

struct Unpacked {
  std::string content;
  bool isWhole = true;  // false: the file breaks off, or is damaged from some place on
};
// All members of the file, one behind the other. What cannot be unpacked to its end gives what came
// before. More than `limit` bytes of content are an error (ErrorKind::badInput) that names the
// file: a small file can hold a very large one. `fileName` only stands in messages.
Result<Unpacked> unpack(std::string_view bytes, const std::string& fileName, size_t limit);

// One member, with neither name nor time, so that equal contents give equal files.
Result<std::string> pack(std::string_view content);

}  // namespace kw::gzip
