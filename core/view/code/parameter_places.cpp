// SPDX-License-Identifier: GPL-3.0-or-later
#include "view/code/parameter_places.h"

#include <algorithm>
#include <unordered_map>

#include "model/kernel/source_scan.h"

namespace kw::view {

namespace {

class Search {
 public:
  Search(std::string_view text, const std::vector<std::string>& names) : m_text(text) {
    for (size_t i = 0; i < names.size(); ++i)
      m_names.emplace(names[i], i);
    for (size_t at = 0; at != std::string_view::npos;) {
      m_lineStarts.push_back(at);
      at = text.find('\n', at);
      if (at != std::string_view::npos) ++at;
    }
  }

  std::vector<ParameterPlace> run() {
    for (const Token& token : tokens(m_text)) {
      if (token.kind == Token::Kind::identifier) note(token.text, offsetOf(token), true);
      if (token.kind == Token::Kind::directive) searchDirective(offsetOf(token));
    }
    return std::move(m_found);
  }

 private:
  size_t offsetOf(const Token& token) const {
    return m_lineStarts[static_cast<size_t>(token.line - 1)] +
           static_cast<size_t>(token.column - 1);
  }

  void note(const std::string& word, size_t offset, bool isUse) {
    const auto name = m_names.find(word);
    if (name == m_names.end()) return;
    const auto next = std::upper_bound(m_lineStarts.begin(), m_lineStarts.end(), offset);
    const auto line = next - m_lineStarts.begin();
    m_found.push_back({name->second, static_cast<int>(line),
                       static_cast<int>(offset - *(next - 1)) + 1, offset, isUse});
  }

  // The end of the directive's last line; a backslash before a line end joins the next one.
  size_t directiveEnd(size_t at) const {
    for (;;) {
      const size_t end = m_text.find('\n', at);
      if (end == std::string_view::npos) return m_text.size();
      const size_t last = end > 0 && m_text[end - 1] == '\r' ? end - 1 : end;
      if (last == 0 || m_text[last - 1] != '\\') return end;
      at = end + 1;
    }
  }

  // A directive's token holds its text without line ends and comments, so its columns are not those
  // of the file: it is cut into words again where it stands.
  void searchDirective(size_t hash) {
    const std::string_view body = m_text.substr(hash + 1, directiveEnd(hash) - hash - 1);
    Search words(body, {});
    const std::vector<Token> all = tokens(body);
    if (all.empty() || all.front().text == "include") return;
    const std::string& keyword = all.front().text;
    const bool asks =
        keyword == "define" || keyword == "undef" || keyword == "ifdef" || keyword == "ifndef";
    for (size_t i = 1; i < all.size(); ++i) {
      if (all[i].kind != Token::Kind::identifier) continue;
      const bool isDefined = all[i - 1].text == "defined" ||
                             (i >= 2 && all[i - 1].text == "(" && all[i - 2].text == "defined");
      note(all[i].text, hash + 1 + words.offsetOf(all[i]), !(asks && i == 1) && !isDefined);
    }
  }

  std::string_view m_text;
  std::unordered_map<std::string, size_t> m_names;
  std::vector<size_t> m_lineStarts;
  std::vector<ParameterPlace> m_found;
};

}  // namespace

std::vector<ParameterPlace> parameterPlaces(std::string_view text,
                                            const std::vector<std::string>& names) {
  return Search(text, names).run();
}

std::string filledTemplate(std::string_view text, const Configuration& configuration) {
  std::vector<std::string> names;
  for (const auto& [name, value] : configuration.values())
    names.push_back(name);
  std::string filled;
  size_t done = 0;
  for (const ParameterPlace& place : parameterPlaces(text, names)) {
    if (!place.isUse) continue;
    const auto& [name, value] = configuration.values()[place.parameter];
    filled += text.substr(done, place.offset - done);
    filled += expression::toPlainText(value);
    done = place.offset + name.size();
  }
  filled += text.substr(done);
  return filled;
}

}  // namespace kw::view
