// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/source_reading/integer_constants.h"

#include <algorithm>

#include "base/expression/expression.h"
#include "client/source_reading/located_tokens.h"

namespace kw::reading {

namespace {

using expression::Expression;
using expression::Value;

class Finder {
 public:
  explicit Finder(std::string_view text) : m_all(locate(text)) {}

  std::vector<IntegerConstant> run() {
    for (size_t i = 0; i < m_all.size(); ++i) {
      if (m_all[i].isDirective())
        readMacro(m_all[i]);
      else if (isOneOf(m_all[i].text, {"constexpr", "const"}))
        readVariable(i);
    }
    return std::move(m_found);
  }

 private:
  void readMacro(const LocatedToken& directive) {
    const Tokens words = directiveWords(directive);
    if (words.size() < 3 || words[0].text != "define") return;
    if (words[2].text == "(" && words[2].begin == words[1].end) return;  // takes arguments
    add(words[1].text, words, 2, words.size(), directive.line, directive.begin, directive.end,
        true);
  }

  // const int NAME = value;
  void readVariable(size_t i) {
    bool isInteger = false;
    size_t at = i + 1;
    for (; at < m_all.size() && m_all[at].isIdentifier(); ++at) {
      if (at + 1 < m_all.size() && isOneOf(m_all[at + 1].text, {"=", "{"})) break;
      isInteger = isInteger ||
                  isOneOf(m_all[at].text, {"int", "unsigned", "long", "short", "size_t", "uint",
                                           "int32_t", "uint32_t", "int64_t", "uint64_t", "auto"});
    }
    if (!isInteger || at + 2 >= m_all.size() || !m_all[at].isIdentifier()) return;
    const bool braces = m_all[at + 1].text == "{";
    size_t end = at + 2;
    while (end < m_all.size() && !isOneOf(m_all[end].text, {";", ",", "}"}) &&
           !m_all[end].isDirective())
      end = isOneOf(m_all[end].text, {"(", "[", "{"}) ? behindBracket(m_all, end) : end + 1;
    if (end == at + 2 || end >= m_all.size() || (braces && m_all[end].text != "}")) return;
    add(m_all[at].text, m_all, at + 2, end, m_all[at].line, m_all[at + 2].begin, m_all[end - 1].end,
        false);
  }

  void add(const std::string& name, const Tokens& all, size_t first, size_t last, int line,
           size_t begin, size_t end, bool isMacro) {
    const std::string text = hostExpression(joined(all, first, last));
    if (text.empty()) return;
    const auto parsed = Expression::parse(text);
    if (!parsed) return;
    const auto value =
        parsed->evaluateInteger([&](std::string_view wanted) { return valueOf(wanted); });
    if (!value) return;
    const auto known = std::ranges::find(m_found, name, &IntegerConstant::name);
    IntegerConstant one{name, *value, isMacro, parsed->isConstant(), line, begin, end, false};
    if (known != m_found.end()) one.isRepeated = known->isRepeated = true;
    m_found.push_back(std::move(one));
  }

  std::optional<Value> valueOf(std::string_view name) const {
    for (size_t i = m_found.size(); i-- > 0;)
      if (m_found[i].name == name) return Value(m_found[i].value);
    return std::nullopt;
  }

