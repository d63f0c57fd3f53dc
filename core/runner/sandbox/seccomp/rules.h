// SPDX-License-Identifier: GPL-3.0-or-later
// Building seccomp filters from names of system calls. Only where KW_HAS_SECCOMP is defined.
#pragma once

#include <seccomp.h>

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

namespace kw::seccomp {

struct Release {
  void operator()(void* context) const { seccomp_release(context); }
};
using Filter = std::unique_ptr<void, Release>;

inline constexpr uint32_t refused = SCMP_ACT_ERRNO(EPERM);
// SIGSYS, whose handler can say which call it was.
inline constexpr uint32_t trapped = SCMP_ACT_TRAP;
// As from a kernel that does not know the call, so that the C library falls back to an older one.
inline constexpr uint32_t unknown = SCMP_ACT_ERRNO(ENOSYS);

// Holds where the call's argument `argument` (from 0) with only the bits of `mask` is `value`.
// In place of the library's SCMP_A0 and its kin, which are C and no C++ (compound literals).
inline scmp_arg_cmp argumentIs(unsigned argument, uint64_t value, uint64_t mask = ~uint64_t{0}) {
  return {argument, SCMP_CMP_MASKED_EQ, mask, value};
}
inline scmp_arg_cmp argumentAbove(unsigned argument, uint64_t value) {
  return {argument, SCMP_CMP_GT, value, 0};
}

// One rule without conditions for each of `names`, which are separated by spaces. Names and not
// numbers, since not every system call exists on every machine; those that do not are left out.
inline bool addAll(const Filter& filter, uint32_t action, std::string_view names) {
  for (size_t begin = 0; begin < names.size();) {
    const size_t end = std::min(names.find(' ', begin), names.size());
    const int number =
        seccomp_syscall_resolve_name(std::string(names.substr(begin, end - begin)).c_str());
    if (number != __NR_SCMP_ERROR && seccomp_rule_add(filter.get(), action, number, 0) < 0)
      return false;
    begin = end + 1;
  }
  return true;
}

}  // namespace kw::seccomp
