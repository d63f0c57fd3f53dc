// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/problem/problem_hashes.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <set>

#include "base/files/hash.h"
#include "base/json/text.h"
#include "model/problem/problem_texts.h"
#include "model/space/expression_fields.h"
#include "model/space/space_file.h"

namespace kw {

namespace {

// Members that change no evaluation, or that have a hash of their own.
constexpr std::array<std::string_view, 4> leftOut{"source", "template", "oracle", "baselines"};

std::string normal(const std::string& path) {
  return std::filesystem::path(path).lexically_normal().generic_string();
}

std::set<std::string> oracleFiles(const Problem& problem) {
  std::set<std::string> files;
  if (!problem.oracle.python.empty()) files.insert(normal(problem.oracle.python));
  files.insert(problem.oracle.modules.begin(), problem.oracle.modules.end());
  for (const auto& [output, pattern] : problem.oracle.stored)
    for (const Case& one : problem.cases)
      files.insert(normal(storedFile(pattern, one.name)));
  return files;
}

// The text alone where it has no launches of its own. Otherwise these too: they decide what runs.
std::string templateText(const Problem& problem) {
  std::string text = problem.templateText;
  if (!problem.space) return text;
  for (const Launch& launch : problem.space->launches)
    text += '\n' + json::writeLine(writeLaunch(launch));
  for (const auto& [name, elements] : problem.space->workspace)
    text += '\n' + name + '=' + elements.text();
  for (const auto& requirement : problem.space->requirements)
    text += "\nrequires " + requirement.text();
  return text;
}

void addPart(files::Sha256& hash, const ProblemPart& part) {
  hash.update(part.path + "\n" + files::contentHash(part.content) + "\n");
}

}  // namespace

void setHashes(LoadedProblem& loaded, const json::Value& root) {
  const Problem& problem = loaded.problem;
  loaded.sourceHash = files::contentHash(problem.sourceText);
  loaded.templateHash =
      problem.templateFile.empty() ? "" : files::contentHash(templateText(problem));

  const std::set<std::string> oracle = oracleFiles(problem);
  const std::set<std::string> own{"problem.json", normal(problem.sourceFile),
                                  normal(problem.templateFile), normal(problem.spaceFile)};
  json::Value settings = json::Value(json::Object{});
  for (const auto& [key, value] : root.asObject())
    if (std::find(leftOut.begin(), leftOut.end(), key) == leftOut.end()) settings.set(key, value);

  files::Sha256 problemHash, oracleHash;
  problemHash.update(json::writeLine(settings) + "\n");
  oracleHash.update(json::writeLine(root["oracle"]) + "\n");
  for (const ProblemPart& part : loaded.parts) {
    if (oracle.contains(part.path))
      addPart(oracleHash, part);
    else if (!own.contains(part.path))
      addPart(problemHash, part);
  }
  loaded.problemHash = problemHash.finish();
  loaded.oracleHash = oracleHash.finish();
}

}  // namespace kw
