// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/source_reading/pieces.h"

#include <algorithm>

#include "client/source_reading/declared_names.h"

namespace kw::reading {

namespace {

constexpr int mostRecoveries = 50;

std::string wordAfterHash(const Tokens& words) {
  return words.empty() ? std::string() : words[0].text;
}

class Cutter {
 public:
  Cutter(std::string_view text, const Tokens& all) : m_text(text), m_all(all) {}

  std::vector<Piece> run() {
    while (m_at < m_all.size()) {
      const LocatedToken& token = m_all[m_at];
      if (token.isDirective())
        addDirective();
      else if (token.text == "}")
        add(Piece::Kind::close, m_at + 1);
      else if (const size_t open = openedScope(); open != 0)
        add(Piece::Kind::open, open);
      else if (token.text == ";")
        ++m_at;
      else
        addDeclaration();
    }
    return std::move(m_pieces);
  }

 private:
  bool is(size_t i, std::string_view text) const {
    return i < m_all.size() && m_all[i].text == text;
  }

  Piece& add(Piece::Kind kind, size_t end) {
    Piece piece;
    piece.kind = kind;
    piece.line = m_all[m_at].line;
    piece.firstToken = m_at;
    piece.endToken = end;
    piece.text =
        std::string(m_text.substr(m_all[m_at].begin, m_all[end - 1].end - m_all[m_at].begin));
    for (size_t i = m_at; i < end; ++i) {
      if (m_all[i].isIdentifier()) piece.uses.insert(m_all[i].text);
      if (m_all[i].isDirective())
        for (const LocatedToken& word : directiveWords(m_all[i]))
          if (word.isIdentifier()) piece.uses.insert(word.text);
    }
    m_at = end;
    m_pieces.push_back(std::move(piece));
    return m_pieces.back();
  }

  void addDirective() {
    const Tokens words = directiveWords(m_all[m_at]);
    const std::string word = wordAfterHash(words);
    Piece::Kind kind = Piece::Kind::dropped;
    if (isOneOf(word, {"if", "ifdef", "ifndef"})) kind = Piece::Kind::condition;
    if (isOneOf(word, {"else", "elif"})) kind = Piece::Kind::otherwise;
    if (word == "endif") kind = Piece::Kind::endCondition;
    if (isOneOf(word, {"define", "undef"})) kind = Piece::Kind::define;
    if (word == "include") kind = Piece::Kind::include;
    Piece& piece = add(kind, m_at + 1);
    piece.uses.erase(word);
    if (kind == Piece::Kind::define && words.size() > 1) piece.declares.insert(words[1].text);
    if (kind != Piece::Kind::include) return;
    for (const kw::Include& include : includesIn(piece.text + "\n")) {
      piece.file = include.file;
      piece.isQuoted = include.quoted;
    }
  }

  // The index behind the "{" of a namespace or extern "C" that begins here; else 0.
  size_t openedScope() const {
    size_t i = m_at;
    if (is(i, "inline")) ++i;
    if (is(i, "extern") && i + 2 < m_all.size() && m_all[i + 1].kind == Token::Kind::string)
      return is(i + 2, "{") ? i + 3 : 0;
    if (!is(i, "namespace")) return 0;
    for (++i; i < m_all.size() &&
              (m_all[i].isIdentifier() || isOneOf(m_all[i].text, {"::", "[", "]", "(", ")"}));
         ++i) {
    }
    return is(i, "{") ? i + 1 : 0;
  }

  size_t behindTemplateHeads(size_t i) const {
    while (is(i, "template") && is(i + 1, "<"))
      i = behindBracket(m_all, i + 1);
    return i;
  }

  // A macro that stands alone on its line: `REGISTER(x)` before what begins a declaration.
  bool endsMacroCall(size_t behind) const {
    if (behind >= m_all.size()) return true;
    const LocatedToken& next = m_all[behind];
    return next.line > m_all[behind - 1].line &&
           (next.isDirective() ||
            isOneOf(next.text, {"template", "__global__", "__device__", "__host__", "static",
                                "inline", "namespace", "struct", "class", "using", "typedef",
                                "void", "extern", "constexpr", "const", "}"}));
  }

