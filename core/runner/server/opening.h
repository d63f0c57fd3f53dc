// SPDX-License-Identifier: GPL-3.0-or-later
// The way of one problem from a client's list of files to a device that is ready for its
// candidates.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/process/event_loop.h"
#include "model/protocol/messages.h"
#include "runner/server/blob_store.h"
#include "runner/server/clock_keeper.h"
#include "runner/server/compile_queue.h"
#include "runner/server/device_lock.h"
#include "runner/server/device_queue.h"
#include "runner/server/problem_folder.h"

namespace kw {

// What an open problem holds while it is open.
struct OpenProblem {
  int64_t id = 0;  // of its open request
  uint64_t seed = 0;
  protocol::Opened opened;
  std::optional<ProblemFolder> folder;
  std::optional<DeviceLock> lock;
};

class Opening {
 public:
  struct Parts {
    process::EventLoop& loop;
    BlobStore& blobs;
    CompileQueue& compiles;
    DeviceQueue& device;
    files::Path cache;
    ClockKeepers& clocks;
    bool borrowsDevice;  // see RunnerOptions
  };
  struct Handlers {
    std::function<void(protocol::Need)> need;
    std::function<void(const std::string&)> note;
    std::function<void(Result<OpenProblem>)> done;  // once; may destroy this
  };

  Opening(Parts parts, protocol::OpenRequest request, Handlers handlers);
  ~Opening();
  Opening(const Opening&) = delete;
  Opening& operator=(const Opening&) = delete;

  int64_t id() const { return m_request.id; }
  const std::string& device() const { return m_request.device; }
  // Checks the files and asks for those that are not here.
  void start();
  // Whether a file is waited for, and how large it was announced.
  std::optional<int64_t> expects(const std::string& hash) const;
  void blobArrived(const std::string& hash);
  // Compiles and prepares once all files are here and nothing of the problem before is left on the
  // device. A lock that the problem before held on the same device is handed on.
  void proceed(const std::vector<DeviceInfo>& devices, std::optional<DeviceLock> lock);
  bool filesComplete() const { return m_started && m_needed.empty(); }
  // Gives up what the queues are doing for it; `done` is not called.
  void abandon();

 private:
  Status checkFiles() const;
  Status collect();
  void takeLock();
  void useDevice();
  void useCompiler();
  void compileSource();
  void prepare(CompileOutcome source);
  void finish(protocol::Opened opened);
  void failWith(Error error);

  Parts m_parts;
  protocol::OpenRequest m_request;
  Handlers m_handlers;
  bool m_started = false;
  std::vector<std::string> m_needed;
  DeviceInfo m_device;
  OpenProblem m_problem;
  std::string m_compiler;
  int m_appetite = 0;
  int m_lockTries = 0;
  process::EventLoop::TimerId m_timer = 0;
};

}  // namespace kw
