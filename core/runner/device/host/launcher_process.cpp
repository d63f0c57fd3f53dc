// SPDX-License-Identifier: GPL-3.0-or-later
#include "runner/device/host/launcher_process.h"

#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <thread>

#include "base/files/files.h"
#include "base/result/message.h"
#include "runner/device/host/processors.h"
#include "runner/device/host/sealed_memory.h"
#include "runner/device/host/shared/futex.h"
#include "runner/sandbox/sandbox.h"

namespace kw::host {

namespace {

// How long a death without a report may go unnoticed.
constexpr double sliceSeconds = 0.02;
// Stacks of 1024 fibers for each thread, and what a candidate may use besides.
constexpr int64_t fiberBytes = int64_t{300} << 20;
constexpr int64_t sanitizedFiberBytes = int64_t{1300} << 20;
constexpr int64_t ownBytes = int64_t{2} << 30;

template <class T>
T* mapShared(const files::Descriptor& memory, int protection) {
  void* mapped = ::mmap(nullptr, sizeof(T), protection, MAP_SHARED, memory.get(), 0);
  return mapped == MAP_FAILED ? nullptr : static_cast<T*>(mapped);
}

SandboxOptions sandboxOptions(const std::string& launcher, const Artefact& artefact,
                              size_t threads) {
  SandboxOptions options;
  options.readable = {launcher, artefact.path};
  const int64_t fibers = artefact.isSanitized ? sanitizedFiberBytes : fiberBytes;
  options.dataBytes = ownBytes + fibers * static_cast<int64_t>(threads);
  options.fileBytes = 1;  // it has no business writing files
  options.hasProc = false;
  options.pipeInput = options.pipeOutput = options.pipeErrors = false;
  return options;
}

// By the states in /proc (proc(5)): running, or waiting for a processor.
bool hasBusyThread(pid_t process) {
  std::error_code gone;
  const std::filesystem::path tasks = "/proc/" + std::to_string(process) + "/task";
  for (const auto& task : std::filesystem::directory_iterator(tasks, gone)) {
    std::string line;
    std::getline(std::ifstream(task.path() / "stat"), line);
    const size_t name = line.rfind(')');
    if (name != std::string::npos && line.compare(name, 3, ") R") == 0) return true;
  }
  return false;
}

// By nobody of ours: bubblewrap gives the signal that ended its child as 128 + its number.
bool isKilled(const process::Exit& exit) {
  return exit.code == (exit.signalled ? SIGKILL : 128 + SIGKILL);
}

// Where the signal whose handler would have named the call was blocked, as the C library does while
// it starts a process or a thread.
bool wasRefusedACall(const process::Exit& exit) {
  return exit.code == (exit.signalled ? SIGSYS : 128 + SIGSYS);
}

std::string howItEnded(const process::Exit& exit) {
  return "the launcher ended without a report: " + exit.text() +
         (wasRefusedACall(exit)
              ? ", after a system call that the sandbox refuses, such as starting a "
                "process or a thread"
              : "");
}

// A message from the launcher is a candidate's word: bounded, one line, printable.
std::string messageOf(const Reply& reply) {
  std::string text(reply.message, ::strnlen(reply.message, sizeof reply.message));
  std::replace_if(
      text.begin(), text.end(), [](unsigned char c) { return c < ' ' || c == 0x7f; }, ' ');
  return text;
}

}  // namespace

Result<std::string> LauncherProcess::program() {
  std::vector<files::Path> folders = {files::programFolder()};
  if (const char* own = std::getenv("KERNELWRIGHT_LIBEXEC"); own != nullptr && *own != 0)
    folders.insert(folders.begin(), own);
  for (const files::Path& folder : folders) {
    const files::Path path = folder / "kwr-host-launcher";
    if (::access(path.c_str(), X_OK) == 0) return path.string();
  }
  return failMissing("kwr-host-launcher was not found in '" + folders.front().string() + "'",
                     "install it beside kwr-runner, or name its folder in KERNELWRIGHT_LIBEXEC");
}

Result<LauncherProcess::Started> LauncherProcess::start(const Artefact& artefact,
                                                        bool consentToNoSandbox) {
  std::unique_ptr<LauncherProcess> process(new LauncherProcess);
  KW_TRY(process->share(artefact, consentToNoSandbox));
  process->m_alive = true;
  KW_ASSIGN(LaunchOutcome outcome, process->await(1, 0, setUpSeconds, {}));
  process->findProcess();
  return Started{std::move(process), std::move(outcome)};
}

Status LauncherProcess::share(const Artefact& artefact, bool consentToNoSandbox) {
  KW_ASSIGN(const files::Descriptor request, sealedMemory("kernelwright-request", sizeof(Request)));
  KW_ASSIGN(const files::Descriptor reply, sealedMemory("kernelwright-reply", sizeof(Reply)));
  KW_ASSIGN(const files::Descriptor requestForReading, readOnly(request));
  m_request = mapShared<Request>(request, PROT_READ | PROT_WRITE);
  m_reply = mapShared<const Reply>(reply, PROT_READ);
  int sockets[2];
  if (m_request == nullptr || m_reply == nullptr ||
      ::socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, sockets) != 0)
    return fail(std::string("no memory or descriptors for a launcher: ") + std::strerror(errno));
  m_socket = files::Descriptor(sockets[0]);
  const files::Descriptor theirs(sockets[1]);
  const int wanted = 1;
  ::setsockopt(m_socket.get(), SOL_SOCKET, SO_PASSCRED, &wanted, sizeof wanted);
  KW_ASSIGN(const std::string launcher, program());
  const size_t threads = artefact.isSanitized ? 1 : processors().size();
  SandboxOptions options = sandboxOptions(launcher, artefact, threads);
  options.passed = {{requestForReading.get(), requestDescriptor},
                    {reply.get(), replyDescriptor},
                    {theirs.get(), socketDescriptor}};
  const std::string filtered = sandboxCheck().available ? "filtered" : "unfiltered";
  KW_ASSIGN(const SandboxedCommand command,
            sandboxed({launcher, artefact.path, std::to_string(threads), filtered,
                       artefact.isSanitized ? "sanitized" : "plain"},
                      options, consentToNoSandbox));
  // Asked before the launcher starts, so that it cannot be faster.
  m_request->command = Command::load;
  m_request->sequence.store(1);
  KW_ASSIGN(m_child, process::Child::start(command.options));
  return {};
}

