// SPDX-License-Identifier: GPL-3.0-or-later
// What is asked of a device and what came of it. Values only; JSON in records_json.h.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/expression/expression.h"
#include "model/space/space.h"

namespace kw {

// Limits and identity of a device. Units: bytes, counts, kHz. 0 where it has no meaning (host).
struct DeviceInfo {
  std::string id;            // "cuda:0", "host"
  std::string kind;          // "cuda", "host", "null"
  std::string model;         // "NVIDIA H200", "host: AMD EPYC 9B45, 2 threads"
  std::string uuid;          // of the physical device; host: machine name and CPUs
  std::string driver;        // version
  std::string compiler;      // "NVRTC 13.0", "g++ 12.2.0"
  std::string architecture;  // "sm_90", "x86-64"
  // Names after the dot in expressions: threads_per_block, block_x, block_y, block_z, grid_x,
  // grid_y, grid_z, shared_memory_per_block, shared_memory_per_block_optin, shared_memory_per_sm,
  // reserved_shared_memory_per_block, registers_per_block,
  // registers_per_sm, sm_count, warp_size, threads_per_sm, blocks_per_sm, l2_bytes, memory_bytes,
  // clock_khz, memory_clock_khz, memory_bus_bits, compute_capability (90 for 9.0), cluster (1 or
  // 0), cooperative (1 or 0).
  std::map<std::string, int64_t> limits;
  // Measured peaks by name: dram_copy_bytes_per_second, …, fp32_flops_per_second; which there are
  // is said where each kind of device measures them. Empty until asked for.
  std::map<std::string, double> measuredPeaks;
  int lockedClock = 0;  // MHz that its clock is held at by the runner, where that was asked for
  std::vector<std::string> canDo;    // "compile", "launch", "time", "count"
  std::vector<std::string> missing;  // what it cannot do, and what to do about it

  bool isHost() const { return kind == "host"; }
  int64_t limit(std::string_view name) const;  // 0 if unknown
};
// Resolves "device.NAME".
expression::Lookup deviceLookup(const DeviceInfo& device);

// How candidates are timed.
struct Protocol {
  int warmups = 10;
  int launches = 100;
  // A case stops early once its launches took this long in sum, but never under `leastLaunches`; 0:
  // never.
  double caseSeconds = 0;
  // A case also stops early once the 95 % interval of its median is within this part of it to
  // either side; and, where a rival is known, once it is clearly worse. 0: neither.
  double precision = 0;
  int leastLaunches = 5;
  bool flush = true;      // cold: twice the L2 is overwritten before each timed launch
  bool warm = false;      // also time without flushing, several launches to a sample
  bool inSeries = false;  // also time launch after launch without flushing, one to a sample
  // Cold launch sequences shorter than this many milliseconds are timed several to a sample, each
  // on its own copy of the data, since events resolve about half a microsecond. 0: never.
  double severalBelow = 0;
  int lockedClock = 0;       // MHz, see DeviceInfo; times at different clocks are never compared
  std::string text() const;  // canonical, identifies it
};
Protocol defaultProtocol(const DeviceInfo& device);
// Of the figures that are shown in the end, besides the default's: warm and in series too, with all
// launches.
Protocol finalProtocol(const DeviceInfo& device);
// Whether a Protocol::text() is one of final figures.
bool isOfFinalFigures(std::string_view protocolText);

// What a launch finds in the caches.
enum class TimedState {
  cold,      // nothing of its own: they are flushed before each launch
  warm,      // what the launch before left; several launches to a sample
  inSeries,  // the same, one launch to a sample: how most published figures are taken
};
std::string_view name(TimedState state);  // "cold", "warm", "in series"

// What a candidate has to beat: milliseconds by case and state, as in rivalKey(). A case whose
// time is known to be clearly above needs no more samples.
using RivalTimes = std::map<std::string, double>;
std::string rivalKey(const std::string& caseName, std::string_view state);  // "prefill cold"
// Above the rival's by this, as far as the 95 % interval of the median goes.
inline constexpr double clearlyWorse = 1.1;

// What the compiler said of one kernel.
struct KernelResources {
  std::string function;
  int registers = 0;  // per thread
  int64_t staticShared = 0;
  int64_t local = 0;  // bytes of stack per thread
  int64_t spillStores = 0;
  int64_t spillLoads = 0;
  int64_t constant = 0;
};

struct LaunchOccupancy {
  std::string function;
  int64_t threadsPerBlock = 0;
  int64_t blocksPerSm = 0;
  double occupancy = 0;   // 0 to 1, of the device's threads per SM
  std::string limitedBy;  // "registers", "shared memory", "threads", "blocks"
};

enum class VerdictKind {
  verified,
  wrong,
  crashed,
  hung,
  failedToCompile,
  exceedsLimits,
  notApplicable,  // `requires` holds for no case
  couldNotJudge,  // the oracle itself failed: nothing is known of the candidate
};
std::string_view name(VerdictKind kind);  // "verified", "wrong", "failed to compile", …
std::optional<VerdictKind> verdictKind(std::string_view name);

// How hard a candidate is looked at. Each includes what stands before it.
enum class Depth {
  quick,     // every candidate: all cases, twice over different poisons, once more after timing
  full,      // each new best: other inputs at other addresses, repeats, random numbers of launches
  thorough,  // finalists: more of the same, buffers against guards, shuffled threads, sanitizers
};
std::string_view name(Depth depth);  // "quick", …
std::optional<Depth> depth(std::string_view name);

// What is asked of a verification, besides the candidate.
struct Scrutiny {
  Depth depth = Depth::quick;
  // Of the inputs, launch counts and orders that no candidate may have been made for. 0: the runner
  // draws one.
  uint64_t seed = 0;
  // A candidate that turns out to be the fastest so far is looked at in full.
  bool deepenBest = false;
  // At depth thorough, all distributions of inputs and Python's judgement for the largest cases
  // too, which take minutes.
  bool sparesNoTime = false;
  // Names of the cases it is looked at on; none: all.
  std::vector<std::string> onlyCases;
};

// Distances of an output's elements from what the oracle wants, in units in the last place (ULPs)
// of the output's type, the wanted value rounded to it.
struct ErrorHistogram {
  std::string caseName;
  std::string argument;
  // [0]: equal; [k]: 2^(k-1) to 2^k - 1 ULPs, up to the largest one seen.
  std::vector<int64_t> counts;
  int64_t incomparable = 0;  // a NaN or an infinity where the other is none
  double worst = 0;          // ULPs, of those that can be compared
};

// Where an output is wrong: cells of about equal size over its last axis (columns) and all others
// (rows); an output of one axis is cut into rows * columns parts in order.
struct WrongMap {
  int rows = 0, columns = 0;
  std::vector<int64_t> wrong;  // elements in each cell, row by row
};

// Where a wrong output differs.
struct Difference {
  std::string caseName;
  std::string argument;
  // "differs", "unwritten", "not a number", "outside its buffer", "outside its elements",
  // "input changed", "not repeatable", "differs after timed launches"; from other inputs: "ignores
  // its input", "keeps results", "depends on earlier launches"; with the answers out of reach:
  // "reads the answers"; from other orders of blocks and threads: "depends on the order of threads"
  std::string what;
  std::vector<int64_t> index;  // in the argument's shape, of the first such element
  double got = 0, want = 0, allowed = 0;
  int64_t count = 0;     // elements like it
  int64_t elements = 0;  // of the argument
  double ulps = 0;       // between got and want, in the output's type; negative: none
  // Which inputs it was found on: "" the case's own, else the name of a distribution.
  std::string inputs;
  WrongMap map;  // empty where it was not made
};

struct Verdict {
  VerdictKind kind = VerdictKind::couldNotJudge;
  int verifiedCases = 0;
  int allCases = 0;
  std::vector<std::string> notApplicableTo;  // names of cases
  std::string oracle;   // strength: "independent (NumPy) on 5 cases, trusted kernel on 2"
  std::string message;  // one sentence for people
  std::string detail;   // compiler log, sanitizer text; may be long
  std::optional<Difference> difference;
  std::vector<ErrorHistogram> errors;  // from depth full on, and of a wrong output
  // From depth full on: variables of the module in which launches could keep something. That they
  // do not rely on it is what fresh data, other addresses and fresh copies show.
  std::vector<std::string> globals;
  // Tools of compute-sanitizer under which the candidate ran and that found nothing: "memcheck", …
  std::vector<std::string> sanitizers;
  std::vector<std::string> unchecked;  // what this depth should have tried and could not, and why

