// SPDX-License-Identifier: GPL-3.0-or-later
#include "runner/server/problem_folder.h"

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <system_error>

namespace kw {

namespace {

constexpr const char* lockName = "lock";
constexpr size_t longestPath = 512;
constexpr size_t longestName = 200;

constexpr std::string_view prefix = "problem-";
constexpr std::string_view unfinishedPrefix = "unfinished-";

// A folder gets its final name after its lock was taken, so one without a holder was left behind.
void sweep(const files::Path& parent) {
  std::error_code error;
  for (const auto& entry : std::filesystem::directory_iterator(parent, error)) {
    if (!entry.path().filename().string().starts_with(prefix)) continue;
    if (auto lock = files::FileLock::take(entry.path() / lockName); lock)
      std::filesystem::remove_all(entry.path(), error);
  }
}

Unexpected<Error> badPath(std::string_view path, const std::string& why) {
  return failInput("the file name '" + std::string(path.substr(0, longestPath)) + "' " + why, {},
                   "names are relative to the problem's folder, with / between their parts");
}

}  // namespace

Result<ProblemFolder> ProblemFolder::make(const files::Path& parent) {
  KW_TRY(files::makeFolders(parent));
  sweep(parent);
  std::string made = (parent / (std::string(unfinishedPrefix) + "XXXXXX")).string();
  if (!mkdtemp(made.data()))
    return fail("cannot make a folder in " + parent.string() + ": " + std::strerror(errno),
                "is the disk full, or the cache folder read-only?");
  KW_ASSIGN(files::FileLock lock, files::FileLock::take(files::Path(made) / lockName));
  const std::string unique = files::Path(made).filename().string().substr(unfinishedPrefix.size());
  const files::Path path = parent / (std::string(prefix) + unique);
  std::error_code error;
  std::filesystem::rename(made, path, error);
  if (error) return fail("cannot rename " + made + ": " + error.message());
  ProblemFolder folder(Content{path, std::move(lock)});
  KW_TRY(files::makeFolders(folder.filesFolder()));
  return folder;
}

ProblemFolder& ProblemFolder::operator=(ProblemFolder&& other) noexcept {
  std::swap(m_content, other.m_content);
  return *this;
}

ProblemFolder::~ProblemFolder() {
  if (!m_content) return;
  std::error_code ignored;
  std::filesystem::remove_all(m_content->path, ignored);
}

Status checkRelativePath(std::string_view path) {
  if (path.empty()) return badPath(path, "is empty");
  if (path.size() > longestPath) return badPath(path, "is too long");
  if (path.front() == '/') return badPath(path, "is absolute");
  if (std::ranges::any_of(path, [](char c) {
        return static_cast<unsigned char>(c) < 0x20 || c == '\x7f' || c == '\\';
      }))
    return badPath(path, "holds a control character or a backslash");
  while (true) {
    const size_t slash = path.find('/');
    const std::string_view part = path.substr(0, slash);
    if (part.empty() || part == "." || part == "..")
      return badPath(path, "has a part that is no plain name");
    if (part.size() > longestName) return badPath(path, "has a part that is too long");
    if (slash == std::string_view::npos) return {};
    path.remove_prefix(slash + 1);
  }
}

}  // namespace kw
