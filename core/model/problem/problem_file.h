// SPDX-License-Identifier: GPL-3.0-or-later
// Reading a problem folder ("kernelwright-problem/1").
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "base/result/result.h"
#include "model/problem/problem.h"

namespace kw {

// One file of a problem, as it travels to a runner.
struct ProblemPart {
  std::string path;  // relative, no "..", '/' between parts
  std::string content;
};

struct LoadedProblem {
  Problem problem;
  std::filesystem::path folder;
  std::vector<ProblemPart> parts;     // problem.json and every file it names, includes too
  std::vector<std::string> warnings;  // such as a parameter that the template never uses
  std::string problemHash;  // of problem.json and the other parts, without source, template, space
                            // and oracle
  std::string oracleHash;
  std::string sourceHash;
  // Of the template's text and of the launches, workspace and requirements that its space brings;
  // "" without one.
  std::string templateHash;
};

// `where` is a folder, a problem.json, or the name of a kernel in dataFolder()/templates. All
// faults are reported at once, each with file, line and key path: JSON, unknown keys, missing
// files, expressions, a kernel name that is not in the source, a launch argument that is not
// declared, a parameter that the template never uses, a macro the template needs that the space
// never defines.
Result<LoadedProblem> loadProblem(const std::filesystem::path& where);

// The same from the parts of a problem that travelled or were stored: nothing is read from any
// folder. `shownFolder` only stands in messages and in LoadedProblem::folder.
Result<LoadedProblem> problemFromParts(std::vector<ProblemPart> parts,
                                       const std::string& shownFolder);

// The names of the kernels in dataFolder()/templates, sorted.
std::vector<std::string> libraryProblems();
// Whether a problem's folder is one of them.
bool isInLibrary(const std::filesystem::path& folder);

}  // namespace kw
