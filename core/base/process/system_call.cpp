// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/process/system_call.h"

#include <fcntl.h>

#include <system_error>

namespace kw::process {

Unexpected<Error> failedCall(std::string_view what, int number) {
  const bool outOfFiles = number == EMFILE || number == ENFILE;
  return fail("cannot " + std::string(what) + ": " + std::generic_category().message(number),
              outOfFiles ? "too many files are open: raise `ulimit -n`" : "");
}

void setNonBlocking(int descriptor) {
  const int flags = ::fcntl(descriptor, F_GETFL);
  if (flags >= 0) ::fcntl(descriptor, F_SETFL, flags | O_NONBLOCK);
}

}  // namespace kw::process
