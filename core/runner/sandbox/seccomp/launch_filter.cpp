// SPDX-License-Identifier: GPL-3.0-or-later
#include "runner/sandbox/seccomp/launch_filter.h"

#ifdef KW_HAS_SECCOMP
#include <fcntl.h>
#include <sys/mman.h>

#include "runner/sandbox/seccomp/rules.h"
#endif

namespace kw {

#ifdef KW_HAS_SECCOMP

namespace {

// What memory management, waiting, signals that end us, abort and exit come to. Not rt_sigaction:
// the handlers that name what a candidate tried stay.
constexpr std::string_view needed =
    "futex poll ppoll munmap mremap mprotect madvise brk close recvmsg exit exit_group "
    "rt_sigreturn "
    "rt_sigprocmask "
    "sigaltstack tgkill gettid getpid pause sched_yield sched_getaffinity "
    "clock_gettime "
    "clock_nanosleep nanosleep restart_syscall getrandom rseq set_robust_list gettimeofday getcpu";

// What dlopen and the next filter come to.
constexpr std::string_view neededToLoad =
    "read pread64 fstat newfstatat stat statx lseek access faccessat readlink getcwd prctl seccomp";

// No library calls these by itself on the way to a computation: who does is caught and named
// (launcher/refused_call.h). Everything else that is not needed fails quietly, since libraries
// probe.
constexpr std::string_view hostile =
    "socket socketpair connect bind listen accept accept4 sendto sendmsg sendmmsg "
    "fork vfork clone clone3 execve execveat kill tkill pidfd_open ptrace process_vm_readv "
    "process_vm_writev open openat2 creat unlink unlinkat rename renameat renameat2 mkdir mkdirat "
    "rmdir link linkat symlink symlinkat truncate ftruncate fallocate chmod fchmodat "
    "memfd_create shmget shmat mq_open msgget mount umount2 unshare setns";

bool add(const seccomp::Filter& filter, uint32_t action, int call, scmp_arg_cmp condition) {
  return seccomp_rule_add(filter.get(), action, call, 1, condition) == 0;
}

// Opening for reading only: O_RDONLY is 0 in the low two bits, and O_CREAT and O_TMPFILE need more
// than that.
bool allowReading(const seccomp::Filter& filter) {
  const int call = SCMP_SYS(openat);
  return add(filter, SCMP_ACT_ALLOW, call,
             seccomp::argumentIs(2, O_RDONLY, O_ACCMODE | O_CREAT | O_TRUNC)) &&
         add(filter, seccomp::trapped, call, seccomp::argumentIs(2, O_WRONLY, O_ACCMODE)) &&
         add(filter, seccomp::trapped, call, seccomp::argumentIs(2, O_RDWR, O_ACCMODE)) &&
         add(filter, seccomp::trapped, call,
             seccomp::argumentIs(2, O_RDONLY | O_CREAT, O_ACCMODE | O_CREAT));
}

bool trapOpening(const seccomp::Filter& filter) {
  return seccomp_rule_add(filter.get(), seccomp::trapped, SCMP_SYS(openat), 0) == 0;
}

// Shared memory without a file is no process's own, so that no limit counts it; our buffers are
// files.
bool allowMapping(const seccomp::Filter& filter) {
  constexpr uint64_t both = MAP_SHARED | MAP_ANONYMOUS;
  const int call = SCMP_SYS(mmap);
  return add(filter, SCMP_ACT_ALLOW, call, seccomp::argumentIs(3, 0, MAP_ANONYMOUS)) &&
         add(filter, SCMP_ACT_ALLOW, call, seccomp::argumentIs(3, MAP_ANONYMOUS, both)) &&
         add(filter, seccomp::trapped, call, seccomp::argumentIs(3, both, both));
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
  // Elsewhere there are only the runner's own channels.
  return add(filter, seccomp::trapped, SCMP_SYS(write), seccomp::argumentAbove(0, 2)) &&
         add(filter, seccomp::trapped, SCMP_SYS(writev), seccomp::argumentAbove(0, 2));
}

}  // namespace

std::string enterLaunchFilter(LaunchStage stage) {
  const seccomp::Filter filter(seccomp_init(seccomp::refused));
  bool made = filter && seccomp::addAll(filter, SCMP_ACT_ALLOW, needed) &&
              seccomp::addAll(filter, seccomp::trapped, hostile) && allowMapping(filter) &&
              allowOutput(filter);
  if (stage == LaunchStage::loading)
    made = made && seccomp::addAll(filter, SCMP_ACT_ALLOW, neededToLoad) && allowReading(filter);
  else
    made = made && trapOpening(filter);
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
