// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/source_reading/declared_names.h"

#include <algorithm>

namespace kw::reading {

namespace {

class Namer {
 public:
  Namer(const Tokens& all, size_t begin, size_t end) : m_all(all), m_at(begin), m_end(end) {}

  Declared run() {
    while (is(m_at, "template") && is(m_at + 1, "<"))
      m_at = std::min(behindBracket(m_all, m_at + 1), m_end);
    skipAttributes();
    if (is(m_at, "using"))
      nameUsing();
    else if (is(m_at, "typedef"))
      nameTypedef();
    else if (is(m_at, "namespace") && is(m_at + 2, "="))
      add(m_at + 1);
    else if (typeKey() != m_end)
      nameType(typeKey());
    else
      nameFunctionOrVariables();
    return std::move(m_declared);
  }

 private:
  bool is(size_t i, std::string_view text) const { return i < m_end && m_all[i].text == text; }

  void add(size_t i) {
    if (i < m_end && m_all[i].isIdentifier()) m_declared.names.insert(m_all[i].text);
  }

  static bool isAttribute(const std::string& text) {
    return isOneOf(text, {"__attribute__", "__launch_bounds__", "alignas", "__align__", "decltype",
                          "__declspec", "__cluster_dims__", "__maxnreg__", "__builtin_align__",
                          "explicit", "noexcept", "requires", "static_assert"});
  }

  // [[…]] and the like at the beginning.
  void skipAttributes() {
    while (is(m_at, "[") && is(m_at + 1, "["))
      m_at = std::min(behindBracket(m_all, m_at), m_end);
  }

  void nameUsing() {
    m_declared.isUsingNamespace = is(m_at + 1, "namespace");
    if (m_declared.isUsingNamespace) return;
    if (is(m_at + 2, "=")) return add(m_at + 1);
    for (size_t i = m_end; i-- > m_at;)
      if (m_all[i].isIdentifier()) return add(i);
  }

  void nameTypedef() {
    m_declared.isType = true;
    for (size_t i = m_at; i + 2 < m_end; ++i)
      if (is(i, "(") && is(i + 1, "*")) add(i + 2);
    size_t i = m_at + 1;
    if (isOneOf(m_all[std::min(i, m_end - 1)].text, {"struct", "union", "enum"})) {
      nameEnumerators(i);
      add(i + 1);
    }
    for (i = m_end; i-- > m_at;) {
      if (is(i, "]"))
        while (i > m_at && !is(i, "["))
          --i;
      if (m_all[i].isIdentifier()) return add(i);
      if (is(i, "}") || is(i, ")")) return;
    }
  }

  // The struct, class, union or enum of a definition or forward declaration; m_end for functions
  // and variables of such types.
  size_t typeKey() const {
    for (size_t i = m_at; i < m_end; ++i) {
      const std::string& text = m_all[i].text;
      if (isOneOf(text, {"struct", "class", "union", "enum"})) return definesType(i) ? i : m_end;
      if (isOneOf(text, {"(", "{", "=", ";"})) return m_end;
    }
    return m_end;
  }

  bool definesType(size_t key) const {
    for (size_t i = key + 1; i < m_end; ++i) {
      if (isOneOf(m_all[i].text, {"{", ":", ";"})) return true;
      if (is(i, "<")) {
        i = behindBracket(m_all, i) - 1;
      } else if (is(i, "(")) {
        if (!isAttribute(m_all[i - 1].text)) return false;
        i = behindBracket(m_all, i) - 1;
      } else if (isOneOf(m_all[i].text, {"*", "&", "="})) {
        return false;
      }
    }
    return false;
  }

  void nameType(size_t key) {
    m_declared.isType = true;
    size_t name = m_end;
    for (size_t i = key + 1; i < m_end && !isOneOf(m_all[i].text, {"{", ":", ";", "<"}); ++i) {
      if (is(i, "("))
        i = behindBracket(m_all, i) - 1;
      else if (m_all[i].isIdentifier() && !isOneOf(m_all[i].text, {"final", "class", "struct"}) &&
               !isAttribute(m_all[i].text))
        name = i;
    }
    add(name);
    if (is(key, "enum")) nameEnumerators(key);
  }

  void nameEnumerators(size_t key) {
    if (!is(key, "enum")) return;
    while (key < m_end && !is(key, "{"))
      ++key;
    for (size_t i = key; i + 1 < m_end && !is(i, "}"); ++i)
      if (isOneOf(m_all[i].text, {"{", ","})) add(i + 1);
  }

  void nameFunctionOrVariables() {
    size_t last = m_end;  // the identifier before what comes next
    for (size_t i = m_at; i < m_end; ++i) {
      const std::string& text = m_all[i].text;
      if (text == "operator") {
        m_declared.isFunction = m_declared.isOperator = true;
        return nameOwner(i);
      }
      if (m_all[i].isIdentifier()) {
        last = i;
      } else if (text == "<") {
        i = std::min(behindBracket(m_all, i), m_end) - 1;
      } else if (text == "(") {
        if (last != m_end && !isAttribute(m_all[last].text) && nextIsFunction(i)) {
          m_declared.isFunction = true;
          add(last);
          return nameOwner(last);
        }
        i = std::min(behindBracket(m_all, i), m_end) - 1;
      } else if (text == "[") {
        i = std::min(behindBracket(m_all, i), m_end) - 1;
        add(last);
      } else if (isOneOf(text, {"=", ";", ",", "{"})) {
        add(last);
        if (text == "{") return;
        if (text == "=") i = valueEnd(i) - 1;
      }
    }
  }

  // `name(` opens parameters, unless it holds a literal: then it is a variable's value.
  bool nextIsFunction(size_t open) const {
    return open + 1 < m_end && m_all[open + 1].kind != Token::Kind::number &&
           m_all[open + 1].kind != Token::Kind::string;
  }

  size_t valueEnd(size_t i) const {
    for (++i; i < m_end && !isOneOf(m_all[i].text, {",", ";"}); ++i)
      if (isOneOf(m_all[i].text, {"(", "[", "{"})) i = std::min(behindBracket(m_all, i), m_end) - 1;
    return i;
  }

  // A::f, A<T>::f: A too.
  void nameOwner(size_t name) {
    for (size_t i = name; i > m_at + 1 && is(i - 1, "::");) {
      size_t owner = i - 2;
      if (is(owner, ">"))
        while (owner > m_at && !is(owner, "<"))
          --owner;
      if (is(owner, "<") && owner > m_at) --owner;
      add(owner);
      i = owner;
    }
  }

  const Tokens& m_all;
  size_t m_at;
  size_t m_end;
  Declared m_declared;
};

}  // namespace

Declared declaredBy(const Tokens& all, size_t begin, size_t end) {
  return Namer(all, begin, end).run();
}

}  // namespace kw::reading
