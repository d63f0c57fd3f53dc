// SPDX-License-Identifier: GPL-3.0-or-later
#include "view/code/part_draft.h"

#include <algorithm>
#include <utility>

namespace kw::view {

namespace {

constexpr size_t mostAwaited = 64;  // drafts that never became a revision

}  // namespace

void PartDraft::reset(std::string text) {
  m_known = std::move(text);
  m_sent.clear();
}

void PartDraft::sent(std::string text) {
  m_sent.push_back(std::move(text));
  if (m_sent.size() > mostAwaited) m_sent.pop_front();
}

bool PartDraft::replacedBy(const std::string& text) {
  // The oldest first: what was sent after it may still come.
  const auto own = std::find(m_sent.begin(), m_sent.end(), text);
  if (own != m_sent.end()) {
    m_known = text;
    m_sent.erase(m_sent.begin(), own + 1);
    return false;
  }
  if (text == m_known) return false;
  reset(text);
  return true;
}

}  // namespace kw::view