LauncherProcess::~LauncherProcess() {
  if (m_child) m_child->kill();
  if (m_request != nullptr) ::munmap(m_request, sizeof(Request));
  if (m_reply != nullptr) ::munmap(const_cast<Reply*>(m_reply), sizeof(Reply));
}

LaunchOutcome LauncherProcess::readReply() {
  switch (m_reply->answer) {
    case Answer::done:
      return {};
    case Answer::refused:
      return {LaunchOutcome::Kind::refused, messageOf(*m_reply), false};
    case Answer::crashed:
      break;
  }
  m_alive = false;
  m_faultPlace = m_reply->place;
  m_child->kill();
  return {LaunchOutcome::Kind::crashed, messageOf(*m_reply), false};
}

LaunchOutcome LauncherProcess::end(const std::string& how) {
  m_alive = false;
  m_child->kill();
  m_child->wait();
  return {LaunchOutcome::Kind::crashed, how, false};
}

Result<LaunchOutcome> LauncherProcess::ask(Command command, double deadlineSeconds,
                                           std::stop_token stop) {
  if (!m_alive) return fail("a launcher that has ended was asked for a command");
  m_request->command = command;
  const uint32_t seen = m_reply->sequence.load();
  const uint32_t wanted = m_request->sequence.fetch_add(1) + 1;
  futexWake(m_request->sequence);
  return await(wanted, seen, deadlineSeconds, std::move(stop));
}

