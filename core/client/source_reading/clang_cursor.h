// SPDX-License-Identifier: GPL-3.0-or-later
// libclang's strings and lists as ours. Internal to source_reading/.
#pragma once

#include <clang-c/Index.h>

#include <string>
#include <vector>

namespace kw::reading {

inline std::string text(CXString string) {
  const char* characters = clang_getCString(string);
  std::string copy = characters ? characters : "";
  clang_disposeString(string);
  return copy;
}

inline std::vector<CXCursor> childrenOf(CXCursor parent) {
  std::vector<CXCursor> children;
  clang_visitChildren(
      parent,
      [](CXCursor child, CXCursor, CXClientData data) {
        static_cast<std::vector<CXCursor>*>(data)->push_back(child);
        return CXChildVisit_Continue;
      },
      &children);
  return children;
}

}  // namespace kw::reading
