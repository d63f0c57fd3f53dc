// SPDX-License-Identifier: GPL-3.0-or-later
#include "view/candidates/candidate_list.h"

#include <utility>

namespace kw::view {

void CandidateList::clear() {
  *this = CandidateList();
}

size_t CandidateList::append(std::vector<CandidateRow> rows) {
  const size_t before = m_rows.size();
  for (CandidateRow& row : rows) {
    const auto id = static_cast<CandidateId>(m_rows.size());
    if (!m_byKey.emplace(row.key, id).second) continue;
    m_rows.push_back(std::move(row));
    learn(id);
  }
  return m_rows.size() - before;
}

void CandidateList::learn(CandidateId id) {
  const CandidateRow& row = m_rows[id];
  if (row.candidate.isTemplate)
    ++(row.verified() ? m_verified : m_failed);
  else
    m_source = id;
  if (row.timed() && row.appliesToAll && (!m_best || row.geomean < m_rows[*m_best].geomean))
    m_best = id;
}

std::optional<CandidateId> CandidateList::find(const std::string& key) const {
  const auto found = m_byKey.find(key);
  if (found == m_byKey.end()) return std::nullopt;
  return found->second;
}

}  // namespace kw::view
