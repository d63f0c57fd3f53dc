// SPDX-License-Identifier: GPL-3.0-or-later
// What a kernel does with its pointers, as far as its text shows.
#pragma once

#include <string>
#include <string_view>

namespace kw::drafting {

struct BufferUse {
  bool reads = false;
  bool writes = false;
  bool escapes = false;  // handed to a function or otherwise out of sight: may be both
};

// Of the parameter `name` in the kernel's text from its parameters on, with the pointers that are
// derived from it.
BufferUse bufferUse(std::string_view kernelText, const std::string& name);

}  // namespace kw::drafting
