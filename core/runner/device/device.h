// SPDX-License-Identifier: GPL-3.0-or-later
// Where candidates run. A Device exists only in a runner's device worker. Everything on the host
// side (context, streams, events, buffers, fills, comparison, clock) is ours; a candidate is device
// code only.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

#include "base/result/result.h"
#include "model/problem/problem.h"
#include "model/records/records.h"
#include "runner/device/compiler.h"

namespace kw {

// A buffer on a device, with canaries of canaryBytes on both sides. 0 is none.
using BufferId = uint64_t;
inline constexpr int64_t canaryBytes = 4096;

enum class Guard { none, before, behind };

// Which values a fill writes into elements 0 to elements-1: see runner/device/generator.h.
struct FillPlan {
  Fill::Kind kind = Fill::Kind::normal;  // file and function fills come as uploads instead
  ElementType type = ElementType::float32;
  int64_t elements = 0;
  double low = 0, high = 1;                 // mean and deviation for normal
  int64_t lowInteger = 0, highInteger = 0;  // the same as integers, for integer types and kinds
  uint64_t seed = 1;
  uint64_t stream = 0;  // differs per argument and case
};

struct ComparePlan {
  BufferId got = 0;
  ElementType type = ElementType::float32;
  BufferLayout layout;                                  // of `got`
  BufferId want = 0;                                    // dense, row-major over layout.shape
  bool wantIsDouble = true;                             // float64 values; else of `type`
  Comparison::Kind kind = Comparison::Kind::tolerance;  // tolerance, exact or codes only
  double relative = 0;
  double absolute = 0;  // rms * RMS(want), worked out before
  int64_t codes = 0;
  bool anyNan = false, anyInfinity = false;  // what is wanted there is not looked at
};
// Rules: NaN where the oracle has NaN is equal, any other NaN differs; infinities must match in
// sign.
struct CompareResult {
  int64_t different = 0;
  int64_t first = -1;  // row-major index of the first different element
  double got = 0, want = 0, allowed = 0;
  uint64_t gotBits = 0;  // of the first different element, low bits
  double worst = 0;      // largest |got - want|
};

// The compared elements as a matrix of `width` columns (which divides their number), cut into rows
// * columns cells, at most one for each row and column.
struct ErrorPlan {
  ComparePlan compare;
  int64_t width = 1;
  int64_t rows = 1, columns = 1;
};
struct ErrorReport {
  // By distance in ULPs of the type: [0] none, [k] 2^(k-1) to 2^k - 1.
  std::array<int64_t, 65> counts{};
  int64_t incomparable = 0;    // NaN or infinity on one side only
  uint64_t worst = 0;          // ULPs
  std::vector<int64_t> cells;  // different elements by the compare plan's rule, row by row
};

struct CanaryReport {
  bool intact = true;
  int64_t offset =
      0;  // bytes from the buffer's first byte (negative: before it) of the first damage
};

// One argument of a launch, bound.
struct BoundArgument {
  std::string name;
  BufferId buffer = 0;  // or, if 0, these bytes by value:
  std::vector<std::byte> bytes;
  int64_t bufferOffset = 0;  // bytes added to the buffer's address
  int64_t alignment = 0;     // of `bytes`; 0: natural for their size
  // A tensor map over `buffer`, made by the device.
  struct TensorMap {
    ElementType type;
    std::vector<int64_t> shape, strides, box;  // elements, last index fastest
    std::string swizzle;
  };
  std::optional<TensorMap> tensorMap;
};

struct BoundLaunch {
  ConcreteLaunch launch;
  std::vector<BoundArgument> arguments;  // in the kernel's order
  BufferId memset = 0;                   // a memset of this buffer's memsetBytes instead
  int64_t memsetBytes = 0;
};

// How a group of launches ended. Faults of a candidate are outcomes, not errors: errors are ours.
struct LaunchOutcome {
  enum class Kind { finished, crashed, hung, refused };
  Kind kind = Kind::finished;
  std::string message;
  bool deviceLost = false;  // the worker has to be replaced before anything else can run
  // Crashed, but by SIGKILL from elsewhere (the kernel out of memory, a person): that says little
  // of the candidate.
  bool killed = false;
  bool ok() const { return kind == Kind::finished; }
};

struct BufferCopy {
  BufferId to = 0, from = 0;
};
struct BufferSet {
  BufferId buffer = 0;
  uint32_t pattern = 0;  // repeated 32-bit word
  int64_t bytes = 0;
};

struct TimingPlan {
  std::vector<BoundLaunch> launches;  // in order, timed together
  std::vector<BufferCopy> restores;   // before each launch, not timed
  std::vector<BufferSet> sets;        // before each launch, not timed
  std::vector<BufferSet> timedSets;   // inside the timed region
  Protocol protocol;
  TimedState state = TimedState::cold;
  double rivalMilliseconds = 0;  // see RivalTimes; 0: none
  double deadlineSeconds = 0;    // for one launch sequence; over it: hung
};
struct TimingResult {
  LaunchOutcome outcome;
  std::vector<double> samples;  // milliseconds
  double kernelMilliseconds = 0;
  bool stoppedEarly = false;
  int perSample = 1;  // launch sequences in each, which is divided by them
  TimingConditions conditions;
};

// Counters read around a launch sequence, which is repeated for each pass.
struct CountPlan {
  std::vector<BoundLaunch> launches;
  std::vector<BufferCopy> restores;  // before each pass
  std::vector<BufferSet> sets;       // before each pass
  std::vector<BufferSet> timedSets;  // counted with the launches
  // As the device calls them. None: one pass, in which nothing is counted, between the marks that a
  // profiler which watches this process goes by.
  std::vector<std::string> counters;
  int mostPasses = 0;          // 0: any number
  double deadlineSeconds = 0;  // for one launch sequence; over it: hung
};
struct CountResult {
  LaunchOutcome outcome;
  std::map<std::string, double> values;  // by counter
  int planned = 0;                       // passes that all of them take
  int passes = 0;                        // passes made
  bool overBudget = false;               // planned is above mostPasses: nothing was launched
};

// A loaded artefact. Goes before its Device.
class Module {
 public:
  virtual ~Module() = default;
};

class Device {
 public:
  virtual ~Device() = default;

