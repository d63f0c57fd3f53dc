// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/files/descriptor.h"

#include <fcntl.h>
#include <unistd.h>

#include "base/files/system_error.h"

namespace kw::files {

Descriptor& Descriptor::operator=(Descriptor&& other) noexcept {
  if (this == &other) return *this;
  reset();
  m_value = other.release();
  return *this;
}

void Descriptor::reset() {
  if (m_value >= 0) ::close(m_value);
  m_value = -1;
}

Result<Descriptor> openFile(const std::filesystem::path& path, int flags, std::string_view what,
                            const std::filesystem::path& named) {
  int descriptor = -1;
  do {
    descriptor = ::open(path.c_str(), flags | O_CLOEXEC, 0666);
  } while (descriptor < 0 && errno == EINTR);
  if (descriptor < 0) return fail(systemError(what, named));
  return Descriptor(descriptor);
}

}  // namespace kw::files
