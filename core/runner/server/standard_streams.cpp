// SPDX-License-Identifier: GPL-3.0-or-later
#include "runner/server/standard_streams.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

namespace kw {

namespace {

// Above the numbers that programs use by convention.
constexpr int firstPrivateDescriptor = 10;

Result<process::Descriptor> moveAway(int number, const char* what) {
  const int moved = fcntl(number, F_DUPFD_CLOEXEC, firstPrivateDescriptor);
  if (moved < 0)
    return fail(
        std::string("the protocol needs ") + what + ", but it is closed: " + std::strerror(errno),
        "start the runner with both ends of a pipe, as kwr and kernelwright do");
  return process::Descriptor(moved);
}

}  // namespace

Result<ProtocolStreams> takeStandardStreams() {
  ProtocolStreams streams;
  KW_ASSIGN(streams.input, moveAway(STDIN_FILENO, "standard input"));
  KW_ASSIGN(streams.output, moveAway(STDOUT_FILENO, "standard output"));
  const int null = open("/dev/null", O_RDWR | O_CLOEXEC);
  if (null < 0) return fail(std::string("cannot open /dev/null: ") + std::strerror(errno));
  process::Descriptor holder(null);
  // A closed standard error would be taken by the next file that is opened.
  if (fcntl(STDERR_FILENO, F_GETFD) < 0) dup2(null, STDERR_FILENO);
  if (dup2(null, STDIN_FILENO) < 0 || dup2(STDERR_FILENO, STDOUT_FILENO) < 0)
    return fail(std::string("cannot redirect the standard streams: ") + std::strerror(errno));
  return streams;
}

}  // namespace kw
