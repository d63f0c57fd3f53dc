// SPDX-License-Identifier: GPL-3.0-or-later
#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include "base/files/files.h"
#include "base/files/system_error.h"

namespace kw::files {

namespace {

// The holder writes its process id into the file.
std::string holder(const Path& path) {
  const Result<std::string> text = readText(path, 64);
  return text && !text->empty() ? "process " + *text : std::string("another process");
}

void writeHolder(int descriptor) {
  const std::string text = std::to_string(::getpid());
  // Only for messages, so failing to write it does no harm.
  if (::ftruncate(descriptor, 0) == 0 && ::pwrite(descriptor, text.data(), text.size(), 0) < 0)
    return;
}

}  // namespace

// flock(2): freed when the last descriptor closes, so by the kernel at the latest; the file itself
// stays, since removing it would let two processes hold different files of one name.
Result<FileLock> FileLock::take(const Path& path) {
  KW_ASSIGN(Descriptor file, openFile(path, O_RDWR | O_CREAT, "lock", path));
  if (::flock(file.get(), LOCK_EX | LOCK_NB) != 0) {
    if (errno != EWOULDBLOCK) return fail(systemError("lock", path));
    return fail("'" + path.string() + "' is in use by " + holder(path),
                "wait until it has finished, or end it");
  }
  writeHolder(file.get());
  return FileLock(std::move(file));
}

}  // namespace kw::files
