// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/files/system_error.h"

#include <system_error>

namespace kw::files {

namespace {

struct Meaning {
  ErrorKind kind = ErrorKind::failed;
  const char* advice = "";
};

Meaning meaning(int number) {
  switch (number) {
    case ENOENT:
      return {ErrorKind::badInput, "check the spelling of the path"};
    case ENOTDIR:
      return {ErrorKind::badInput, "a part of the path is a file, not a folder"};
    case EISDIR:
      return {ErrorKind::badInput, "a file is needed here, not a folder"};
    case ENAMETOOLONG:
      return {ErrorKind::badInput, "use a shorter name"};
    case EACCES:
    case EPERM:
      return {ErrorKind::badInput, "check the permissions of it and its folder"};
    case EROFS:
      return {ErrorKind::badInput, "choose a folder that can be written"};
    case ENOSPC:
      return {ErrorKind::failed, "free space and try again"};
    case EDQUOT:
      return {ErrorKind::failed, "your quota is used up: free space and try again"};
    case EMFILE:
    case ENFILE:
      return {ErrorKind::failed, "too many files are open: raise `ulimit -n`"};
    default:
      return {};
  }
}

}  // namespace

Error systemError(std::string_view what, const std::filesystem::path& path, int number) {
  const Meaning found = meaning(number);
  std::string message = "cannot " + std::string(what) + " '" + path.string() +
                        "': " + std::generic_category().message(number);
  return Error{found.kind, std::move(message), {}, found.advice};
}

}  // namespace kw::files
