// SPDX-License-Identifier: GPL-3.0-or-later
// The symbol table of what a compiler made: of a shared object, or of a GPU's cubin.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace kw {

struct ElfSymbol {
  std::string name;     // as in the file, mangled
  std::string section;  // where it lies; "" for none
  int64_t bytes = 0;
  bool isVariable = false;
  bool isThreadLocal = false;
};
// Those that are defined there; none where the file cannot be read.
std::vector<ElfSymbol> elfSymbols(const std::string& file);

// "ns::table" of "_ZN2ns5tableE"; other names as they are.
std::string demangled(const std::string& name);

// Variables that live as long as the loaded module does, so that a kernel could keep something in
// them between launches: __device__ ones of a cubin, and what they become on a CPU. Demangled, in
// order, each once. Tables that are only read are among them, since nothing in the file tells.
std::vector<std::string> lastingVariables(const std::string& file);

}  // namespace kw
