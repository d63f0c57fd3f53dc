// SPDX-License-Identifier: GPL-3.0-or-later
#include "runner/sandbox/filter.h"

#include <sched.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#ifdef KW_HAS_SECCOMP
#include "runner/sandbox/seccomp/rules.h"
#endif

namespace kw::sandbox {

#ifdef KW_HAS_SECCOMP

namespace {

using seccomp::Filter;

// Kernel interfaces that neither compilers nor candidates nor NumPy need.
constexpr std::string_view neverNeeded =
    "socket socketpair connect bind listen accept accept4 ptrace process_vm_readv "
    "process_vm_writev process_madvise "
    "pidfd_getfd pidfd_open pidfd_send_signal kcmp mount umount2 pivot_root move_mount open_tree "
    "fsopen fsmount fsconfig "
    "fspick mount_setattr chroot setns unshare keyctl add_key request_key bpf perf_event_open "
    "userfaultfd "
    "io_uring_setup io_uring_enter io_uring_register init_module finit_module delete_module "
    "kexec_load "
    "kexec_file_load reboot swapon swapoff acct quotactl syslog sethostname setdomainname "
    "settimeofday clock_settime "
    "clock_adjtime adjtimex iopl ioperm modify_ldt lookup_dcookie name_to_handle_at "
    "open_by_handle_at fanotify_init "
    "mbind migrate_pages move_pages set_mempolicy vhangup personality mknod mknodat msgget semget "
    "shmget mq_open";

// Threads only: the flag of a clone tells.
bool refuseProcesses(const Filter& filter) {
  return seccomp::addAll(filter, seccomp::refused, "fork vfork") &&
         seccomp_rule_add(filter.get(), seccomp::refused, SCMP_SYS(clone), 1,
                          seccomp::argumentIs(0, 0, CLONE_THREAD)) == 0;
}

bool refuseNamespaces(const Filter& filter) {
  for (const unsigned long flag :
       {CLONE_NEWUSER, CLONE_NEWNS, CLONE_NEWPID, CLONE_NEWNET, CLONE_NEWIPC})
    if (seccomp_rule_add(filter.get(), seccomp::refused, SCMP_SYS(clone), 1,
                         seccomp::argumentIs(0, flag, flag)) < 0)
      return false;
  // It keeps its flags in memory, where a filter cannot see them; the C library falls back to
  // clone.
  return seccomp::addAll(filter, seccomp::unknown, "clone3");
}

// Typing into the terminal that we were started from.
bool refuseTyping(const Filter& filter) {
  for (const unsigned long request : {TIOCSTI, TIOCLINUX})
    if (seccomp_rule_add(filter.get(), seccomp::refused, SCMP_SYS(ioctl), 1,
                         seccomp::argumentIs(1, request, 0xffffffffu)) < 0)
      return false;
  return true;
}

}  // namespace

bool haveFilters() {
  return true;
}

Result<process::Descriptor> filterFile(bool mayStartProcesses) {
  const Filter filter(seccomp_init(SCMP_ACT_ALLOW));
  const bool made = filter && seccomp::addAll(filter, seccomp::refused, neverNeeded) &&
                    refuseNamespaces(filter) && refuseTyping(filter) &&
                    (mayStartProcesses || refuseProcesses(filter));
  if (!made) return fail("the sandbox's system call filter could not be made");
  process::Descriptor file(::memfd_create("kernelwright-filter", MFD_CLOEXEC));
  if (!file.valid()) return fail(std::string("no memory for a filter: ") + std::strerror(errno));
  if (seccomp_export_bpf(filter.get(), file.get()) < 0 || ::lseek(file.get(), 0, SEEK_SET) != 0)
    return fail("the sandbox's system call filter could not be written");
  return file;
}

#else

bool haveFilters() {
  return false;
}

Result<process::Descriptor> filterFile(bool) {
  return fail("built without libseccomp, so there are no system call filters");
}

#endif

}  // namespace kw::sandbox