  Tokens m_all;
  std::vector<IntegerConstant> m_found;
};

// "1024u" and "256ULL" without their suffixes; "" for what is no integer or plain real.
std::string plainNumber(std::string text) {
  std::erase(text, '\'');
  const bool hexadecimal = text.starts_with("0x") || text.starts_with("0X");
  while (!text.empty() && (isOneOf(text.substr(text.size() - 1), {"u", "U", "l", "L"}) ||
                           (!hexadecimal && isOneOf(text.substr(text.size() - 1), {"f", "F"}))))
    text.pop_back();
  if (text.ends_with('.')) text += '0';
  if (text.size() > 1 && text[0] == '0' && text.find_first_not_of("01234567") == std::string::npos)
    return {};
  return text;
}

bool dividesUp(std::string name) {
  std::erase(name, '_');
  std::ranges::transform(name, name.begin(), [](unsigned char c) { return std::tolower(c); });
  return isOneOf(name, {"ceildiv", "cdiv", "divup", "divceil", "updiv", "idivup", "divroundup",
                        "divideup", "ceildivide", "divideceil"});
}

bool isIntegerType(const std::string& text) {
  return isOneOf(text, {"int", "unsigned", "long", "short", "size_t", "uint", "int32_t", "uint32_t",
                        "int64_t", "uint64_t", "std::size_t"});
}

class HostExpression {
 public:
  explicit HostExpression(const std::string& text) : m_all(locate(text)) {}

  std::string run() {
    const bool real = std::ranges::any_of(m_all, [](const LocatedToken& token) {
      return (token.kind == Token::Kind::number && token.text.find('.') != std::string::npos) ||
             isOneOf(token.text, {"float", "double"});
    });
    std::string text;
    for (size_t i = 0; i < m_all.size(); ++i) {
      const LocatedToken& token = m_all[i];
      if (token.isDirective() || token.kind == Token::Kind::string) return {};
      if (const size_t behind = behindCast(i); behind != i) {
        i = behind - 1;
      } else if (token.kind == Token::Kind::number) {
        const std::string number = plainNumber(token.text);
        if (number.empty()) return {};
        text += number;
      } else if (token.isIdentifier()) {
        if (token.text == "std" || (i + 1 < m_all.size() && m_all[i + 1].text == "::")) {
          ++i;  // and its ::
          continue;
        }
        text += word(i);
      } else if (token.text == "/") {
        text += real ? " / " : " // ";
      } else if (token.text == "<<" && i + 1 < m_all.size() &&
                 m_all[i + 1].kind == Token::Kind::number) {
        text += " * 2 ** ";
      } else {
        text += isOneOf(token.text, {"(", ")", ","}) ? token.text : " " + token.text + " ";
        if (token.text == ",") text += ' ';
      }
    }
    return Expression::parse(text) ? text : std::string();
  }

 private:
  std::string word(size_t& i) const {
    const std::string& name = m_all[i].text;
    const bool called = i + 1 < m_all.size() && m_all[i + 1].text == "(";
    if (called && dividesUp(name)) return "ceil_div";
    // std::max<int>(a, b)
    if (i + 1 < m_all.size() && m_all[i + 1].text == "<" && isOneOf(name, {"min", "max"})) {
      const size_t behind = behindBracket(m_all, i + 1);
      if (behind < m_all.size()) i = behind - 1;
      return name;
    }
    if (called && isOneOf(name, {"ceilf", "floorf"})) return name.substr(0, name.size() - 1);
    return name;
  }

  // (int), (unsigned int), static_cast<int>: goes, what it is of stays.
  size_t behindCast(size_t i) const {
    if (m_all[i].text == "static_cast" && i + 1 < m_all.size() && m_all[i + 1].text == "<")
      return std::min(behindBracket(m_all, i + 1), m_all.size());
    if (m_all[i].text == "(") {
      size_t at = i + 1;
      while (at < m_all.size() &&
             (isIntegerType(m_all[at].text) || isOneOf(m_all[at].text, {"float", "double"})))
        ++at;
      if (at > i + 1 && at < m_all.size() && m_all[at].text == ")") return at + 1;
    }
    const bool isType = isIntegerType(m_all[i].text) && m_all[i].text != "int";
    return isType && i + 1 < m_all.size() && m_all[i + 1].text == "(" ? i + 1 : i;
  }

  Tokens m_all;
};

}  // namespace

std::vector<IntegerConstant> integerConstantsIn(std::string_view text) {
  return Finder(text).run();
}

std::string hostExpression(const std::string& text) {
  return HostExpression(text).run();
}

}  // namespace kw::reading