Result<LaunchOutcome> LauncherProcess::await(uint32_t wanted, uint32_t seen, double deadlineSeconds,
                                             std::stop_token stop) {
  const auto begin = std::chrono::steady_clock::now();
  for (;;) {
    if (seen == wanted) return readReply();
    const double elapsed =
        std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    const double left = deadlineSeconds - elapsed;
    if (left <= 0) {
      LaunchOutcome outcome = end("did not end within " + secondsText(deadlineSeconds));
      outcome.kind = LaunchOutcome::Kind::hung;
      return outcome;
    }
    if (stop.stop_requested()) {
      end("cancelled");
      return failCancelled();
    }
    const double slice = std::min(left, sliceSeconds);
    const timespec limit{0, static_cast<long>(slice * 1e9)};
    futexWait(m_reply->sequence, seen, &limit);
    seen = m_reply->sequence.load();
    if (seen == wanted) continue;
    if (const auto exit = m_child->poll(); exit && m_reply->sequence.load() != wanted) {
      LaunchOutcome outcome = end(howItEnded(*exit));
      outcome.killed = isKilled(*exit);
      return outcome;
    }
  }
}

// Its process is a grandchild, in a process namespace of its own: only the kernel can say who it
// is.
void LauncherProcess::findProcess() {
  char byte = 0;
  iovec data{&byte, 1};
  alignas(cmsghdr) char control[CMSG_SPACE(sizeof(ucred))]{};
  msghdr message{};
  message.msg_iov = &data;
  message.msg_iovlen = 1;
  message.msg_control = control;
  message.msg_controllen = sizeof control;
  if (::recvmsg(m_socket.get(), &message, MSG_DONTWAIT) != 1) return;
  const cmsghdr* header = CMSG_FIRSTHDR(&message);
  if (header == nullptr || header->cmsg_type != SCM_CREDENTIALS) return;
  ucred sender{};
  std::memcpy(&sender, CMSG_DATA(header), sizeof sender);
  clockid_t clock{};
  m_process = sender.pid;
  if (sender.pid > 0 && ::clock_getcpuclockid(sender.pid, &clock) == 0) m_clock = clock;
}

std::optional<double> LauncherProcess::processorSeconds() const {
  timespec time{};
  if (!m_clock || ::clock_gettime(*m_clock, &time) != 0) return std::nullopt;
  return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) * 1e-9;
}

void LauncherProcess::waitUntilIdle(double mostSeconds) const {
  if (m_process <= 0) return;
  const auto end = std::chrono::steady_clock::now() + std::chrono::duration<double>(mostSeconds);
  while (hasBusyThread(m_process) && std::chrono::steady_clock::now() < end)
    std::this_thread::sleep_for(std::chrono::microseconds(100));
}

Status LauncherProcess::sendDescriptor(int descriptor) {
  char byte = 0;
  iovec data{&byte, 1};
  alignas(cmsghdr) char control[CMSG_SPACE(sizeof(int))]{};
  msghdr message{};
  message.msg_iov = &data;
  message.msg_iovlen = 1;
  message.msg_control = control;
  message.msg_controllen = sizeof control;
  cmsghdr* header = CMSG_FIRSTHDR(&message);
  header->cmsg_level = SOL_SOCKET;
  header->cmsg_type = SCM_RIGHTS;
  header->cmsg_len = CMSG_LEN(sizeof(int));
  std::memcpy(CMSG_DATA(header), &descriptor, sizeof descriptor);
  if (::sendmsg(m_socket.get(), &message, MSG_NOSIGNAL) == 1) return {};
  return fail(std::string("a buffer could not be passed to the launcher: ") + std::strerror(errno));
}

Result<LaunchOutcome> LauncherProcess::map(uint32_t slot, const HostBuffer& buffer) {
  KW_TRY(sendDescriptor(buffer.descriptor()));
  m_request->slot = slot;
  m_request->mapBytes = buffer.mapBytes();
  m_request->alignment = buffer.alignment();
  m_request->usableOffset = buffer.usableOffset();
  m_request->usableBytes = static_cast<uint64_t>(buffer.bytes());
  return ask(Command::map, setUpSeconds);
}

}  // namespace kw::host
