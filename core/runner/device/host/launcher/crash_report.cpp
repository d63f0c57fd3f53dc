// SPDX-License-Identifier: GPL-3.0-or-later
#include "runner/device/host/launcher/crash_report.h"

#include <sys/mman.h>
#include <unistd.h>

#include <csignal>
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
  reportAndEnd(message);
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

void reportAndEnd(const char* message) {
  if (!s_reported.exchange(true)) {
    const KwIndex block = kwBlockIndex, thread = kwThreadIndex;
    if (kwThread.count != 0)
      std::snprintf(s_reply->message, sizeof s_reply->message,
                    "%s, in block (%u, %u, %u), thread (%u, %u, %u)", message, block.x, block.y,
                    block.z, thread.x, thread.y, thread.z);
    else
      std::snprintf(s_reply->message, sizeof s_reply->message, "%s, outside a kernel", message);
    s_reply->answer = Answer::crashed;
    s_reply->sequence.store(s_command->load());
    futexWake(s_reply->sequence);
    ::_exit(1);
  }
  for (;;)
    ::pause();  // another thread is reporting and ends us both
}

}  // namespace kw::host
