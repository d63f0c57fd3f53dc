// SPDX-License-Identifier: GPL-3.0-or-later
// The messages between a client and a runner: one JSON object a line, each with a "type".
//
//   client                         runner
//   hello {version}                hello {version, runner, host, process, devices:[ids]}   (also
//   sent if not asked) devices {id, peaks}            devices {id, devices, missing} open {id,
//   device, files:       need {id, hashes}
//     [{path, hash, size}],
//     seed}
//   blob {hash, offset, data,
//     last}                        opened {id, device, cases, warnings}
//   evaluate {id, problem (the     started {id, phase}   phase: compiling, verifying, timing
//     id of its open), candidate,
//     key, protocol, deadline,     evaluated {id, evaluation}
//     scrutiny, rival}
//   duel {id, problem, first,      started …
//     second, protocol, settings} duelled {id, duel}
//   profile {id, problem,       started …
//     candidate, case, metrics,
//     most_passes}              profiled {id, reading}
//   listing {id, kind, files:   started …
//     [{path, data}], candidate,
//     architecture, format}     listed {id, listing}
//   cancel {id}                    failed {id, error: {kind, message, advice, …}}   kind cancelled
//   included bye
//
// `id` is the client's, unique per request. Data of blobs is base64, at most blobChunk bytes each.
// Every request is answered exactly once, by its answer or by `failed`; `started` may come any
// number of times.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "base/json/value.h"
#include "base/result/result.h"
#include "model/profile/reading.h"
#include "model/records/code_listing.h"
#include "model/records/duel.h"
#include "model/records/records.h"

namespace kw::protocol {

inline constexpr int version = 2;
// Begins the message of an open that failed since another runner holds the device.
inline constexpr std::string_view deviceInUse = "another runner is using ";
inline constexpr size_t blobChunk = size_t{1} << 20;

struct FileReference {
  std::string path;
  std::string hash;
  int64_t size = 0;
};

// Client to runner. The first hello meets the greeting that goes out by itself; later ones get one.
struct HelloRequest {
  int version = protocol::version;
};
struct DevicesRequest {
  int64_t id = 0;
  bool peaks = false;
  // Chip whose counters are to be listed, "present" for the device's own; "" for none.
  std::string counters;
};
struct OpenRequest {
  int64_t id = 0;
  std::string device;
  std::vector<FileReference> files;
  uint64_t seed = 1;
};
// `data` is the bytes themselves here; base64 is on the wire only.
struct BlobMessage {
  std::string hash;
  int64_t offset = 0;
  std::string data;
  bool last = false;
};
struct EvaluateRequest {
  int64_t id = 0;
  int64_t problem = 0;  // id of the open request
  Candidate candidate;
  std::string key;
  Protocol protocol;
  double deadlineSeconds =
      0;  // for one evaluation on the device, compiling excluded; 0: the runner's own
  Scrutiny scrutiny;
  RivalTimes rival;  // may be empty
};
// Two candidates measured in turns; both are judged before and after.
struct DuelRequest {
  int64_t id = 0;
  int64_t problem = 0;  // id of the open request
  Candidate first, second;
  Protocol protocol;
  DuelSettings settings;
};
// Counters of a candidate's launches on one case. It is not verified here.
struct ProfileRequest {
  int64_t id = 0;
  int64_t problem = 0;  // id of the open request
  Candidate candidate;
  std::string caseName;
  // Ids of the catalogue that have counters. None: launched once, for a profiler that watches the
  // runner; see CountPlan::counters.
  std::vector<std::string> metrics;
  int mostPasses = 0;  // 0: any number
};
// A candidate's code as the compiler writes it. Needs neither a device nor an open problem.
struct ListingRequest {
  struct File {
    std::string path, data;  // as ProblemPart; base64 is on the wire only
  };
  static constexpr size_t mostBytes = size_t{4} << 20;  // of all files together
  int64_t id = 0;
  std::string kind;  // of device: "cuda", "host"
  std::vector<File> files;
  Candidate candidate;
  std::string architecture;  // "sm_90"; "" on a CPU
  std::string format;        // CodeListing::format
};
struct CancelRequest {
  int64_t id = 0;
};
struct ByeMessage {};

using Request =
    std::variant<HelloRequest, DevicesRequest, OpenRequest, BlobMessage, EvaluateRequest,
                 DuelRequest, ProfileRequest, ListingRequest, CancelRequest, ByeMessage>;

// Runner to client.
struct Hello {
  int version = protocol::version;
  std::string runner;  // product version
  std::string host;
  int64_t process = 0;
  std::vector<std::string> devices;
};
struct Devices {
  int64_t id = 0;
  std::vector<DeviceInfo> devices;
  std::vector<std::string> missing;
  std::optional<CounterListing> counters;  // if asked for
};
struct Need {
  int64_t id = 0;
  std::vector<std::string> hashes;
};
struct OpenedCase {
  std::string name;
  int64_t bytes = 0;   // of all its buffers on the device
  std::string oracle;  // "independent (NumPy)", "stored", "trusted kernel (source)"
};
struct Opened {
  int64_t id = 0;
  DeviceInfo device;
  std::vector<OpenedCase> cases;
  std::vector<std::string> warnings;
  int appetite = 0;  // requests worth having in flight, so that compiling runs ahead; 0: not said
};
struct Started {
  int64_t id = 0;
  std::string phase;
};
struct Evaluated {
  int64_t id = 0;
  Evaluation evaluation;
};
struct Duelled {
  int64_t id = 0;
  Duel duel;
};
struct Profiled {
  int64_t id = 0;
  CounterReading reading;
};
struct Listed {
  int64_t id = 0;
  CodeListing listing;
};
struct Failed {
  int64_t id = 0;
  Error error;
};

using Reply = std::variant<Hello, Devices, Need, Opened, Started, Evaluated, Duelled, Profiled,
                           Listed, Failed>;

std::string encode(const Request& request);  // one line, without the newline
std::string encode(const Reply& reply);
// A line that is no message of this version is an error that says what it is; unknown members are
// ignored.
Result<Request> decodeRequest(std::string_view line);
Result<Reply> decodeReply(std::string_view line);

std::string toBase64(std::string_view bytes);
Result<std::string> fromBase64(std::string_view text);

}  // namespace kw::protocol
