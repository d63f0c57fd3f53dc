// SPDX-License-Identifier: GPL-3.0-or-later
#include "runner/sandbox/seccomp/launch_filter.h"

#ifdef KW_HAS_SECCOMP
#include <fcntl.h>

#include "runner/sandbox/seccomp/rules.h"
#endif

namespace kw {

#ifdef KW_HAS_SECCOMP

namespace {

// What memory management, waiting, signal handlers, abort and exit come to.
constexpr std::string_view needed =
    "futex poll ppoll mmap munmap mremap mprotect madvise brk close recvmsg exit exit_group "
    "rt_sigreturn "
    "rt_sigprocmask "
    "rt_sigaction sigaltstack tgkill gettid getpid pause sched_yield sched_getaffinity "
    "clock_gettime "
    "clock_nanosleep nanosleep restart_syscall getrandom rseq set_robust_list gettimeofday getcpu";

// What dlopen and the next filter come to.
constexpr std::string_view neededToLoad =
    "read pread64 fstat newfstatat stat statx lseek access faccessat readlink getcwd prctl seccomp";

// Opening for reading only: O_RDONLY is 0 in the low two bits, and O_CREAT and O_TMPFILE need more
// than that.
bool allowReading(const seccomp::Filter& filter) {
  return seccomp_rule_add(filter.get(), SCMP_ACT_ALLOW, SCMP_SYS(openat), 1,
                          seccomp::argumentIs(2, O_RDONLY, O_ACCMODE | O_CREAT | O_TRUNC)) == 0;
}

// What printf does to standard output and standard error.
bool allowOutput(const seccomp::Filter& filter) {
  for (const char* name : {"write", "writev", "fstat", "newfstatat"}) {
    const int number = seccomp_syscall_resolve_name(name);
    for (const unsigned descriptor : {1u, 2u})
      if (seccomp_rule_add(filter.get(), SCMP_ACT_ALLOW, number, 1,
                           seccomp::argumentIs(0, descriptor)) != 0)
        return false;
  }
  return true;
}

}  // namespace

std::string enterLaunchFilter(LaunchStage stage) {
  const seccomp::Filter filter(seccomp_init(seccomp::refused));
  bool made = filter && seccomp::addAll(filter, SCMP_ACT_ALLOW, needed) && allowOutput(filter);
  if (stage == LaunchStage::loading)
    made = made && seccomp::addAll(filter, SCMP_ACT_ALLOW, neededToLoad) && allowReading(filter);
  // All threads, not only the one that asks.
  made = made && seccomp_attr_set(filter.get(), SCMP_FLTATR_CTL_TSYNC, 1) == 0;
  return made && seccomp_load(filter.get()) == 0
             ? ""
             : "the launcher's system call filter could not be loaded";
}

#else

std::string enterLaunchFilter(LaunchStage) {
  return "built without libseccomp";
}

#endif

}  // namespace kw
