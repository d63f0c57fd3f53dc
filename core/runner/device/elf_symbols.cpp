// SPDX-License-Identifier: GPL-3.0-or-later
#include "runner/device/elf_symbols.h"

#include <cxxabi.h>
#include <elf.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <string_view>

#include "base/files/files.h"
#include "base/sorting/distinct.h"

namespace kw {

namespace {

// A structure at a place in the file; nothing where it would reach beyond the end.
template <class T>
const T* at(const std::string& file, uint64_t offset, uint64_t count = 1) {
  if (offset > file.size() || count > (file.size() - offset) / sizeof(T)) return nullptr;
  return reinterpret_cast<const T*>(file.data() + offset);
}

class ElfReader {
 public:
  explicit ElfReader(const std::string& file) : m_file(file) {}

  std::vector<ElfSymbol> read() {
    const auto* header = at<Elf64_Ehdr>(m_file, 0);
    if (header == nullptr || std::memcmp(header->e_ident, ELFMAG, SELFMAG) != 0 ||
        header->e_ident[EI_CLASS] != ELFCLASS64)
      return {};
    m_count = header->e_shnum;
    m_sections = at<Elf64_Shdr>(m_file, header->e_shoff, m_count);
    if (m_sections == nullptr) return {};
    if (header->e_shstrndx < m_count) m_names = &m_sections[header->e_shstrndx];
    for (uint64_t i = 0; i < m_count; ++i)
      if (m_sections[i].sh_type == SHT_SYMTAB && m_sections[i].sh_link < m_count)
        collect(m_sections[i], m_sections[m_sections[i].sh_link]);
    return std::move(m_symbols);
  }

 private:
  std::string text(const Elf64_Shdr& names, uint64_t offset) const {
    if (offset >= names.sh_size || at<char>(m_file, names.sh_offset, names.sh_size) == nullptr)
      return {};
    const char* begin = m_file.data() + names.sh_offset + offset;
    return std::string(begin, ::strnlen(begin, names.sh_size - offset));
  }

  void collect(const Elf64_Shdr& table, const Elf64_Shdr& names) {
    const uint64_t count = table.sh_size / sizeof(Elf64_Sym);
    const auto* symbols = at<Elf64_Sym>(m_file, table.sh_offset, count);
    for (uint64_t i = 0; symbols != nullptr && i < count; ++i) {
      const Elf64_Sym& symbol = symbols[i];
      if (symbol.st_shndx == SHN_UNDEF || symbol.st_name == 0) continue;
      const bool hasSection = symbol.st_shndx < m_count && m_names != nullptr;
      const auto type = ELF64_ST_TYPE(symbol.st_info);
      m_symbols.push_back(
          {.name = text(names, symbol.st_name),
           .section = hasSection ? text(*m_names, m_sections[symbol.st_shndx].sh_name) : "",
           .bytes = static_cast<int64_t>(symbol.st_size),
           .isVariable = type == STT_OBJECT,
           .isThreadLocal = type == STT_TLS});
    }
  }

  const std::string& m_file;
  const Elf64_Shdr* m_sections = nullptr;
  const Elf64_Shdr* m_names = nullptr;
  uint64_t m_count = 0;
  std::vector<ElfSymbol> m_symbols;
};

// .data and .bss are a CPU's; GPUs' have a section for those with a value and one for the others.
bool isKeptWritable(const std::string& section) {
  constexpr std::array<std::string_view, 4> sections{".data", ".bss", ".nv.global",
                                                     ".nv.global.init"};
  return std::ranges::find(sections, section) != sections.end();
}

}  // namespace

std::vector<ElfSymbol> elfSymbols(const std::string& file) {
  const auto text = files::readText(file);
  return text ? ElfReader(*text).read() : std::vector<ElfSymbol>();
}

std::string demangled(const std::string& name) {
  int status = 0;
  const std::unique_ptr<char, void (*)(void*)> text(
      abi::__cxa_demangle(name.c_str(), nullptr, nullptr, &status), std::free);
  return text ? std::string(text.get()) : name;
}

std::vector<std::string> lastingVariables(const std::string& file) {
  std::vector<std::string> names;
  for (const ElfSymbol& symbol : elfSymbols(file)) {
    // With a dot in its name: of the compiler's own files.
    const bool isCandidates =
        symbol.isVariable && symbol.bytes > 0 && symbol.name.find('.') == std::string::npos;
    if (isCandidates && isKeptWritable(symbol.section)) names.push_back(demangled(symbol.name));
  }
  sortDistinct(names);
  return names;
}

}  // namespace kw
