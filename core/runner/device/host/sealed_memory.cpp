// SPDX-License-Identifier: GPL-3.0-or-later
#include "runner/device/host/sealed_memory.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

namespace kw::host {

namespace {

Unexpected<Error> failed(const char* what) {
  return fail(std::string("shared memory could not be ") + what + ": " + std::strerror(errno),
              "free memory, or raise the limit on open files");
}

}  // namespace

Result<files::Descriptor> sealedMemory(const std::string& name, size_t bytes) {
  files::Descriptor memory(::memfd_create(name.c_str(), MFD_CLOEXEC | MFD_ALLOW_SEALING));
  if (!memory.valid()) return failed("made");
  if (::ftruncate(memory.get(), static_cast<off_t>(bytes)) != 0) return failed("sized");
  if (::fcntl(memory.get(), F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL) != 0)
    return failed("sealed");
  return memory;
}

Result<files::Descriptor> readOnly(const files::Descriptor& memory) {
  const std::string path = "/proc/self/fd/" + std::to_string(memory.get());
  files::Descriptor again(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (!again.valid()) return failed("opened for reading");
  return again;
}

}  // namespace kw::host
