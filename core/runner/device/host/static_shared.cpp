// SPDX-License-Identifier: GPL-3.0-or-later
#include "runner/device/host/static_shared.h"

#include <algorithm>
#include <string_view>

#include "model/kernel/source_scan.h"
#include "runner/device/elf_symbols.h"

namespace kw::host {

namespace {

// Local variables are named _ZZ<function>E<name>; their demangled form is "function::name".
std::string ownerOf(const std::string& symbol) {
  if (!symbol.starts_with("_ZZ")) return {};
  const std::string whole = demangled(symbol);
  const std::string_view name = whole;
  // The function's parameters end at the last parenthesis.
  const size_t end = name.rfind(")::");
  return std::string(end == std::string_view::npos ? name : name.substr(0, end + 1));
}

// "norm" of "void ns::norm<float, 4>(float*)".
std::string baseNameOf(const std::string& owner) {
  const std::string head = owner.substr(0, owner.find_first_of("<("));
  const size_t space = head.rfind(' ');
  return baseName(space == std::string::npos ? head : head.substr(space + 1));
}

}  // namespace

std::vector<SharedVariable> sharedVariables(const std::string& sharedObject) {
  std::vector<SharedVariable> variables;
  for (const ElfSymbol& symbol : elfSymbols(sharedObject))
    if (symbol.isThreadLocal) variables.push_back({ownerOf(symbol.name), symbol.bytes});
  return variables;
}

std::map<std::string, int64_t> staticShared(const std::vector<SharedVariable>& variables,
                                            const std::vector<std::string>& functions,
                                            const std::vector<std::string>& kernels) {
  int64_t common = 0;
  std::map<std::string, int64_t> byOwner;
  for (const SharedVariable& variable : variables) {
    const bool kernel = std::ranges::find(kernels, baseNameOf(variable.owner)) != kernels.end();
    (kernel ? byOwner[variable.owner] : common) += variable.bytes;
  }
  std::map<std::string, int64_t> result;
  for (const std::string& function : functions) {
    // Instances of one template are not told apart: the largest stands for each.
    int64_t own = 0;
    for (const auto& [owner, bytes] : byOwner)
      if (baseNameOf(owner) == baseName(function)) own = std::max(own, bytes);
    result[function] = common + own;
  }
  return result;
}

}  // namespace kw::host
