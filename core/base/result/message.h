// SPDX-License-Identifier: GPL-3.0-or-later
// Words and numbers as they stand in messages.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace kw {

// "1 thread", "2 threads"; `many` where the plural is not `one` with an s.
std::string countedText(int64_t count, std::string_view one, std::string_view many);
template <std::integral Count>
std::string counted(Count count, std::string_view one, std::string_view many = {}) {
  return countedText(static_cast<int64_t>(count), one, many);
}

// "10 s", "0.3 s".
std::string secondsText(double seconds);

// The text with its middle left out ("…") where it has more than `most` bytes. Never cuts through a
// character of UTF-8.
std::string shortened(std::string_view text, size_t most = 200);

// A message that may quote what somebody else wrote: words and lines that nobody would read to
// their end are shortened.
std::string readable(std::string_view message);

}  // namespace kw
