// SPDX-License-Identifier: GPL-3.0-or-later
// The problem as it is being edited: texts of its parts that are no revision yet.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "base/result/result.h"
#include "model/problem/problem_file.h"

namespace kw {

class Draft {
 public:
  // Forgets all edits.
  void begin(std::shared_ptr<const LoadedProblem> problem);
  void setPart(const std::string& path, std::string text);
  bool empty() const { return m_edits.empty(); }
  // The last revision's parts with the edits in their places.
  std::vector<ProblemPart> parts() const;
  std::string folder() const;
  // The edits have become a revision: those that have not changed meanwhile are forgotten.
  void accept(std::shared_ptr<const LoadedProblem> problem);

 private:
  std::shared_ptr<const LoadedProblem> m_problem;
  std::map<std::string, std::string> m_edits;
};

// All faults as single errors, whose Place::file is the path of a part.
std::vector<Error> faultsOf(Error error, const std::string& folder);

}  // namespace kw
