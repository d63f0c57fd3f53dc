// SPDX-License-Identifier: GPL-3.0-or-later
// The candidates of what is open, in order of completion. Rows are only ever added, so an id (the
// place in the list) means the same candidate until everything is cleared.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "view/candidates/candidate_row.h"

namespace kw::view {

using CandidateId = uint32_t;

class CandidateList {
 public:
  void clear();
  // Rows with a key that is there already are passed over. Gives how many were added.
  size_t append(std::vector<CandidateRow> rows);

  size_t size() const { return m_rows.size(); }
  bool empty() const { return m_rows.empty(); }
  const CandidateRow& operator[](CandidateId id) const { return m_rows[id]; }
  std::span<const CandidateRow> all() const { return m_rows; }

  std::optional<CandidateId> find(const std::string& key) const;
  // The last timing of the source kernel; none while there is none.
  std::optional<CandidateId> source() const { return m_source; }
  // The fastest by geometric mean that is verified on all cases; may be the source.
  std::optional<CandidateId> best() const { return m_best; }
  size_t verified() const { return m_verified; }  // the source not counted
  size_t failed() const { return m_failed; }      // likewise

 private:
  void learn(CandidateId id);

  std::vector<CandidateRow> m_rows;
  std::unordered_map<std::string, CandidateId> m_byKey;
  std::optional<CandidateId> m_source, m_best;
  size_t m_verified = 0, m_failed = 0;
};

}  // namespace kw::view
