// SPDX-License-Identifier: GPL-3.0-or-later
#include "runner/device/host/static_shared.h"

#include <cxxabi.h>
#include <elf.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <string_view>

#include "base/files/files.h"
#include "model/kernel/source_scan.h"

namespace kw::host {

namespace {

// A structure at a place in the file; nothing where it would reach beyond the end.
template <class T>
const T* at(const std::string& file, uint64_t offset, uint64_t count = 1) {
  if (offset > file.size() || count > (file.size() - offset) / sizeof(T)) return nullptr;
  return reinterpret_cast<const T*>(file.data() + offset);
}

// Local variables are named _ZZ<function>E<name>; their demangled form is "function::name".
std::string ownerOf(const char* symbol) {
  if (std::strncmp(symbol, "_ZZ", 3) != 0) return {};
  int status = 0;
  const std::unique_ptr<char, void (*)(void*)> demangled(
      abi::__cxa_demangle(symbol, nullptr, nullptr, &status), std::free);
  if (!demangled) return {};
  const std::string_view name = demangled.get();
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

void collect(const std::string& file, const Elf64_Shdr& table, const Elf64_Shdr& names,
             std::vector<SharedVariable>& variables) {
  const uint64_t count = table.sh_size / sizeof(Elf64_Sym);
  const auto* symbols = at<Elf64_Sym>(file, table.sh_offset, count);
  if (symbols == nullptr || at<char>(file, names.sh_offset, names.sh_size) == nullptr) return;
  for (uint64_t i = 0; i < count; ++i) {
    const Elf64_Sym& symbol = symbols[i];
    if (ELF64_ST_TYPE(symbol.st_info) != STT_TLS || symbol.st_shndx == SHN_UNDEF ||
        symbol.st_name >= names.sh_size)
      continue;
    const std::string name(
        file.data() + names.sh_offset + symbol.st_name,
        ::strnlen(file.data() + names.sh_offset + symbol.st_name, names.sh_size - symbol.st_name));
    variables.push_back({ownerOf(name.c_str()), static_cast<int64_t>(symbol.st_size)});
  }
}

}  // namespace

std::vector<SharedVariable> sharedVariables(const std::string& sharedObject) {
  std::vector<SharedVariable> variables;
  const auto file = files::readText(sharedObject);
  const auto* header = file ? at<Elf64_Ehdr>(*file, 0) : nullptr;
  if (header == nullptr || std::memcmp(header->e_ident, ELFMAG, SELFMAG) != 0 ||
      header->e_ident[EI_CLASS] != ELFCLASS64)
    return variables;
  const auto* sections = at<Elf64_Shdr>(*file, header->e_shoff, header->e_shnum);
  for (uint64_t i = 0; sections != nullptr && i < header->e_shnum; ++i)
    if (sections[i].sh_type == SHT_SYMTAB && sections[i].sh_link < header->e_shnum)
      collect(*file, sections[i], sections[sections[i].sh_link], variables);
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
