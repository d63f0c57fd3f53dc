// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/agent/proposed_problem.h"

#include <algorithm>
#include <utility>

#include "base/json/text.h"

namespace kw {

namespace {

void put(std::vector<ProblemPart>& parts, const std::string& path, std::string content) {
  const auto found = std::ranges::find(parts, path, &ProblemPart::path);
  if (found != parts.end())
    found->content = std::move(content);
  else
    parts.push_back({path, std::move(content)});
}

// A problem that had no template names one from now on.
Status nameTemplate(std::vector<ProblemPart>& parts, const std::string& file,
                    const std::string& space) {
  const auto found = std::ranges::find(parts, "problem.json", &ProblemPart::path);
  if (found == parts.end()) return failInput("the problem has no problem.json");
  KW_ASSIGN(json::Value root, json::parse(found->content));
  root.set("template", json::Value::object({{"file", file}, {"space", space}}));
  found->content = json::writePretty(root);
  return {};
}

}  // namespace

Result<LoadedProblem> withProposal(const LoadedProblem& problem, const Proposal& proposal) {
  std::vector<ProblemPart> parts = problem.parts;
  const bool isNew = problem.problem.templateFile.empty();
  const std::string file = isNew ? "template.cu" : problem.problem.templateFile;
  const std::string space = isNew ? "space.json" : problem.problem.spaceFile;
  put(parts, file, proposal.templateText);
  put(parts, space, proposal.spaceText);
  if (isNew) KW_TRY(nameTemplate(parts, file, space));
  return problemFromParts(std::move(parts), problem.folder.string());
}

}  // namespace kw