  bool ok() const { return kind == VerdictKind::verified; }
  bool appliesToAll() const { return notApplicableTo.empty(); }
};

// What the device did while samples were taken, as far as it tells.
struct TimingConditions {
  int setAside = 0;  // samples not kept, since something slowed the device down
  // "power cap", "thermal slowdown", …: of kept samples too, where there were no better ones.
  std::vector<std::string> disturbances;
  double lowestClock = 0, highestClock = 0;  // of the multiprocessors, MHz; 0: not known
  double temperature = 0;                    // the highest, degrees Celsius; 0: not known
  int otherProcesses = 0;                    // on the device, the most seen
};

struct Measurement {
  std::string caseName;
  std::string state;            // name(TimedState)
  std::vector<double> samples;  // milliseconds per launch sequence
  double median = 0;
  double low = 0, high = 0;  // 95 % interval of the median
  bool stoppedEarly = false;
  double floor = 0;   // milliseconds, from the work model and measured peaks; 0: unknown (modelled)
  int perSample = 1;  // launch sequences in each sample, which is divided by them
  TimingConditions conditions;
};

// Milliseconds of wall time, for people and for the estimate of time left.
struct Costs {
  double compile = 0;
  double verify = 0;    // at depth quick
  double full = 0;      // what depth full took besides
  double thorough = 0;  // what depth thorough took besides
  double measure = 0;
  double kernel = 0;  // device time inside timed launches
};

struct Candidate {
  bool isTemplate = false;  // false: the source kernel
  std::string textHash;     // of the source or of the template
  Configuration configuration;
  std::string label() const;  // "source" or "BLOCK=256,VEC=4"
  friend bool operator==(const Candidate&, const Candidate&) = default;
};

struct Evaluation {
  std::string key;  // identity; see evaluationKey
  Candidate candidate;
  std::string deviceId;  // which physical device, uuid
  std::string deviceModel;
  std::string protocol;  // Protocol::text()
  Verdict verdict;
  std::vector<Measurement> measurements;
  std::vector<KernelResources> resources;
  std::vector<LaunchOccupancy> occupancy;
  std::map<std::string, double> metrics;  // by metric name
  Costs costs;
  uint64_t seed = 0;  // of the inputs
  Depth depth = Depth::quick;
  uint64_t checkSeed = 0;  // see Scrutiny::seed
  std::string started;     // UTC, ISO 8601
  double geomean = 0;  // milliseconds, weighted over performance cases, cold; 0 if there are none
};

// What identifies an evaluation besides its candidate.
struct EvaluationContext {
  std::string sourceHash, problemHash, oracleHash;
  std::string deviceModel, deviceArchitecture, compiler;
  std::string protocol;
};
// SHA-256 over all that makes two evaluations alike.
std::string evaluationKey(const Candidate& candidate, const EvaluationContext& context);

}  // namespace kw