  // BEGIN_NAMESPACE: a word in capitals on a line of its own, before what takes no word in front.
  bool isLoneMacro() const {
    if (m_at + 1 >= m_all.size() || !m_all[m_at].isIdentifier()) return false;
    const LocatedToken& next = m_all[m_at + 1];
    return std::ranges::none_of(m_all[m_at].text, [](char c) { return c >= 'a' && c <= 'z'; }) &&
           next.line > m_all[m_at].line &&
           (next.isDirective() || isOneOf(next.text, {"namespace", "template", "using", "}"}));
  }

  void addDeclaration() {
    const size_t body = behindTemplateHeads(m_at);
    if (isLoneMacro()) return finish(m_at + 1, true);
    const bool callLike = body == m_at && m_all[m_at].isIdentifier() && is(m_at + 1, "(");
    if (callLike) {
      const size_t behind = behindBracket(m_all, m_at + 1);
      if (endsMacroCall(behind)) return finish(behind, true);
    }
    finish(declarationEnd(body), callLike);
  }

  void finish(size_t end, bool macroCall) {
    const size_t first = m_at;
    Piece& piece = add(Piece::Kind::declaration, std::max(end, m_at + 1));
    const Declared declared = declaredBy(m_all, first, piece.endToken);
    piece.declares = declared.names;
    piece.isFunction = declared.isFunction;
    piece.isType = declared.isType;
    piece.isOperator = declared.isOperator;
    piece.isUsingNamespace = declared.isUsingNamespace;
    piece.isMacroCall = macroCall && !declared.isType;
  }

  // Behind the ';' or the body's '}'. An #else takes up where its #if did, so that two heads of one
  // function count as one.
  size_t declarationEnd(size_t from) {
    std::vector<int> saved;
    int depth = 0;
    bool type = false, assigned = false;
    for (size_t i = from; i < m_all.size(); ++i) {
      const LocatedToken& token = m_all[i];
      if (token.isDirective()) {
        followCondition(token, saved, depth);
        if (depth == 0 && saved.empty() && i > from && m_all[i - 1].text == "}" && !type &&
            !assigned)
          return i;
        continue;
      }
      if (depth == 0) {
        type = type || isOneOf(token.text, {"struct", "class", "union", "enum"});
        if (token.text == "(")
          type = type && isOneOf(m_all[i - 1].text,
                                 {"alignas", "__align__", "__attribute__", "__builtin_align__"});
        assigned = assigned || token.text == "=";
        if (token.text == ";") return i + 1;
        if (token.text == "}") return i;  // of the scope around
      }
      if (isOneOf(token.text, {"(", "[", "{"})) ++depth;
      if (isOneOf(token.text, {")", "]", "}"})) --depth;
      if (depth == 0 && token.text == "}" && saved.empty() && !type && !assigned)
        return is(i + 1, ";") ? i + 2 : i + 1;
    }
    return recovered();
  }

  // Brackets that nobody closes would swallow the rest of the file: then what looks like the next
  // declaration is one. Not for ever, since each time the rest was read in vain.
  size_t recovered() {
    if (++m_recoveries > mostRecoveries) return m_all.size();
    for (size_t i = m_at + 1; i < m_all.size(); ++i)
      if (m_all[i].line > m_all[i - 1].line &&
          isOneOf(m_all[i].text, {"__global__", "__device__", "template", "namespace", "extern"}))
        return i;
    return m_all.size();
  }

  static void followCondition(const LocatedToken& token, std::vector<int>& saved, int& depth) {
    const std::string word = wordAfterHash(directiveWords(token));
    if (isOneOf(word, {"if", "ifdef", "ifndef"})) saved.push_back(depth);
    if (saved.empty()) return;
    if (isOneOf(word, {"else", "elif"})) depth = saved.back();
    if (word == "endif") saved.pop_back();
  }

  std::string_view m_text;
  const Tokens& m_all;
  size_t m_at = 0;
  int m_recoveries = 0;
  std::vector<Piece> m_pieces;
};

}  // namespace

std::vector<Piece> piecesOf(std::string_view text, const Tokens& all) {
  return Cutter(text, all).run();
}

std::vector<Piece> piecesOf(std::string_view text) {
  return piecesOf(text, locate(text));
}

}  // namespace kw::reading
