// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/lifting/text_edits.h"

#include <algorithm>

namespace kw::lifting {

std::string edited(std::string_view text, std::vector<TextEdit> edits) {
  std::stable_sort(edits.begin(), edits.end(),
                   [](const TextEdit& a, const TextEdit& b) { return a.begin < b.begin; });
  std::string result;
  size_t at = 0;
  for (const TextEdit& edit : edits) {
    if (edit.begin < at || edit.end > text.size()) continue;
    result += text.substr(at, edit.begin - at);
    result += edit.text;
    at = edit.end;
  }
  return result += text.substr(at);
}

}  // namespace kw::lifting
