// SPDX-License-Identifier: GPL-3.0-or-later
// The problem as it is being edited: texts of its parts that are no revision yet.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "base/result/result.h"
#include "model/problem/problem_file.h"

namespace kw {

class Draft {
 public:
  // Forgets all edits: its parts are what some file holds.
  void begin(std::shared_ptr<const LoadedProblem> problem);
  void setPart(const std::string& path, std::string text);
  bool empty() const { return m_edits.empty(); }
  // The last revision's parts with the edits in their places.
  std::vector<ProblemPart> parts() const;
  // Parts that a folder now holds; and whether those of now are held by one.
  void noteSaved(std::vector<ProblemPart> parts) { m_saved = std::move(parts); }
  bool isSaved() const;
  const std::vector<ProblemPart>& saved() const { return m_saved; }
  std::string folder() const;
  // The edits have become a revision: those that have not changed meanwhile are forgotten.
  void accept(std::shared_ptr<const LoadedProblem> problem);

 private:
  std::shared_ptr<const LoadedProblem> m_problem;
  std::map<std::string, std::string> m_edits;
  std::vector<ProblemPart> m_saved;
};

// All faults as single errors, whose Place::file is the path of a part.
std::vector<Error> faultsOf(Error error, const std::string& folder);

}  // namespace kw
