// SPDX-License-Identifier: GPL-3.0-or-later
// Replacements in a text, made all at once. Internal to lifting/.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace kw::lifting {

struct TextEdit {
  size_t begin = 0;  // bytes: [begin, end)
  size_t end = 0;
  std::string text;
};

// Of two that overlap, the first by place counts.
std::string edited(std::string_view text, std::vector<TextEdit> edits);

}  // namespace kw::lifting
