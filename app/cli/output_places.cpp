// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/output_places.h"

#include <unistd.h>

#include <utility>

#include "base/files/files.h"

namespace kw::cli {

namespace {

namespace fs = std::filesystem;

constexpr const char* sessionAdvice = "name a place that can be written with --session FILE";

fs::path folderOf(const fs::path& file) {
  return file.has_parent_path() ? file.parent_path() : fs::path(".");
}

// A full disk can leave an empty file, which holds nothing that making it anew could lose.
bool holdsSomething(const fs::path& file) {
  std::error_code fault;
  const bool exists = fs::exists(file, fault);
  const auto bytes = fs::file_size(file, fault);
  return exists && (fault || bytes > 0);
}

Error withAdvice(Error error, const char* advice) {
  error.advice = advice;
  return error;
}

bool isSameFile(const fs::path& a, const fs::path& b) {
  std::error_code fault;
  if (fs::equivalent(a, b, fault) && !fault) return true;
  const fs::path one = fs::weakly_canonical(fs::absolute(a, fault), fault);
  return one == fs::weakly_canonical(fs::absolute(b, fault), fault);
}

Unexpected<Error> wouldReplace(const fs::path& file, const std::string& option,
                               const std::string& what) {
  return failInput(option + (option.empty() ? "" : " ") + file.string() + " would replace " + what,
                   {}, "choose another place");
}

}  // namespace

Status checkNotReplaced(const fs::path& file, const std::string& option, const fs::path& session,
                        const LoadedProblem& problem) {
  for (const char* suffix : {"", "-wal", "-shm", "-journal"})
    if (isSameFile(file, fs::path(session.string() + suffix)))
      return wouldReplace(file, option, "the session");
  if (problem.folder.empty()) return {};  // it came from the session
  for (const ProblemPart& part : problem.parts)
    if (isSameFile(file, problem.folder / part.path))
      return wouldReplace(file, option, part.path + " of the problem");
  return {};
}

Status checkIsOther(const fs::path& file, const std::string& option, const fs::path& other,
                    const std::string& what) {
  if (other.empty() || !isSameFile(file, other)) return {};
  return wouldReplace(file, option, what);
}

Status checkWritable(const fs::path& file, const std::string& option) {
  std::error_code ignored;
  const std::string shown = option + " " + file.string() + ": ";
  const fs::path folder = folderOf(file);
  if (!fs::is_directory(folder, ignored))
    return failInput(shown + "there is no folder " + folder.string(), {},
                     "make it first, or choose another place");
  if (fs::is_directory(file, ignored))
    return failInput(shown + "this is a folder, expected a file", {}, "name a file in it");
  const bool exists = fs::exists(file, ignored);
  if (::access(exists ? file.c_str() : folder.c_str(), W_OK) != 0)
    return failInput(
        shown + (exists ? "the file" : "the folder " + folder.string()) + " cannot be written", {},
        "change its permissions, or choose another place");
  return {};
}

Result<SessionPlace> SessionPlace::find(const SessionOption& option, const LoadedProblem& problem) {
  SessionPlace place;
  place.m_isDefault = option.file.empty();
  place.m_path = option.path(problem);
  if (!place.m_isDefault) KW_TRY(checkWritable(place.m_path, "--session"));
  if (place.m_isDefault) {
    if (Status made = files::makeFolders(folderOf(place.m_path)); !made)
      return fail(withAdvice(std::move(made).error(), sessionAdvice));
  }
  if (!holdsSomething(place.m_path)) return place;
  KW_ASSIGN(place.m_session, Session::open(place.m_path, Session::Mode::readWrite));
  return place;
}

Result<std::unique_ptr<Session>> SessionPlace::open() {
  if (m_session) return std::move(m_session);
  auto made = Session::open(m_path, Session::Mode::create);
  if (!made && m_isDefault) return fail(withAdvice(std::move(made).error(), sessionAdvice));
  return made;
}

}  // namespace kw::cli
