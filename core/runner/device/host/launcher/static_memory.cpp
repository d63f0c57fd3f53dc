// SPDX-License-Identifier: GPL-3.0-or-later
#include "runner/device/host/launcher/static_memory.h"

#include <dlfcn.h>
#include <link.h>

#include "runner/device/host/shared/fill_pattern.h"

// Of the C library; "ELF Handling For Thread-Local Storage", Drepper 2013, section 3.4: the address
// at an offset in a module's block of the calling thread, which is made if need be.
struct KwThreadLocalPlace {
  unsigned long module, offset;
};
// NOLINTNEXTLINE(bugprone-reserved-identifier)
extern "C" void* __tls_get_addr(KwThreadLocalPlace* place);

namespace kw::host {

namespace {

struct Block {
  size_t module = 0;  // 0: none
  size_t bytes = 0;
  size_t initialisedBytes = 0;  // at its begin
};
Block s_block;

int takeSizes(dl_phdr_info* information, size_t, void* block) {
  auto& found = *static_cast<Block*>(block);
  if (information->dlpi_tls_modid != found.module) return 0;
  for (int i = 0; i < information->dlpi_phnum; ++i) {
    const ElfW(Phdr)& header = information->dlpi_phdr[i];
    if (header.p_type != PT_TLS) continue;
    found.bytes = header.p_memsz;
    found.initialisedBytes = header.p_filesz;
  }
  return 1;
}

}  // namespace

void findStaticShared(void* library) {
  s_block = {};
  if (::dlinfo(library, RTLD_DI_TLS_MODID, &s_block.module) != 0) s_block.module = 0;
  if (s_block.module != 0) ::dl_iterate_phdr(takeSizes, &s_block);
}

void poisonStaticShared(uint32_t pattern) {
  if (s_block.bytes <= s_block.initialisedBytes) return;
  KwThreadLocalPlace place{s_block.module, 0};
  auto* begin = static_cast<unsigned char*>(::__tls_get_addr(&place));
  fillPattern(begin + s_block.initialisedBytes, s_block.bytes - s_block.initialisedBytes, pattern);
}

}  // namespace kw::host
