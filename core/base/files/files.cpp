// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/files/files.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>

#include "base/files/descriptor.h"
#include "base/files/system_error.h"

namespace kw::files {

namespace {

// Unlike any other writer's, in this process or another.
Path besideName(const Path& path) {
  static std::atomic<unsigned> counter{0};
  const std::string suffix =
      "." + std::to_string(getpid()) + "-" + std::to_string(counter++) + ".part";
  return path.parent_path() / ("." + path.filename().string() + suffix);
}

Status writeAll(const Descriptor& file, std::string_view content, const Path& path) {
  while (!content.empty()) {
    const ssize_t written = ::write(file.get(), content.data(), content.size());
    if (written >= 0)
      content.remove_prefix(static_cast<size_t>(written));
    else if (errno != EINTR)
      return fail(systemError("write", path));
  }
  return {};
}

// The new name is only on the disk once its folder is. Some file systems cannot synchronise a
// folder (EINVAL); they order the rename themselves.
Status synchroniseFolder(const Path& folder) {
  KW_ASSIGN(const Descriptor open,
            openFile(folder.empty() ? "." : folder, O_RDONLY | O_DIRECTORY, "write to", folder));
  if (::fsync(open.get()) != 0 && errno != EINVAL) return fail(systemError("write to", folder));
  return {};
}

// Keeps who may read and write what is replaced. Failing to is no reason not to write.
void keepMode(const Descriptor& file, const Path& replaced) {
  struct stat found {};
  if (::stat(replaced.c_str(), &found) != 0) return;
  const int changed = ::fchmod(file.get(), found.st_mode & 07777);
  static_cast<void>(changed);
}

// A rename would put a file in the place of what is none, such as /dev/null.
Status checkIsFile(const Path& target) {
  struct stat found {};
  if (::stat(target.c_str(), &found) != 0 || S_ISREG(found.st_mode) || S_ISDIR(found.st_mode))
    return {};
  return failInput("'" + target.string() + "' is a device, a pipe or a socket; expected a file", {},
                   "choose another place");
}

Status writePart(const Path& part, const Path& target, std::string_view content) {
  KW_ASSIGN(const Descriptor file, openFile(part, O_WRONLY | O_CREAT | O_EXCL, "write", target));
  keepMode(file, target);
  KW_TRY(writeAll(file, content, target));
  if (::fsync(file.get()) != 0) return fail(systemError("write", target));
  return {};
}

}  // namespace

Result<std::string> readText(const Path& path, size_t limit) {
  // O_NONBLOCK: opening a named pipe must not wait for its writer.
  KW_ASSIGN(const Descriptor file, openFile(path, O_RDONLY | O_NONBLOCK, "open", path));
  struct stat found {};
  if (::fstat(file.get(), &found) != 0) return fail(systemError("read", path));
  if (S_ISDIR(found.st_mode)) return fail(systemError("read", path, EISDIR));
  if (!S_ISREG(found.st_mode)) return failInput("'" + path.string() + "' is no regular file");

  // Files in /proc give their size as 0, so the content is read to its end in any case.
  std::string content;
  constexpr size_t leastRoom = 4096;
  size_t used = 0;
  while (used <= limit) {
    content.resize(
        std::max({static_cast<size_t>(found.st_size) + 1, content.size(), used + leastRoom}));
    content.resize(std::min(content.size(), limit + 1));
    const ssize_t got = ::read(file.get(), content.data() + used, content.size() - used);
    if (got < 0 && errno != EINTR) return fail(systemError("read", path));
    if (got == 0) break;
    if (got > 0) used += static_cast<size_t>(got);
  }
  if (used > limit)
    return failInput("'" + path.string() + "' is larger than the " + std::to_string(limit) +
                     " bytes that are read of such a file");
  content.resize(used);
  return content;
}

Status writeAtomically(const Path& path, std::string_view content) {
  // A link keeps pointing where it does: its target is what gets replaced.
  std::error_code ignored;
  const Path target = std::filesystem::is_symlink(path, ignored)
                          ? std::filesystem::weakly_canonical(path, ignored)
                          : path;
  KW_TRY(checkIsFile(target));
  const Path part = besideName(target);
  Status written = writePart(part, target, content);
  if (written && ::rename(part.c_str(), target.c_str()) != 0)
    written = fail(systemError("write", target));
  if (!written) {
    ::unlink(part.c_str());
    return written;
  }
  return synchroniseFolder(target.parent_path());
}

Status appendLine(const Path& path, std::string_view line) {
  KW_ASSIGN(const Descriptor file, openFile(path, O_WRONLY | O_CREAT | O_APPEND, "write", path));
  return writeAll(file, std::string(line) + "\n", path);
}

Status makeFolders(const Path& path) {
  std::error_code error;
  std::filesystem::create_directories(path, error);
  if (error) return fail(systemError("make the folder", path, error.value()));
  return {};
}

}  // namespace kw::files
