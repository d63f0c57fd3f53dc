// SPDX-License-Identifier: GPL-3.0-or-later
#include "runner/oracle/oracle_process.h"

#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cmath>
#include <optional>

#include "base/json/text.h"
#include "base/process/broken_pipe.h"
#include "base/result/message.h"
#include "embedded/oracle.h"
#include "runner/oracle/python.h"
#include "runner/sandbox/sandbox.h"

namespace kw {

namespace {

using Clock = std::chrono::steady_clock;

constexpr double leastStartSeconds = 60;
constexpr std::string_view noMemory = "not enough memory";  // as driver.py says it
constexpr size_t errorsKept = 16384;
constexpr size_t replyLimit = size_t{1} << 20;
constexpr auto pollStep = std::chrono::milliseconds(50);

// What could be read without waiting; nothing at the end of the stream.
std::optional<std::string> readSome(int descriptor) {
  std::array<char, 8192> bytes;
  while (true) {
    const ssize_t count = ::read(descriptor, bytes.data(), bytes.size());
    if (count > 0) return std::string(bytes.data(), static_cast<size_t>(count));
    if (count == 0) return std::nullopt;
    if (errno == EINTR) continue;
    if (errno == EAGAIN) return std::string();
    return std::nullopt;
  }
}

void makeNonBlocking(int descriptor) {
  ::fcntl(descriptor, F_SETFL, ::fcntl(descriptor, F_GETFL) | O_NONBLOCK);
}

// Requests are smaller than a pipe holds, and the process reads one before the next is sent.
bool writeAll(int descriptor, std::string_view text) {
  while (!text.empty()) {
    const ssize_t count = ::write(descriptor, text.data(), text.size());
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return false;
    text.remove_prefix(static_cast<size_t>(count));
  }
  return true;
}

int64_t threeQuartersOfMemory() {
  return static_cast<int64_t>(::sysconf(_SC_PHYS_PAGES)) / 4 * 3 * ::sysconf(_SC_PAGESIZE);
}

Error badOracle(std::string message, std::string advice = {}) {
  return Error{ErrorKind::badInput, std::move(message), {}, std::move(advice)};
}

Result<SandboxedCommand> command(const Python& python, const std::filesystem::path& oracle,
                                 const std::filesystem::path& folder, const OracleLimits& limits,
                                 bool consent) {
  const std::filesystem::path driver = folder / "driver.py";
  KW_TRY(files::writeAtomically(driver, oracle::driver_py));
  SandboxOptions options;
  options.readable = python.folders;
  options.readable.push_back(oracle.parent_path().string());
  options.writable = {folder.string()};
  options.folder = folder.string();
  options.memoryBytes = limits.memoryBytes;
  options.fileBytes = int64_t{16} << 30;
  options.pipeInput = true;
  options.pipeErrors = true;
  return sandboxed({python.program, "-I", "-B", driver.string(), python.packages, oracle.string()},
                   options, consent);
}

}  // namespace

OracleProcess::OracleProcess(files::TemporaryFolder folder, process::Child child,
                             const OracleLimits& limits)
    : m_folder(std::move(folder)), m_child(std::move(child)), m_limits(limits) {
  makeNonBlocking(m_child.output().get());
  makeNonBlocking(m_child.errors().get());
}

Result<std::unique_ptr<OracleProcess>> OracleProcess::start(const std::filesystem::path& oracle,
                                                            OracleLimits limits,
                                                            bool consentToNoSandbox,
                                                            std::stop_token stop) {
  if (limits.memoryBytes == 0) limits.memoryBytes = threeQuartersOfMemory();
  const Result<Python>& python = findPython();
  if (!python) return fail(python.error());
  KW_ASSIGN(auto folder, files::TemporaryFolder::make("kernelwright-oracle"));
  std::error_code ignored;
  const std::filesystem::path absolute = std::filesystem::absolute(oracle, ignored);
  KW_ASSIGN(const auto prepared,
            command(*python, absolute, folder.path(), limits, consentToNoSandbox));
  process::ignoreBrokenPipes();
  KW_ASSIGN(auto child, process::Child::start(prepared.options));
  std::unique_ptr<OracleProcess> made(
      new OracleProcess(std::move(folder), std::move(child), limits));
  // Importing NumPy on a busy machine takes seconds, however short the limit for a request is.
  made->m_limits.seconds = std::max(limits.seconds, leastStartSeconds);
  KW_ASSIGN(const json::Value reply,
            made->ask(json::Value::object({{"do", "start"}}), absolute.filename().string(), stop));
  made->m_limits.seconds = limits.seconds;
  made->m_hasCheck = reply["check"].asBool();
  return made;
}

Result<json::Value> OracleProcess::ask(const json::Value& request, const std::string& what,
                                       std::stop_token stop) {
  if (!writeAll(m_child.input().get(), json::writeLine(request) + "\n")) return died(what);
  KW_ASSIGN(const std::string line, readReply(what, stop));
  auto reply = json::parse(line);
  if (!reply) {
    return end(badOracle(what + ": Python answered what is no JSON: " + line.substr(0, 200)));
  }
  if ((*reply)["ok"].asBool()) return *std::move(reply);
  const std::string& place = (*reply)["place"].asString();
  std::string message = what + ": " +
                        (place.empty() ? "" : "line " + place.substr(place.rfind(':') + 1) + ": ") +
                        (*reply)["error"].asString();
  if ((*reply)["error"].asString().starts_with(noMemory)) message += " (" + memoryText() + ")";
  if (const std::string& trace = (*reply)["trace"].asString(); !trace.empty()) {
    message += "\n" + trace;
  }
  return fail(badOracle(std::move(message)));
}

// Waits for one line, keeping what comes on standard error meanwhile.
Result<std::string> OracleProcess::readReply(const std::string& what, std::stop_token stop) {
  const auto begun = Clock::now();
  double notice = m_limits.noticeSeconds;
  while (true) {
    if (const size_t end = m_pending.find('\n'); end != std::string::npos) {
      std::string line = m_pending.substr(0, end);
      m_pending.erase(0, end + 1);
      return line;
    }
    if (stop.stop_requested()) return this->end(Error{ErrorKind::cancelled, "cancelled", {}, {}});
    const double waited = std::chrono::duration<double>(Clock::now() - begun).count();
    if (waited >= m_limits.seconds) {
      return this->end(badOracle(what + ": no answer within " + secondsText(m_limits.seconds) +
                                     ", which is the limit for one request" + lastLines(),
                                 "make it faster, or lower \"python_elements\" of the oracle"));
    }
    if (waited >= notice) {
      if (m_limits.note)
        m_limits.note("waiting for " + what + ", for " + secondsText(std::round(waited)) +
                      " now, at most " + secondsText(m_limits.seconds));
      notice = 2 * waited;
    }
    std::array<pollfd, 2> ready{
        {{m_child.output().get(), POLLIN, 0}, {m_child.errors().get(), POLLIN, 0}}};
    ::poll(ready.data(), ready.size(), static_cast<int>(pollStep.count()));
    if (ready[1].revents != 0) keepErrors(readSome(ready[1].fd).value_or(""));
    if (ready[0].revents == 0) continue;
    const auto text = readSome(ready[0].fd);
    if (!text || m_pending.size() > replyLimit) return died(what);
    m_pending += *text;
  }
}

Unexpected<Error> OracleProcess::died(const std::string& what) {
  const auto exit = m_child.waitFor(std::chrono::seconds(2));
  if (const auto rest = readSome(m_child.errors().get())) keepErrors(*rest);
  const std::string how = exit ? "ended with " + exit->text() : "closed its output";
  return end(badOracle(what + ": the Python process " + how + lastLines(), memoryText()));
}

std::string OracleProcess::memoryText() const {
  return "it may use " + std::to_string(m_limits.memoryBytes >> 20) + " MiB of memory";
}

Unexpected<Error> OracleProcess::end(Error error) {
  m_child.kill();
  m_alive = false;
  return fail(std::move(error));
}

void OracleProcess::keepErrors(std::string_view text) {
  m_errors += text;
  if (m_errors.size() > errorsKept) m_errors.erase(0, m_errors.size() - errorsKept);
}

std::string OracleProcess::lastLines() const {
  constexpr int lines = 8;
  size_t start = m_errors.find_last_not_of('\n');
  if (start == std::string::npos) return "";
  const size_t last = start + 1;
  for (int i = 0; i < lines && start != std::string::npos && start > 0; ++i) {
    start = m_errors.rfind('\n', start - 1);
  }
  start = start == std::string::npos ? 0 : start;
  return "; it printed:\n" + m_errors.substr(start, last - start);
}

}  // namespace kw
