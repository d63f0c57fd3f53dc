// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace kw::host {

// A thread_local variable of a shared object: what a __shared__ array became.
struct SharedVariable {
  std::string owner;  // the function it stands in, demangled: "norm<float, 4>(float*)"; "" for none
  int64_t bytes = 0;
};
// From the symbol table of an ELF file; none where it cannot be read.
std::vector<SharedVariable> sharedVariables(const std::string& sharedObject);

// Bytes of static shared memory of each launched function ("norm<float, 4>"), as near as names
// tell: its own arrays and those of every function that is no kernel of `kernels` (base names).
std::map<std::string, int64_t> staticShared(const std::vector<SharedVariable>& variables,
                                            const std::vector<std::string>& functions,
                                            const std::vector<std::string>& kernels);

}  // namespace kw::host
