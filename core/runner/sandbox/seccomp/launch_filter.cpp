// SPDX-License-Identifier: GPL-3.0-or-later
#include "runner/sandbox/seccomp/launch_filter.h"

#ifdef KW_HAS_SECCOMP
#include "runner/sandbox/seccomp/rules.h"
#endif

namespace kw {

#ifdef KW_HAS_SECCOMP

namespace {

// What memory management, waiting, signal handlers, abort and exit come to.
constexpr std::string_view needed =
    "futex mmap munmap mremap mprotect madvise brk close recvmsg exit exit_group rt_sigreturn "
    "rt_sigprocmask "
    "rt_sigaction sigaltstack tgkill gettid getpid pause sched_yield sched_getaffinity "
    "clock_gettime "
    "clock_nanosleep nanosleep restart_syscall getrandom rseq set_robust_list gettimeofday getcpu";

// What printf does to standard output and standard error.
bool allowOutput(const seccomp::Filter& filter) {
  for (const char* name : {"write", "writev", "fstat", "newfstatat"}) {
    const int number = seccomp_syscall_resolve_name(name);
    for (const unsigned descriptor : {1u, 2u})
      if (seccomp_rule_add(filter.get(), SCMP_ACT_ALLOW, number, 1,
                           SCMP_A0(SCMP_CMP_EQ, descriptor)) != 0)
        return false;
  }
  return true;
}

}  // namespace

std::string enterLaunchFilter() {
  const seccomp::Filter filter(seccomp_init(seccomp::refused));
  const bool made = filter && seccomp::addAll(filter, SCMP_ACT_ALLOW, needed) &&
                    allowOutput(filter) &&
                    // All threads, not only the one that asks.
                    seccomp_attr_set(filter.get(), SCMP_FLTATR_CTL_TSYNC, 1) == 0;
  return made && seccomp_load(filter.get()) == 0
             ? ""
             : "the launcher's system call filter could not be loaded";
}

#else

std::string enterLaunchFilter() {
  return "built without libseccomp";
}

#endif

}  // namespace kw
