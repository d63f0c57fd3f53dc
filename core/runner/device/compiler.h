// SPDX-License-Identifier: GPL-3.0-or-later
// Turns a candidate's text into something a device can load. Lives in the compile worker, which
// never loads a driver.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

#include "base/json/value.h"
#include "base/result/result.h"
#include "model/problem/problem.h"
#include "model/records/code_listing.h"
#include "model/records/records.h"

namespace kw {

struct CompileJob {
  std::string fileName;  // shown in messages: "template.cu"
  std::string text;      // CUDA C++
  std::string folder;    // the problem's files, for #include "…"
  std::vector<std::pair<std::string, std::string>> macros;  // the configuration
  std::vector<std::string> functions;  // names and instances that are launched, macros replaced
  std::vector<std::string> symbols;    // variables that will be filled
  CompileOptions options;
  std::string architecture;  // DeviceInfo::architecture
  bool sanitized = false;    // once more with sanitizers, where the compiler can
};

// A file in the cache of the runner's machine.
struct Artefact {
  std::string path;
  std::map<std::string, std::string>
      lowered;                             // function or symbol as launched to its name in the file
  std::vector<KernelResources> resources;  // one per function, under the name launched
  bool isSanitized = false;                // checks its accesses while it runs, and is slow
};

struct CompileOutcome {
  bool ok = false;
  Artefact artefact;
  std::string log;  // errors and warnings, lines counted in the candidate's own text
  // Where the compiler finds that no device of the kind can hold it: that finding; otherwise "".
  std::string exceededLimit;
  double milliseconds = 0;
  bool cached = false;
  // The same with sanitizers, where the job asked for it.
  std::optional<Artefact> sanitized;
  std::string unsanitized;  // why there is none, though it was asked for and could be; else ""
  double sanitizedMilliseconds = 0;
};

json::Value toJson(const CompileJob& job);
Result<CompileJob> compileJobFromJson(const json::Value& value);
json::Value toJson(const CompileOutcome& outcome);
Result<CompileOutcome> compileOutcomeFromJson(const json::Value& value);
json::Value toJson(const Artefact& artefact);
Result<Artefact> artefactFromJson(const json::Value& value);

class Compiler {
 public:
  virtual ~Compiler() = default;
  virtual std::string version() const = 0;  // "NVRTC 13.0"
  // Thread-safe: several compile at once. A candidate that does not compile is an outcome; an Error
  // means that compiling could not be tried (or ErrorKind::cancelled).
  virtual Result<CompileOutcome> compile(const CompileJob& job, std::stop_token stop) = 0;
  // The candidate's code as text (CodeListing::format): compiled as compile() does, with source
  // lines. ErrorKind::badInput where it does not compile or there is no such format here,
  // ErrorKind::missing where a tool is not there.
  virtual Result<CodeListing> list(const CompileJob& job, const std::string& format,
                                   std::stop_token stop);
  // How many compiles are worth running at once on this machine.
  virtual int parallelism() const = 0;
  // While samples are taken on the CPU, compiling holds still.
  virtual void setPaused(bool paused) { (void)paused; }
};

// The job for a candidate of a problem. `folder` holds the problem's files.
CompileJob compileJob(const Problem& problem, const Candidate& candidate, const std::string& folder,
                      const DeviceInfo& device);

}  // namespace kw
