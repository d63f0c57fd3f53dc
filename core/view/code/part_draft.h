// SPDX-License-Identifier: GPL-3.0-or-later
// A text that is edited here and read back from elsewhere: tells our own edits, which come back
// later, from a text that somebody else put in place.
#pragma once

#include <deque>
#include <string>

namespace kw::view {

class PartDraft {
 public:
  // Another problem: nothing that was sent is awaited any more.
  void reset(std::string text);
  void sent(std::string text);
  // Of the part's text in a revision that arrived: whether it has to take the place of what is
  // edited. Not where it is one that was sent, nor where the part stayed as it was.
  bool replacedBy(const std::string& text);
  // The text that was last sent or arrived.
  const std::string& last() const { return m_sent.empty() ? m_known : m_sent.back(); }

 private:
  std::string m_known;             // as it last arrived
  std::deque<std::string> m_sent;  // since then, the oldest first
};

}  // namespace kw::view
