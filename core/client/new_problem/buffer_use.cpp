// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/new_problem/buffer_use.h"

#include <set>

#include "client/source_reading/located_tokens.h"

namespace kw::drafting {

namespace {

using reading::behindBracket;
using reading::isOneOf;
using reading::Tokens;

class UseScan {
 public:
  UseScan(std::string_view text, const std::string& name)
      : m_all(reading::locate(text)), m_names{name} {
    while (m_body < m_all.size() && m_all[m_body].text != "{")
      ++m_body;
  }

  BufferUse run() {
    // Aliases of aliases: each round may find more.
    for (size_t known = 0; known != m_names.size();) {
      known = m_names.size();
      m_use = {};
      for (size_t i = m_body; i < m_all.size(); ++i)
        if (m_all[i].isIdentifier() && m_names.contains(m_all[i].text) && !isMember(i)) judge(i);
    }
    return m_use;
  }

 private:
  bool is(size_t i, std::string_view text) const {
    return i < m_all.size() && m_all[i].text == text;
  }
  bool isMember(size_t i) const { return is(i - 1, ".") || is(i - 1, "->") || is(i - 1, "::"); }

  void judge(size_t i) {
    if (is(i + 1, "[")) {
      if (is(i - 1, "&")) return addAlias(i);
      return judgeAccess(behindBracket(m_all, i + 1));
    }
    if (is(i - 1, "*") && !is(i - 2, ")") && !m_all[i - 2].isIdentifier())
      return judgeAccess(i + 1);
    if (is(i + 1, "=") && !is(i + 2, "=")) return;   // an alias that is set
    if (is(i + 1, "==") || is(i + 1, "!=")) return;  // compared with nullptr
    if (is(i + 1, "+=") || is(i + 1, "++")) return;  // moves on
    addAlias(i);
  }

  // What follows an element: an assignment, an operation and assignment, or anything else.
  void judgeAccess(size_t behind) {
    while (is(behind, ".") || is(behind, "["))
      behind = is(behind, "[") ? behindBracket(m_all, behind) : behind + 2;
    if (is(behind, "=")) {
      m_use.writes = true;
    } else if (behind < m_all.size() &&
               isOneOf(m_all[behind].text,
                       {"+=", "-=", "*=", "/=", "|=", "&=", "^=", "++", "--"})) {
      m_use.writes = m_use.reads = true;
    } else {
      m_use.reads = true;
    }
  }

  // `T* row = … name …;` gives it another name; anything else takes it out of sight.
  void addAlias(size_t i) {
    size_t start = i;
    while (start > m_body && !isOneOf(m_all[start].text, {";", "{", "}"}))
      --start;
    size_t equals = start;
    while (equals < i && !is(equals, "="))
      ++equals;
    if (equals < i && m_all[equals - 1].isIdentifier()) {
      m_names.insert(m_all[equals - 1].text);
    } else if (const size_t behind = castBehind(i); behind != 0) {
      judgeAccess(behind);
    } else {
      m_use.escapes = true;
    }
  }

  // reinterpret_cast<T*>(name)[…]: behind the element; 0 for anything else.
  size_t castBehind(size_t i) const {
    for (size_t open = i; open > m_body && !isOneOf(m_all[open].text, {";", "{", "}"}); --open) {
      if (!is(open, "(") || !is(open - 1, ">")) continue;
      const size_t close = behindBracket(m_all, open);
      if (close > i && is(close, "[")) return behindBracket(m_all, close);
    }
    return 0;
  }

  Tokens m_all;
  std::set<std::string> m_names;
  size_t m_body = 0;
  BufferUse m_use;
};

}  // namespace

BufferUse bufferUse(std::string_view kernelText, const std::string& name) {
  return UseScan(kernelText, name).run();
}

}  // namespace kw::drafting
