// SPDX-License-Identifier: GPL-3.0-or-later
// Shared libraries that are loaded while the program runs, since machines lack them.
#pragma once

#include <string>
#include <utility>

#include "base/result/result.h"

namespace kw {

// Stays loaded until the process ends: drivers and compilers do not survive being unloaded.
class Library {
 public:
  // ErrorKind::missing with the loader's own message where it cannot be loaded.
  static Result<Library> load(const std::string& path);

  void* find(const char* name) const;  // nullptr where it has no such function
  // Fills `function` with the function called `name`; false where there is none.
  template <class Function>
  bool find(const char* name, Function*& function) const {
    function = reinterpret_cast<Function*>(find(name));
    return function != nullptr;
  }

 private:
  explicit Library(void* handle) : m_handle(handle) {}
  void* m_handle;
};

}  // namespace kw
