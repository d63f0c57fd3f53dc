// SPDX-License-Identifier: GPL-3.0-or-later
#include "runner/sandbox/filter.h"

#include <fcntl.h>
#include <sched.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <memory>

#include "runner/sandbox/launch_filter.h"

#ifdef KW_HAS_SECCOMP
#include <seccomp.h>
#endif

namespace kw {

#ifdef KW_HAS_SECCOMP

namespace sandbox {
namespace {

struct Release {
  void operator()(void* context) const { seccomp_release(context); }
};
using Filter = std::unique_ptr<void, Release>;

constexpr uint32_t refuse() {
  return SCMP_ACT_ERRNO(EPERM);
}

// Names instead of numbers, since not every system call exists on every machine.
template <size_t count>
bool addAll(const Filter& filter, uint32_t action, const char* const (&names)[count]) {
  for (const char* name : names) {
    const int number = seccomp_syscall_resolve_name(name);
    if (number == __NR_SCMP_ERROR) continue;
    if (seccomp_rule_add(filter.get(), action, number, 0) < 0) return false;
  }
  return true;
}

// Kernel interfaces that neither compilers nor candidates nor NumPy need.
constexpr const char* neverNeeded[] = {"socket",
                                       "socketpair",
                                       "connect",
                                       "bind",
                                       "listen",
                                       "accept",
                                       "accept4",
                                       "ptrace",
                                       "process_vm_readv",
                                       "process_vm_writev",
                                       "process_madvise",
                                       "pidfd_getfd",
                                       "pidfd_open",
                                       "pidfd_send_signal",
                                       "kcmp",
                                       "mount",
                                       "umount2",
                                       "pivot_root",
                                       "move_mount",
                                       "open_tree",
                                       "fsopen",
                                       "fsmount",
                                       "fsconfig",
                                       "fspick",
                                       "mount_setattr",
                                       "chroot",
                                       "setns",
                                       "unshare",
                                       "keyctl",
                                       "add_key",
                                       "request_key",
                                       "bpf",
                                       "perf_event_open",
                                       "userfaultfd",
                                       "io_uring_setup",
                                       "io_uring_enter",
                                       "io_uring_register",
                                       "init_module",
                                       "finit_module",
                                       "delete_module",
                                       "kexec_load",
                                       "kexec_file_load",
                                       "reboot",
                                       "swapon",
                                       "swapoff",
                                       "acct",
                                       "quotactl",
                                       "syslog",
                                       "sethostname",
                                       "setdomainname",
                                       "settimeofday",
                                       "clock_settime",
                                       "clock_adjtime",
                                       "adjtimex",
                                       "iopl",
                                       "ioperm",
                                       "modify_ldt",
                                       "lookup_dcookie",
                                       "name_to_handle_at",
                                       "open_by_handle_at",
                                       "fanotify_init",
                                       "mbind",
                                       "migrate_pages",
                                       "move_pages",
                                       "set_mempolicy",
                                       "vhangup",
                                       "personality",
                                       "mknod",
                                       "mknodat",
                                       "msgget",
                                       "semget",
                                       "shmget",
                                       "mq_open",
                                       "landlock_create_ruleset"};

// Threads only: the flag of a clone tells. clone3 keeps its flags in memory, where a filter cannot
// see them, so it fails with ENOSYS and the C library falls back to clone.
bool refuseProcesses(const Filter& filter) {
  constexpr const char* forks[] = {"fork", "vfork"};
  return addAll(filter, refuse(), forks) &&
         seccomp_rule_add(filter.get(), SCMP_ACT_ERRNO(ENOSYS), SCMP_SYS(clone3), 0) == 0 &&
         seccomp_rule_add(filter.get(), refuse(), SCMP_SYS(clone), 1,
                          SCMP_A0(SCMP_CMP_MASKED_EQ, CLONE_THREAD, 0)) == 0;
}

bool refuseNamespacesAndTerminals(const Filter& filter) {
  for (const unsigned long flag :
       {CLONE_NEWUSER, CLONE_NEWNS, CLONE_NEWPID, CLONE_NEWNET, CLONE_NEWIPC})
    if (seccomp_rule_add(filter.get(), refuse(), SCMP_SYS(clone), 1,
                         SCMP_A0(SCMP_CMP_MASKED_EQ, flag, flag)) < 0)
      return false;
  // Typing into the terminal that we were started from.
  for (const unsigned long request : {TIOCSTI, TIOCLINUX})
    if (seccomp_rule_add(filter.get(), refuse(), SCMP_SYS(ioctl), 1,
                         SCMP_A1(SCMP_CMP_MASKED_EQ, 0xffffffffu, request)) < 0)
      return false;
  return true;
}

Filter sandboxFilter(bool mayStartProcesses) {
  Filter filter(seccomp_init(SCMP_ACT_ALLOW));
  if (!filter || !addAll(filter, refuse(), neverNeeded) || !refuseNamespacesAndTerminals(filter))
    return {};
  if (!mayStartProcesses && !refuseProcesses(filter)) return {};
  // A compiler driver may use clone3, whose flags cannot be seen: as above.
  if (mayStartProcesses &&
      seccomp_rule_add(filter.get(), SCMP_ACT_ERRNO(ENOSYS), SCMP_SYS(clone3), 0) < 0)
    return {};
  return filter;
}

}  // namespace

bool haveFilters() {
  return true;
}

Result<process::Descriptor> filterFile(bool mayStartProcesses) {
  const Filter filter = sandboxFilter(mayStartProcesses);
  if (!filter) return fail("the sandbox's system call filter could not be made");
  process::Descriptor file(::memfd_create("kernelwright-filter", MFD_CLOEXEC));
  if (!file.valid()) return fail(std::string("no memory for a filter: ") + std::strerror(errno));
  if (seccomp_export_bpf(filter.get(), file.get()) < 0 || ::lseek(file.get(), 0, SEEK_SET) != 0)
    return fail("the sandbox's system call filter could not be written");
  return file;
}

}  // namespace sandbox

std::string enterLaunchFilter() {
  using sandbox::Filter;
  // What memory management, waiting, signal handlers, abort and exit come to.
  static constexpr const char* needed[] = {"futex",
                                           "mmap",
                                           "munmap",
                                           "mremap",
                                           "mprotect",
                                           "madvise",
                                           "brk",
                                           "close",
                                           "recvmsg",
                                           "exit",
                                           "exit_group",
                                           "rt_sigreturn",
                                           "rt_sigprocmask",
                                           "rt_sigaction",
                                           "sigaltstack",
                                           "tgkill",
                                           "gettid",
                                           "getpid",
                                           "pause",
                                           "sched_yield",
                                           "sched_getaffinity",
                                           "clock_gettime",
                                           "clock_nanosleep",
                                           "nanosleep",
                                           "restart_syscall",
                                           "getrandom",
                                           "rseq",
                                           "set_robust_list",
                                           "gettimeofday",
                                           "getcpu"};
  const Filter filter(seccomp_init(sandbox::refuse()));
  bool fine = filter && sandbox::addAll(filter, SCMP_ACT_ALLOW, needed);
  // What printf does to standard output and standard error.
  for (const char* name : {"write", "writev", "fstat", "newfstatat"}) {
    const int number = seccomp_syscall_resolve_name(name);
    for (const unsigned descriptor : {1u, 2u})
      fine = fine && seccomp_rule_add(filter.get(), SCMP_ACT_ALLOW, number, 1,
                                      SCMP_A0(SCMP_CMP_EQ, descriptor)) == 0;
  }
  // All threads, not only the one that asks.
  fine = fine && seccomp_attr_set(filter.get(), SCMP_FLTATR_CTL_TSYNC, 1) == 0 &&
         seccomp_load(filter.get()) == 0;
  return fine ? "" : "the launcher's system call filter could not be loaded";
}

#else

namespace sandbox {

bool haveFilters() {
  return false;
}

Result<process::Descriptor> filterFile(bool) {
  return fail("built without libseccomp, so there are no system call filters");
}

}  // namespace sandbox

std::string enterLaunchFilter() {
  return "built without libseccomp";
}

#endif

}  // namespace kw