  virtual const DeviceInfo& info() const = 0;
  virtual Result<int64_t> freeMemory() = 0;  // bytes

  // Bytes and alignment of the usable part. Out of memory names what was asked and what is free.
  virtual Result<BufferId> allocate(int64_t bytes, int64_t alignment) = 0;
  // The same with unmapped memory straight before its first byte, or behind its last one (as near
  // as the alignment lets it), so that reading there faults too. Where hasGuards() is false, it is
  // allocate().
  virtual Result<BufferId> allocateGuarded(int64_t bytes, int64_t alignment, Guard side) {
    static_cast<void>(side);
    return allocate(bytes, alignment);
  }
  virtual bool hasGuards() const { return false; }
  virtual void release(BufferId buffer) = 0;
  virtual Status upload(BufferId to, int64_t offset, std::span<const std::byte> bytes) = 0;
  virtual Status download(std::span<std::byte> to, BufferId from, int64_t offset) = 0;
  virtual Status copy(BufferId to, BufferId from) = 0;  // equal sizes
  virtual Status set(const BufferSet& plan) = 0;
  virtual Status fill(BufferId buffer, const FillPlan& plan) = 0;
  virtual Result<CompareResult> compare(const ComparePlan& plan) = 0;
  // How far all elements are off and where the different ones lie; a second pass over the data.
  virtual Result<ErrorReport> errors(const ErrorPlan& plan) = 0;
  // Order-independent 64-bit sum of mixed (index, word) pairs over the first `bytes`.
  virtual Result<uint64_t> checksum(BufferId buffer, int64_t bytes) = 0;
  // sqrt(mean(x*x)) over the finite elements of a dense buffer.
  virtual Result<double> rms(BufferId buffer, ElementType type, int64_t elements) = 0;
  virtual Result<CanaryReport> checkCanaries(BufferId buffer) = 0;
  virtual Status restoreCanaries(BufferId buffer) = 0;

  // Loads what the compiler made. A refusal of the driver (no kernel image, too many resources) is
  // an outcome of the candidate.
  struct Loaded {
    std::unique_ptr<Module> module;
    LaunchOutcome outcome;
  };
  virtual Result<Loaded> load(const Artefact& artefact) = 0;
  // Fills a __constant__ or __device__ variable; unknown names and wrong sizes are errors
  // (badInput).
  virtual Status setSymbol(Module& module, const std::string& name,
                           std::span<const std::byte> bytes) = 0;
  // All launches in order, then waits, at most `deadlineSeconds`. `sets` and `restores` are the
  // caller's business here.
  virtual Result<LaunchOutcome> launch(Module& module, const std::vector<BoundLaunch>& launches,
                                       double deadlineSeconds) = 0;
  // In which order the blocks and threads of that module's launch()es run from now on, where
  // hasThreadOrders(): 0 is the device's own, 1 the reverse, any other the seed of a shuffled one.
  // time() keeps to the device's own.
  virtual void setThreadOrder(Module& module, uint64_t order) {
    static_cast<void>(module);
    static_cast<void>(order);
  }
  virtual bool hasThreadOrders() const { return false; }
  virtual Result<TimingResult> time(Module& module, const TimingPlan& plan,
                                    std::stop_token stop) = 0;

  // What the device's counters are named after ("GH100"). ErrorKind::missing where none can be
  // read, with the reason and how to allow it.
  virtual Result<std::string> counterChip() {
    return failMissing(info().model + " has no hardware counters that Kernelwright reads");
  }
  // Inputs are restored and caches flushed before each pass. ErrorKind::missing as above.
  virtual Result<CountResult> count(Module& module, const CountPlan& plan, std::stop_token stop) {
    static_cast<void>(module);
    static_cast<void>(plan);
    static_cast<void>(stop);
    return Unexpected<Error>(counterChip().error());
  }

  // Measures info().measuredPeaks if not done yet (under a second or two).
  virtual Status measurePeaks() = 0;
};

}  // namespace kw
