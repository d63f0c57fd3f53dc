// SPDX-License-Identifier: GPL-3.0-or-later
// Which candidates a text asks for: plain words, or an expression over parameters and figures.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/expression/expression.h"
#include "base/result/result.h"
#include "view/candidates/candidate_cells.h"

namespace kw::view {

class CandidateFilter {
 public:
  // Lets everything pass.
  CandidateFilter() = default;

  // An expression such as "BLOCK >= 256 and registers < 64", over parameters and `time` (geometric
  // mean, ms), `speedup`, `difference` (%), `registers`, `spills` (bytes), `shared` (bytes),
  // `occupancy` (%), `number` and `verified`; a parameter of the same name goes first. Everything
  // that has no comparison in it and is no such expression is words, which must all occur in
  // configuration, verdict or reason, in capitals or not. A fault says what does not parse and
  // where, or which name is unknown and what is meant perhaps.
  static Result<CandidateFilter> parse(std::string_view text, const std::vector<Column>& columns);

  bool isEmpty() const { return !m_expression && m_words.empty(); }
  // Candidates pass where the expression holds. Where a value that it needs is not known, it does
  // not.
  bool passes(const CandidateCells& cells, const CandidateList& list, CandidateId id);

  // Candidates for which the expression could not be worked out, for another reason than a value
  // that is not known: text compared with a number, a division by zero.
  size_t faults() const { return m_faults; }
  const std::string& firstFault() const { return m_firstFault; }  // in words

 private:
  struct Name {
    std::string name;
    Column column;
    bool isVerified = false;  // not a column, but whether it is verified
  };
  static const Name* find(const std::vector<Name>& names, std::string_view name);
  bool holds(const CandidateCells& cells, const CandidateList& list, CandidateId id);
  bool hasWords(const CandidateRow& row);

  std::vector<std::string> m_words;  // in small letters
  std::shared_ptr<const expression::Expression> m_expression;
  std::vector<Name> m_names;  // that the expression uses
  std::string m_buffer;       // reused for each candidate
  size_t m_faults = 0;
  std::string m_firstFault;
};

// The figures that a filter knows, for people: "time (ms), speedup, …".
std::string filterNames();

}  // namespace kw::view
