// SPDX-License-Identifier: GPL-3.0-or-later
// A text as libclang has read it. Internal to source_reading/.
#pragma once

#include <clang-c/Index.h>

#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "base/result/result.h"
#include "client/source_reading/located_tokens.h"

namespace kw::reading {

struct Extent {
  size_t begin = 0;  // bytes
  size_t end = 0;
  int line = 1;
};

class ClangUnit {
 public:
  static Result<ClangUnit> parse(std::string_view text);

  CXCursor root() const { return clang_getTranslationUnitCursor(m_unit.get()); }
  bool isInText(CXCursor cursor) const;  // and not in the prelude
  Extent extentOf(CXCursor cursor) const;
  std::string textOf(CXCursor cursor) const;
  // Names that diagnostics say are declared nowhere, each once.
  std::vector<std::string> unknownNames() const;

 private:
  struct DisposeIndex {
    void operator()(void* index) const { clang_disposeIndex(index); }
  };
  struct DisposeUnit {
    void operator()(CXTranslationUnit unit) const { clang_disposeTranslationUnit(unit); }
  };
  ClangUnit() = default;
  bool isNamedByUnknown(size_t token, const std::set<std::string>& unknown) const;
  bool isUsedLikeAName(const std::string& name, const std::set<std::string>& unknown,
                       bool isType) const;

  std::string m_text;
  Tokens m_tokens;                              // of the text
  std::unique_ptr<void, DisposeIndex> m_index;  // outlives the unit
  std::unique_ptr<CXTranslationUnitImpl, DisposeUnit> m_unit;
};

}  // namespace kw::reading
