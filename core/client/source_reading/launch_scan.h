// SPDX-License-Identifier: GPL-3.0-or-later
// Finds `kernel<T, 8><<<grid, block, shared, stream>>>(arguments)` in a text, without compiling it:
// also in the bodies of macros, where frameworks tend to keep their launches.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "client/source_reading/located_tokens.h"

namespace kw::reading {

struct FoundLaunch {
  std::string function;                        // with its namespaces, without template arguments
  std::vector<std::string> templateArguments;  // texts
  bool isInstance = false;                     // template arguments were given, maybe none: <>
  std::string grid, block, sharedMemory;       // texts as written; shared memory may be empty
  std::vector<std::string> arguments;          // texts
  int line = 1;
  size_t token = 0;  // index in the text's tokens of the launch, or of the macro around it
  Tokens macroBody;  // the macro's tokens up to the launch; empty outside macros
};

// Comments, strings and raw strings are passed over. What is not closed is no launch.
std::vector<FoundLaunch> launchesIn(const Tokens& all);

// Follows the names of a launch's texts back to the host code's definitions: `dim3 grid(n / 256)`,
// `const int threads = 256`. The last one before the launch counts.
class HostDefinitions {
 public:
  // `functionBegin` is the token with which the function around the launch begins. Who uses a macro
  // may define what it launches with anywhere in the text: then all definitions count, those of the
  // macro itself before the others.
  HostDefinitions(const Tokens& all, size_t functionBegin, const FoundLaunch& launch);

  // Up to three texts: of `dim3(a, b)`, `{a, b}`, the name of a dim3, or of a plain expression.
  std::vector<std::string> extents(const std::string& text) const;
  // What the name was set to; "" where that cannot be read.
  std::string find(const std::string& name) const;

 private:
  struct Definition {
    std::string name, value;
    std::vector<std::string> extents;
  };
  void collect(const Tokens& all, size_t begin, size_t end);
  const Definition* definition(const std::string& name) const;
  std::vector<Definition> m_definitions;
};

}  // namespace kw::reading
