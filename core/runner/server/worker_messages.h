// SPDX-License-Identifier: GPL-3.0-or-later
// What the supervisor and its two workers say to each other: one JSON object a line, as in the
// protocol. An answer of the protocol (devices, opened, started, evaluated, failed) is used as it
// stands wherever it says the right thing. `id` is that of the client's request, or one of the
// supervisor's own from firstOwnId on.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "base/result/result.h"
#include "model/protocol/messages.h"
#include "model/records/records.h"
#include "runner/device/compiler.h"

namespace kw::worker {

// A client's ids are below.
inline constexpr int64_t firstOwnId = int64_t{1} << 62;

// --- to the compile worker

// The problem whose candidates follow. Answered by CompilerReady or failed.
struct UseProblem {
  int64_t id = 0;
  std::string folder;
  DeviceInfo device;
};
// Answered by Compiled or failed.
struct Compile {
  int64_t id = 0;
  Candidate candidate;
  bool sanitized = false;  // see CompileJob
};
// Answered by protocol::Listed or failed; of a process of its own (runner/server/listings.h).
struct List {
  int64_t id = 0;
  std::string kind, folder;  // of device; with the problem's files
  Candidate candidate;
  std::string architecture, format;  // as in protocol::ListingRequest
};
// Compiling holds still while samples are taken on the CPU. Answered by Paused if it is to.
struct Pause {
  bool paused = false;
};

// --- to the device worker

// Answered by protocol::Devices; the peaks of those named are measured first.
struct ListDevices {
  int64_t id = 0;
  std::vector<std::string> peaksOf;
  std::string counters;  // as in protocol::DevicesRequest
};
// Answered by protocol::Opened or failed, with started {phase: a text for people} in between.
struct OpenDevice {
  int64_t id = 0;
  std::string device;
  std::string folder;
  uint64_t seed = 1;
  CompileOutcome source;
};
// Answered by protocol::Evaluated or failed, with started {"verifying CASE"} and {"timing CASE"} in
// between. Several may wait in the worker, which takes them in order.
struct Judge {
  int64_t id = 0;
  Candidate candidate;
  std::string key;
  Protocol protocol;
  CompileOutcome compiled;
  Scrutiny scrutiny;
  RivalTimes rival;
};
// Answered by protocol::Duelled or failed, with started in between as for Judge.
struct Duel {
  int64_t id = 0;
  Candidate first, second;
  Protocol protocol;
  DuelSettings settings;
  CompileOutcome compiledFirst, compiledSecond;
};
// Answered by protocol::Profiled or failed, with started {"profiling CASE"} in between.
struct Profile {
  int64_t id = 0;
  Candidate candidate;
  std::string caseName;
  std::vector<std::string> metrics;
  int mostPasses = 0;
  CompileOutcome compiled;
};
// The timing that was announced may begin: compiling has paused (host device only).
struct Proceed {};

// --- to both

// Give up the job; it is answered by failed {cancelled}, or as if nothing had been said.
struct Stop {
  int64_t id = 0;
};

using Order = std::variant<UseProblem, Compile, List, Pause, ListDevices, OpenDevice, Judge, Duel,
                           Profile, Proceed, Stop>;

// --- from the workers

struct CompilerReady {
  int64_t id = 0;
  std::string version;
  int parallelism = 1;
};
struct Compiled {
  int64_t id = 0;
  CompileOutcome outcome;
};
struct Paused {};
// A protocol::Evaluated, Duelled, Profiled or Listed as the line that it is: the largest messages
// of all, which the supervisor only hands on. Made by decodeReport.
struct AnswerLine {
  int64_t id = 0;
  std::string line;
};

using Report = std::variant<CompilerReady, Compiled, Paused, AnswerLine, protocol::Reply>;

std::string encode(const Order& order);  // one line, without the newline
std::string encode(const Report& report);
Result<Order> decodeOrder(std::string_view line);
Result<Report> decodeReport(std::string_view line);

}  // namespace kw::worker
