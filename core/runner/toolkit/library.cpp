// SPDX-License-Identifier: GPL-3.0-or-later
#include "runner/toolkit/library.h"

#include <dlfcn.h>

namespace kw {

Result<Library> Library::load(const std::string& path) {
  void* handle = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (handle != nullptr) return Library(handle);
  const char* reason = dlerror();
  return failMissing(path +
                     " could not be loaded: " + (reason != nullptr ? reason : "no reason given"));
}

void* Library::find(const char* name) const {
  return dlsym(m_handle, name);
}

}  // namespace kw
