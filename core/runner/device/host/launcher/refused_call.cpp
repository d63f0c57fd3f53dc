// SPDX-License-Identifier: GPL-3.0-or-later
#include "runner/device/host/launcher/refused_call.h"

#include <sys/syscall.h>
#include <ucontext.h>

#include <array>
#include <bit>
#include <cerrno>
#include <cstdio>
#include <cstring>

namespace kw::host {

namespace {

struct Attempt {
  long call;
  const char* what;
};

// Not every machine has the older calls.
constexpr Attempt attempts[] = {
    {SYS_socket, "open a socket"},
    {SYS_socketpair, "open a socket"},
    {SYS_connect, "use a socket"},
    {SYS_bind, "use a socket"},
    {SYS_listen, "use a socket"},
    {SYS_accept, "use a socket"},
    {SYS_accept4, "use a socket"},
    {SYS_sendto, "write to a channel that is not its own"},
    {SYS_sendmsg, "write to a channel that is not its own"},
    {SYS_sendmmsg, "write to a channel that is not its own"},
    {SYS_write, "write to a channel that is not its own"},
    {SYS_writev, "write to a channel that is not its own"},
    {SYS_clone, "start a process or a thread"},
    {SYS_clone3, "start a process or a thread"},
    {SYS_execve, "start a program"},
    {SYS_execveat, "start a program"},
    {SYS_kill, "send a signal to a process"},
    {SYS_tkill, "send a signal to a process"},
    {SYS_ptrace, "reach into another process"},
    {SYS_process_vm_readv, "reach into another process"},
    {SYS_process_vm_writev, "reach into another process"},
    {SYS_openat, "open a file"},
    {SYS_openat2, "open a file"},
    {SYS_mmap, "take memory that is not limited"},
    {SYS_memfd_create, "take memory that is not limited"},
    {SYS_shmget, "take memory that is not limited"},
#ifdef SYS_fork
    {SYS_fork, "start a process or a thread"},
    {SYS_vfork, "start a process or a thread"},
    {SYS_open, "open a file"},
    {SYS_creat, "open a file"},
#endif
};

#if defined(__x86_64__)
long argument(const ucontext_t& context, int number) {
  constexpr std::array registers = {REG_RDI, REG_RSI};
  return context.uc_mcontext.gregs[registers[static_cast<size_t>(number)]];
}
void setResult(ucontext_t& context, long value) {
  context.uc_mcontext.gregs[REG_RAX] = value;
}
constexpr bool knowsRegisters = true;
#elif defined(__aarch64__)
long argument(const ucontext_t& context, int number) {
  return static_cast<long>(context.uc_mcontext.regs[number]);
}
void setResult(ucontext_t& context, long value) {
  context.uc_mcontext.regs[0] = static_cast<unsigned long>(value);
}
constexpr bool knowsRegisters = true;
#else
long argument(const ucontext_t&, int) {
  return 0;
}
void setResult(ucontext_t&, long) {}
constexpr bool knowsRegisters = false;
#endif

}  // namespace

bool isLibrarysOwn(const siginfo_t& information, void* context) {
  if (!knowsRegisters || information.si_syscall != SYS_openat) return false;
  auto& registers = *static_cast<ucontext_t*>(context);
  const auto* path = std::bit_cast<const char*>(argument(registers, 1));
  if (path == nullptr) return false;
  for (const char* own : {"/proc/sys/vm/overcommit_memory", "/sys/devices/system/cpu/online"}) {
    if (std::strcmp(path, own) != 0) continue;
    setResult(registers, -EPERM);
    return true;
  }
  return false;
}

void describeRefusedCall(const siginfo_t& information, char* message, size_t bytes) {
  const char* what = "do what no kernel needs to";
  for (const Attempt& attempt : attempts)
    if (attempt.call == information.si_syscall) what = attempt.what;
  std::snprintf(message, bytes, "tried to %s (system call %d), which the sandbox refuses", what,
                information.si_syscall);
}

}  // namespace kw::host
