// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/workbench/draft.h"

#include <algorithm>
#include <utility>

namespace kw {

void Draft::begin(std::shared_ptr<const LoadedProblem> problem) {
  m_problem = std::move(problem);
  m_edits.clear();
  m_saved = parts();
}

void Draft::setPart(const std::string& path, std::string text) {
  m_edits[path] = std::move(text);
}

std::string Draft::folder() const {
  return m_problem ? m_problem->folder.string() : std::string();
}

std::vector<ProblemPart> Draft::parts() const {
  std::vector<ProblemPart> parts = m_problem ? m_problem->parts : std::vector<ProblemPart>();
  for (const auto& [path, text] : m_edits) {
    const auto same = [&path = path](const ProblemPart& part) { return part.path == path; };
    const auto found = std::find_if(parts.begin(), parts.end(), same);
    if (found != parts.end())
      found->content = text;
    else
      parts.push_back({path, text});
  }
  return parts;
}

bool Draft::isSaved() const {
  const std::vector<ProblemPart> now = parts();
  return std::equal(now.begin(), now.end(), m_saved.begin(), m_saved.end(),
                    [](const ProblemPart& left, const ProblemPart& right) {
                      return left.path == right.path && left.content == right.content;
                    });
}

void Draft::accept(std::shared_ptr<const LoadedProblem> problem) {
  m_problem = std::move(problem);
  std::erase_if(m_edits, [this](const auto& edit) {
    return std::any_of(m_problem->parts.begin(), m_problem->parts.end(),
                       [&edit](const ProblemPart& part) {
                         return part.path == edit.first && part.content == edit.second;
                       });
  });
}

std::vector<Error> faultsOf(Error error, const std::string& folder) {
  std::vector<Error> faults = std::exchange(error.further, {});
  faults.insert(faults.begin(), std::move(error));
  for (Error& fault : faults) {
    std::string& file = fault.place.file;
    if (!folder.empty() && file.starts_with(folder))
      file.erase(0, std::min(file.size(), folder.size() + 1));
  }
  return faults;
}

}  // namespace kw
