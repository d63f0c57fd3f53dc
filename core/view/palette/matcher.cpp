// SPDX-License-Identifier: GPL-3.0-or-later
#include "view/palette/matcher.h"

#include <algorithm>
#include <climits>

namespace kw::view {

namespace {

constexpr int letterScore = 1;
constexpr int wordStartBonus = 8;
constexpr int inARowBonus = 9;
constexpr int textStartBonus = 3;
constexpr int recentBonus = 2;
constexpr int longestText = 256;
constexpr int impossible = INT_MIN / 2;

// ASCII and Latin-1: enough for the languages that the texts come in.
char16_t folded(char16_t c) {
  if (c >= u'A' && c <= u'Z') return static_cast<char16_t>(c + 32);
  if (c >= 0xC0 && c <= 0xDE && c != 0xD7) return static_cast<char16_t>(c + 32);
  return c;
}

bool isLetter(char16_t c) {
  const char16_t f = folded(c);
  return (f >= u'a' && f <= u'z') || (f >= u'0' && f <= u'9') || f >= 0xC0;
}

bool startsWord(std::u16string_view text, size_t at) {
  return isLetter(text[at]) && (at == 0 || !isLetter(text[at - 1]));
}

std::u16string lettersOf(std::u16string_view query) {
  std::u16string letters;
  for (const char16_t c : query)
    if (c != u' ' && c != u'\t') letters += folded(c);
  return letters;
}

// best[i][j]: the most that letters 0 to i can score with letter i at place j.
class Table {
 public:
  Table(std::u16string_view letters, std::u16string_view text)
      : m_letters(letters),
        m_text(text),
        m_best(letters.size() * text.size(), impossible),
        m_from(m_best.size(), 0) {
    for (size_t letter = 0; letter < letters.size(); ++letter)
      fill(letter);
  }

  std::optional<Match> match() const {
    const size_t last = m_letters.size() - 1;
    size_t place = 0;
    for (size_t at = 1; at < m_text.size(); ++at)
      if (m_best[index(last, at)] > m_best[index(last, place)]) place = at;
    if (m_best[index(last, place)] < 0) return std::nullopt;
    Match found{m_best[index(last, place)], std::vector<size_t>(m_letters.size())};
    for (size_t letter = m_letters.size(); letter-- > 0; place = m_from[index(letter, place)])
      found.positions[letter] = place;
    return found;
  }

 private:
  size_t index(size_t letter, size_t at) const { return letter * m_text.size() + at; }

  void fill(size_t letter) {
    int bestBefore = impossible;  // of the letter before, at any place before `at`
    size_t bestPlace = 0;
    for (size_t at = 0; at < m_text.size(); ++at) {
      if (letter > 0 && at > 0 && m_best[index(letter - 1, at - 1)] > bestBefore) {
        bestBefore = m_best[index(letter - 1, at - 1)];
        bestPlace = at - 1;
      }
      if (folded(m_text[at]) != m_letters[letter]) continue;
      const int own = letterScore + (startsWord(m_text, at) ? wordStartBonus : 0) +
                      (at == 0 ? textStartBonus : 0);
      if (letter == 0) {
        m_best[index(0, at)] = own;
        continue;
      }
      place(letter, at, bestBefore + own, bestPlace);
      if (at > 0) place(letter, at, m_best[index(letter - 1, at - 1)] + own + inARowBonus, at - 1);
    }
  }

  void place(size_t letter, size_t at, int score, size_t from) {
    if (score < 0 || score <= m_best[index(letter, at)]) return;
    m_best[index(letter, at)] = score;
    m_from[index(letter, at)] = from;
  }

  std::u16string_view m_letters, m_text;
  std::vector<int> m_best;
  std::vector<size_t> m_from;
};

int recencyOf(const PaletteEntry& entry) {
  return entry.recency < 0 ? INT_MAX : entry.recency;
}

std::vector<std::u16string> wordsOf(std::u16string_view query) {
  std::vector<std::u16string> words(1);
  for (const char16_t c : query) {
    if (c != u' ' && c != u'\t')
      words.back() += folded(c);
    else if (!words.back().empty())
      words.emplace_back();
  }
  if (words.back().empty()) words.pop_back();
  return words;
}

// Each word by itself, wherever it stands; below any match in order that scores alike.
std::optional<Match> matchWords(std::u16string_view query, std::u16string_view text) {
  const std::vector<std::u16string> words = wordsOf(query);
  if (words.size() < 2) return std::nullopt;
  Match all{-1, {}};
  for (const std::u16string& word : words) {
    const std::optional<Match> one = Table(word, text).match();
    if (!one) return std::nullopt;
    all.score += one->score;
    all.positions.insert(all.positions.end(), one->positions.begin(), one->positions.end());
  }
  std::sort(all.positions.begin(), all.positions.end());
  all.positions.erase(std::unique(all.positions.begin(), all.positions.end()), all.positions.end());
  return all;
}

}  // namespace

std::optional<Match> match(std::u16string_view query, std::u16string_view text) {
  const std::u16string letters = lettersOf(query);
  if (letters.empty()) return Match{};
  const std::u16string_view front = text.substr(0, longestText);
  if (letters.size() > front.size()) return std::nullopt;
  if (std::optional<Match> inOrder = Table(letters, front).match()) return inOrder;
  return matchWords(query, front);
}

std::vector<RankedEntry> rank(std::u16string_view query, const std::vector<PaletteEntry>& entries) {
  const bool filtered = !lettersOf(query).empty();
  std::vector<RankedEntry> found;
  for (size_t i = 0; i < entries.size(); ++i) {
    std::optional<Match> matched = match(query, entries[i].text);
    if (!matched) continue;
    if (filtered && entries[i].recency >= 0) matched->score += recentBonus;
    found.push_back({i, std::move(*matched)});
  }
  std::stable_sort(found.begin(), found.end(), [&](const RankedEntry& a, const RankedEntry& b) {
    const PaletteEntry &first = entries[a.index], &second = entries[b.index];
    if (a.match.score != b.match.score) return a.match.score > b.match.score;
    if (filtered && first.enabled != second.enabled) return first.enabled;
    return recencyOf(first) < recencyOf(second);
  });
  return found;
}

}  // namespace kw::view
