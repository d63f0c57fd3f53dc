// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/problem/problem_file.h"

#include <algorithm>
#include <utility>

#include "base/files/files.h"
#include "base/json/text.h"
#include "model/problem/check_cases.h"
#include "model/problem/included_files.h"
#include "model/problem/problem_hashes.h"
#include "model/problem/problem_parts.h"
#include "model/problem/problem_reader.h"
#include "model/problem/problem_texts.h"
#include "model/problem/recorded_problem.h"
#include "model/space/names.h"

namespace kw {

namespace {

namespace fs = std::filesystem;

constexpr const char* problemFile = "problem.json";

fs::path libraryFolder() {
  return files::dataFolder() / "templates";
}

bool isFile(const fs::path& path) {
  std::error_code none;
  return fs::is_regular_file(path, none);
}

bool isFolder(const fs::path& path) {
  std::error_code none;
  return fs::is_directory(path, none);
}

// `shown` stands in messages for problem.json, which a file of any name may take the place of.
Result<LoadedProblem> readAll(ProblemParts parts, const std::string& shownFolder,
                              const std::string& shown) {
  KW_ASSIGN(const std::string* text, parts.get(problemFile));
  Result<json::Value> parsed = json::parse(*text, shown);
  if (!parsed) {
    Error error = std::move(parsed).error();
    if (error.advice.empty()) error.advice = "the file is no JSON from there on: mend it there";
    return fail(std::move(error));
  }
  const json::Value root = *std::move(parsed);
  json::Faults faults(shown);
  LoadedProblem loaded;
  loaded.folder = shownFolder;
  if (isRecordedProblem(root))
    return readRecordedProblem(root, std::move(parts), shownFolder, shown);
  loaded.problem = readProblem(root, faults);
  checkReferences(loaded.problem, root, faults);
  // Sizes and layouts mean little while names and types are wrong.
  if (faults.empty()) checkCases(loaded.problem, root["cases"], faults);
  loaded.warnings = readProblemTexts(loaded.problem, root, parts, shownFolder, faults);
  if (!faults.empty()) return fail(faults.take());
  loaded.parts = parts.parts();
  setHashes(loaded, root);
  return loaded;
}

Unexpected<Error> notFound(const fs::path& where) {
  const std::string shown = where.string();
  std::error_code denied;
  if (isFolder(where) && (fs::directory_iterator(where, denied), denied))
    return failInput("the folder \"" + shown + "\" may not be read: " + denied.message(), {},
                     "allow its reading, or open a copy");
  if (isFolder(where))
    return failInput("the folder \"" + shown + "\" has no problem.json", {},
                     "a problem is a folder with problem.json, kernel.cu and an oracle");
  const std::vector<std::string> library = libraryProblems();
  std::string all;
  for (const std::string& name : library)
    all += (all.empty() ? "" : ", ") + name;
  std::string advice = suggestion(where.filename().string(), library);
  if (advice.empty()) advice = "the library has: " + (all.empty() ? "none" : all);
  return failInput(
      "\"" + shown + "\" is no problem: neither a folder, nor a file, nor a kernel of the library",
      {}, advice);
}

}  // namespace

Result<LoadedProblem> problemFromParts(std::vector<ProblemPart> parts,
                                       const std::string& shownFolder) {
  KW_ASSIGN(ProblemParts held, ProblemParts::inMemory(std::move(parts)));
  return readAll(std::move(held), shownFolder, shownPath(shownFolder, problemFile));
}

Result<LoadedProblem> loadProblem(const fs::path& given) {
  // "folder/" as "folder".
  const fs::path where =
      given.has_filename() || !given.has_parent_path() ? given : given.parent_path();
  const bool isName = !where.has_parent_path() && !isFile(where) && !isFile(where / problemFile);
  const fs::path path =
      isName && isFile(libraryFolder() / where / problemFile) ? libraryFolder() / where : where;
  if (isFile(path / problemFile))
    return readAll(ProblemParts(path), path.string(), shownPath(path.string(), problemFile));
  if (!isFile(path)) return notFound(where);
  // A file of any name, such as a variant of problem.json beside the same kernel.
  fs::path folder = path.parent_path();
  if (folder.empty()) folder = ".";
  ProblemParts parts(folder);
  KW_ASSIGN(std::string text, files::readText(path));
  parts.put(problemFile, std::move(text));
  return readAll(std::move(parts), folder.string(), path.string());
}

std::vector<std::string> libraryProblems() {
  std::vector<std::string> names;
  std::error_code fault;
  for (fs::directory_iterator entry(libraryFolder(), fault), end; !fault && entry != end;
       entry.increment(fault))
    if (isFile(entry->path() / problemFile)) names.push_back(entry->path().filename().string());
  std::sort(names.begin(), names.end());
  return names;
}

bool isInLibrary(const fs::path& folder) {
  std::error_code ignored;
  return fs::equivalent(folder.parent_path(), libraryFolder(), ignored);
}

}  // namespace kw
