// SPDX-License-Identifier: GPL-3.0-or-later
// What code compiled with -fsanitize=address calls. Each report ends the process.
#include <cstdio>
#include <cstring>

#include "runner/device/host/launcher/crash_report.h"
#include "runner/device/host/launcher/runtime.h"
#include "runner/device/host/launcher/shadow.h"

using namespace kw::host;

namespace {

// As the compilers lay it out: a variable with static storage and the room left behind it.
struct Global {
  const unsigned char* begin;
  size_t bytes;
  size_t bytesWithRoom;
  const char* name;
  const char* unit;
  size_t isInitialised;
  const void* place;
  const void* indicator;
};

constexpr size_t mostGlobals = 4096;
const Global* s_globals[mostGlobals];
size_t s_globalCount = 0;

// The variable whose room holds the address, or the next one behind it.
const Global* globalNear(const unsigned char* address) {
  constexpr ptrdiff_t before = 64;  // nothing is left before the first one
  for (size_t i = 0; i < s_globalCount; ++i) {
    const Global& one = *s_globals[i];
    if (address >= one.begin - before && address < one.begin + one.bytesWithRoom) return &one;
  }
  return nullptr;
}

// "tile" of "kernel(float*, int)::tile".
const char* shortName(const char* name) {
  const char* last = std::strrchr(name, ':');
  return last == nullptr ? name : last + 1;
}

void describePlace(const unsigned char* address, char* text, size_t bytes) {
  const uint8_t why = shadow::reasonAt(address);
  if (why == shadow::outsideBuffer) {
    std::snprintf(text, bytes, "outside its buffer");
  } else if (why == shadow::outsideDynamicShared) {
    std::snprintf(text, bytes, "outside the %llu bytes of the block's dynamic shared memory",
                  kwThread.dynamicSharedBytes);
  } else if (why == 0xf8) {
    std::snprintf(text, bytes, "in a variable on the stack that has gone out of scope");
  } else if (why >= 0xf1 && why <= 0xf5) {
    std::snprintf(text, bytes, "outside its variable on the stack");
  } else if (const Global* global = globalNear(address); global != nullptr) {
    std::snprintf(text, bytes, "outside %s, which has %zu bytes", shortName(global->name),
                  global->bytes);
  } else {
    std::snprintf(text, bytes, "where there is nothing");
  }
}

[[noreturn]] void report(const char* what, const void* address, size_t bytes, const void* caller) {
  const unsigned char* first = shadow::firstForbidden(address, bytes);
  char place[256], message[384];
  describePlace(first == nullptr ? static_cast<const unsigned char*>(address) : first, place,
                sizeof place);
  std::snprintf(message, sizeof message, "%s %zu byte%s %s", what, bytes, bytes == 1 ? "" : "s",
                place);
  reportAndEnd(message, caller);
}

void check(const char* what, const void* address, size_t bytes, const void* caller) {
  if (shadow::firstForbidden(address, bytes) != nullptr) report(what, address, bytes, caller);
}

}  // namespace

// The compilers choose the names.
// NOLINTBEGIN(bugprone-reserved-identifier)
extern "C" {

KW_EXPORTED void __asan_init() {}
KW_EXPORTED void __asan_version_mismatch_check_v8() {}
// Before calls that do not return: nothing here comes back to the stack that they leave.
KW_EXPORTED void __asan_handle_no_return() {}
KW_EXPORTED void __asan_before_dynamic_init(const char*) {}
KW_EXPORTED void __asan_after_dynamic_init() {}
KW_EXPORTED int __asan_option_detect_stack_use_after_return = 0;

KW_EXPORTED void __asan_register_globals(const Global* globals, size_t count) {
  for (size_t i = 0; i < count; ++i) {
    const Global& one = globals[i];
    shadow::forbid(one.begin + one.bytes, one.begin + one.bytesWithRoom, shadow::outsideGlobal);
    if (s_globalCount < mostGlobals) s_globals[s_globalCount++] = &one;
  }
}
KW_EXPORTED void __asan_unregister_globals(const Global*, size_t) {}
KW_EXPORTED void __asan_register_elf_globals(size_t* done, const Global* begin, const Global* end) {
  if (*done == 0) __asan_register_globals(begin, static_cast<size_t>(end - begin));
  *done = 1;
}
KW_EXPORTED void __asan_unregister_elf_globals(size_t*, const Global*, const Global*) {}

// Variables that are too large for marking them in place.
KW_EXPORTED void __asan_poison_stack_memory(const unsigned char* begin, size_t bytes) {
  shadow::forbid(begin, begin + bytes, 0xf8);
}
KW_EXPORTED void __asan_unpoison_stack_memory(const unsigned char* begin, size_t bytes) {
  shadow::allow(begin, begin + bytes);
}
// Arrays of variable length: not watched.
KW_EXPORTED void __asan_alloca_poison(const void*, size_t) {}
KW_EXPORTED void __asan_allocas_unpoison(const void*, const void*) {}

#define KW_SIZE(bytes)                                               \
  KW_EXPORTED void __asan_report_load##bytes(const void* address) {  \
    report("reads", address, bytes, __builtin_return_address(0));    \
  }                                                                  \
  KW_EXPORTED void __asan_report_store##bytes(const void* address) { \
    report("writes", address, bytes, __builtin_return_address(0));   \
  }                                                                  \
  KW_EXPORTED void __asan_load##bytes(const void* address) {         \
    check("reads", address, bytes, __builtin_return_address(0));     \
  }                                                                  \
  KW_EXPORTED void __asan_store##bytes(const void* address) {        \
    check("writes", address, bytes, __builtin_return_address(0));    \
  }
KW_SIZE(1)
KW_SIZE(2)
KW_SIZE(4)
KW_SIZE(8)
KW_SIZE(16)
#undef KW_SIZE

KW_EXPORTED void __asan_report_load_n(const void* address, size_t bytes) {
  report("reads", address, bytes, __builtin_return_address(0));
}
KW_EXPORTED void __asan_report_store_n(const void* address, size_t bytes) {
  report("writes", address, bytes, __builtin_return_address(0));
}
// What a candidate's calls of these functions of the C library are linked to.
KW_EXPORTED void* __wrap_memcpy(void* to, const void* from, size_t bytes) {
  check("writes", to, bytes, __builtin_return_address(0));
  check("reads", from, bytes, __builtin_return_address(0));
  return std::memcpy(to, from, bytes);
}
KW_EXPORTED void* __wrap_memmove(void* to, const void* from, size_t bytes) {
  check("writes", to, bytes, __builtin_return_address(0));
  check("reads", from, bytes, __builtin_return_address(0));
  return std::memmove(to, from, bytes);
}
KW_EXPORTED void* __wrap_memset(void* to, int value, size_t bytes) {
  check("writes", to, bytes, __builtin_return_address(0));
  return std::memset(to, value, bytes);
}

KW_EXPORTED void __asan_loadN(const void* address, size_t bytes) {
  check("reads", address, bytes, __builtin_return_address(0));
}
KW_EXPORTED void __asan_storeN(const void* address, size_t bytes) {
  check("writes", address, bytes, __builtin_return_address(0));
}
}
// NOLINTEND(bugprone-reserved-identifier)
