// SPDX-License-Identifier: GPL-3.0-or-later
#include "runner/device/host/launcher/crash_report.h"

#include <sys/mman.h>
#include <ucontext.h>
#include <unistd.h>

#include <bit>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstring>

#include "runner/device/host/launcher/refused_call.h"
#include "runner/device/host/launcher/runtime.h"
#include "runner/device/host/shared/futex.h"

namespace kw::host {

namespace {

Reply* s_reply = nullptr;
const std::atomic<uint32_t>* s_command = nullptr;
std::atomic<bool> s_reported = false;
uintptr_t s_begin = 0;  // of the candidate

constexpr size_t signalStackBytes = size_t{64} << 10;

const char* nameOf(int signal) {
  switch (signal) {
    case SIGSEGV:
      return "SIGSEGV (access to memory that is not mapped)";
    case SIGBUS:
      return "SIGBUS (access beyond a mapping)";
    case SIGFPE:
      return "SIGFPE (integer division by zero)";
    case SIGILL:
      return "SIGILL (illegal instruction)";
    default:
      return "SIGABRT (abort)";
  }
}

// The instruction that a signal came from. One byte more, as where a call returns to.
const void* behindInstruction(const void* context) {
  const auto& machine = static_cast<const ucontext_t*>(context)->uc_mcontext;
#if defined(__x86_64__)
  return std::bit_cast<const void*>(machine.gregs[REG_RIP] + 1);
#elif defined(__aarch64__)
  return std::bit_cast<const void*>(machine.pc + 1);
#else
  static_cast<void>(machine);
  return nullptr;
#endif
}

// Only what may be called in a signal handler; snprintf of plain numbers allocates nothing in
// glibc.
void onSignal(int signal, siginfo_t* information, void* context) {
  char message[256];
  if (signal == SIGSYS && isLibrarysOwn(*information, context)) return;
  if (signal == SIGSYS)
    describeRefusedCall(*information, message, sizeof message);
  else if (signal == SIGSEGV || signal == SIGBUS)
    std::snprintf(message, sizeof message, "%s at address %p", nameOf(signal),
                  information->si_addr);
  else
    std::snprintf(message, sizeof message, "%s", nameOf(signal));
  reportAndEnd(message, behindInstruction(context));
}

}  // namespace

void reportTo(Reply& reply, const std::atomic<uint32_t>& command) {
  s_reply = &reply;
  s_command = &command;
}

void giveSignalStack() {
  void* memory =
      ::mmap(nullptr, signalStackBytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) return;
  stack_t stack{};
  stack.ss_sp = memory;
  stack.ss_size = signalStackBytes;
  ::sigaltstack(&stack, nullptr);
}

void catchSignals() {
  struct sigaction action {};
  action.sa_sigaction = onSignal;
  action.sa_flags = SA_SIGINFO | SA_ONSTACK;
  for (int signal : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGSYS})
    ::sigaction(signal, &action, nullptr);
}

void reportPlacesIn(const void* begin) {
  s_begin = std::bit_cast<uintptr_t>(begin);
}

void reportAndEnd(const char* message, const void* place) {
  if (!s_reported.exchange(true)) {
    const KwIndex block = kwBlockIndex, thread = kwThreadIndex;
    if (kwThread.count != 0)
      std::snprintf(s_reply->message, sizeof s_reply->message,
                    "%s, in block (%u, %u, %u), thread (%u, %u, %u)", message, block.x, block.y,
                    block.z, thread.x, thread.y, thread.z);
    else
      std::snprintf(s_reply->message, sizeof s_reply->message, "%s, outside a kernel", message);
    // A call returns behind itself, so one byte before that is in it.
    const auto address = std::bit_cast<uintptr_t>(place);
    s_reply->place = s_begin != 0 && address > s_begin ? address - s_begin - 1 : 0;
    s_reply->answer = Answer::crashed;
    s_reply->sequence.store(s_command->load());
    futexWake(s_reply->sequence);
    ::_exit(1);
  }
  for (;;)
    ::pause();  // another thread is reporting and ends us both
}

}  // namespace kw::host
