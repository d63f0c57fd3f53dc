// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/new_problem/problem_folder.h"

#include <set>

#include "base/files/files.h"
#include "base/json/text.h"
#include "client/lifting/unified_diff.h"
#include "model/space/space_file.h"

namespace kw::drafting {

namespace fs = std::filesystem;

namespace {

constexpr const char* templateName = "template.cu";
constexpr const char* spaceName = "space.json";

bool isThere(const fs::path& path) {
  std::error_code ignored;
  return fs::exists(fs::symlink_status(path, ignored));
}

std::set<std::string> definedNames(const Problem& problem) {
  std::set<std::string> names;
  for (const std::string& define : problem.compile.defines)
    names.insert(define.substr(0, define.find('=')));
  return names;
}

// The text of problem.json with its template named, everything else as it stands.
Result<std::string> withTemplate(const std::string& text, const std::string& file) {
  const size_t brace = text.find_last_of('}');
  const size_t last = brace == std::string::npos || brace == 0
                          ? std::string::npos
                          : text.find_last_not_of(" \t\r\n", brace - 1);
  if (last == std::string::npos) return failInput("expected a JSON object", Place{file, 0, 0, {}});
  return text.substr(0, last + 1) + ",\n  \"template\": {\n    \"file\": \"" + templateName +
         "\",\n    \"space\": \"" + spaceName + "\"\n  }\n" + text.substr(brace);
}

// With everything that depends on a template, where there is something to tune.
Status addTemplate(lifting::Lifted lifted, const std::string& source, const std::string& sourceName,
                   const std::string& shownFile, std::vector<ProblemPart>& parts,
                   WrittenProblem& written) {
  written.lifted = std::move(lifted);
  if (written.lifted.space.parameters.empty()) return {};
  written.diff =
      lifting::unifiedDiff(source, written.lifted.templateText, sourceName, templateName);
  for (ProblemPart& part : parts) {
    if (part.path != "problem.json") continue;
    KW_ASSIGN(part.content, withTemplate(part.content, shownFile));
  }
  parts.push_back({templateName, written.lifted.templateText});
  parts.push_back({spaceName, writeSpace(written.lifted.space)});
  return {};
}

Status writeParts(const std::vector<ProblemPart>& parts, const fs::path& folder,
                  std::vector<std::string>& files) {
  for (const ProblemPart& part : parts) {
    KW_TRY(files::writeAtomically(folder / part.path, part.content));
    files.push_back(part.path);
  }
  return {};
}

Status makeFolder(const fs::path& folder) {
  KW_TRY(checkNewFolder(folder));
  std::error_code code;
  if (!fs::create_directory(folder, code))
    return fail("the folder " + folder.string() + " could not be made: " + code.message());
  return {};
}

}  // namespace

Status checkNewFolder(const fs::path& folder) {
  if (isThere(folder))
    return failInput(folder.string() + " is there already", {},
                     "nothing is replaced: give another --folder, or remove it");
  std::error_code code;
  const fs::path around = fs::absolute(folder, code).parent_path();
  if (!fs::is_directory(around, code))
    return failInput("there is no folder " + around.string(), {},
                     "make it first, or give another --folder");
  return {};
}

Result<PreparedProblem> prepareProblem(const Draft& draft, const Answers& answers,
                                       const fs::path& folder, bool lifts) {
  PreparedProblem prepared;
  WrittenProblem& written = prepared.written;
  written.folder = folder;
  std::vector<ProblemPart>& parts = prepared.parts;
  parts = {{"problem.json", json::writePretty(draft.problem)}, {"kernel.cu", draft.sourceText}};
  if (!answers.oracle.empty()) {
    KW_ASSIGN(std::string oracle, files::readText(answers.oracle));
    parts.push_back({"oracle.py", std::move(oracle)});
  }
  KW_ASSIGN(const LoadedProblem plain, problemFromParts(parts, folder.string()));
  written.warnings = plain.warnings;
  if (!lifts) return prepared;
  lifting::LiftSource source{
      draft.sourceText,           plain.problem.launches,      draft.geometry.grid,
      draft.geometry.block,       draft.geometry.sharedMemory, draft.geometry.constants,
      definedNames(plain.problem)};
  KW_ASSIGN(lifting::Lifted lifted, lifting::lift(source));
  KW_TRY(addTemplate(std::move(lifted), draft.sourceText, "kernel.cu", "problem.json", parts,
                     written));
  KW_ASSIGN(const LoadedProblem whole, problemFromParts(parts, folder.string()));
  written.warnings = whole.warnings;
  return prepared;
}

Result<WrittenProblem> storeProblem(PreparedProblem prepared) {
  WrittenProblem written = std::move(prepared.written);
  KW_TRY(makeFolder(written.folder));
  KW_TRY(writeParts(prepared.parts, written.folder, written.files));
  return written;
}

Result<WrittenProblem> writeProblem(const Draft& draft, const Answers& answers,
                                    const fs::path& folder) {
  KW_TRY(checkNewFolder(folder));  // says so before any work
  KW_ASSIGN(PreparedProblem prepared, prepareProblem(draft, answers, folder));
  return storeProblem(std::move(prepared));
}

Result<WrittenProblem> liftProblem(const LoadedProblem& loaded) {
  const fs::path file = loaded.folder / "problem.json";
  if (loaded.problem.recorded)
    return failInput("this problem is a recording: it has no kernel",
                     Place{file.string(), 0, 0, {}});
  if (loaded.problem.space)
    return failInput("the problem has a template already (" + loaded.problem.templateFile + ")",
                     Place{file.string(), 0, 0, {}},
                     "nothing is replaced: edit it, or take \"template\" out of problem.json and "
                     "its files away");
  for (const char* name : {templateName, spaceName})
    if (isThere(loaded.folder / name))
      return failInput((loaded.folder / name).string() + " is there already", {},
                       "nothing is replaced: name it in problem.json, or move it away");
  WrittenProblem written;
  written.folder = loaded.folder;
  KW_ASSIGN(lifting::Lifted lifted, lifting::lift({loaded.problem.sourceText,
                                                   loaded.problem.launches,
                                                   {},
                                                   {},
                                                   {},
                                                   {},
                                                   definedNames(loaded.problem)}));
  std::vector<ProblemPart> parts = loaded.parts;
  KW_TRY(addTemplate(std::move(lifted), loaded.problem.sourceText, loaded.problem.sourceFile,
                     file.string(), parts, written));
  if (written.lifted.space.parameters.empty()) return written;
  KW_ASSIGN(const LoadedProblem whole, problemFromParts(parts, loaded.folder.string()));
  written.warnings = whole.warnings;
  std::vector<ProblemPart> changed;
  for (const char* name :
       {templateName, spaceName, "problem.json"})  // the one that names them last
    for (const ProblemPart& part : parts)
      if (part.path == name) changed.push_back(part);
  KW_TRY(writeParts(changed, loaded.folder, written.files));
  return written;
}

}  // namespace kw::drafting
