// SPDX-License-Identifier: GPL-3.0-or-later
// The process that a client talks to. It loads no driver, compiles nothing and runs no candidate,
// so that nothing a candidate does can end it.
//
// One problem is open at a time. A second open is answered once the evaluations of the first have
// been; from its arrival on, new evaluations of the first are refused.
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/process/event_loop.h"
#include "base/process/line_channel.h"
#include "model/protocol/messages.h"
#include "runner/server/blob_store.h"
#include "runner/server/clock_keeper.h"
#include "runner/server/compile_queue.h"
#include "runner/server/device_queue.h"
#include "runner/server/duels.h"
#include "runner/server/listings.h"
#include "runner/server/opening.h"
#include "runner/server/options.h"
#include "runner/server/profiles.h"
#include "runner/server/standard_streams.h"
#include "runner/server/verdicts.h"

namespace kw {

class Supervisor {
 public:
  Supervisor(ProtocolStreams streams, const RunnerOptions& options, files::Path cache);

  // Until the client goes or says bye. Workers and folders are gone afterwards.
  void run();

 private:
  struct Evaluating {
    EvaluationFrame frame;
    double deadlineSeconds = 0;
    Scrutiny scrutiny;
    RivalTimes rival;
    CompileOutcome compiled;
    std::string phase;  // the last one the client was told
  };

  void take(std::string_view line);
  void handle(protocol::HelloRequest request);
  void handle(const protocol::DevicesRequest& request);
  void handle(protocol::OpenRequest request);
  void handle(const protocol::BlobMessage& message);
  void handle(protocol::EvaluateRequest request);
  void handle(protocol::DuelRequest request);
  void handle(protocol::ProfileRequest request);
  void handle(protocol::ListingRequest request);
  void handle(protocol::CancelRequest request);
  void handle(protocol::ByeMessage);

  void reply(const protocol::Reply& answer) { m_client.send(protocol::encode(answer)); }
  void refuse(int64_t id, Error error);
  // Answers an id that no request may have.
  bool admit(int64_t id);
  bool isUsable(int64_t id) const;
  bool idIsFree(int64_t id) const;

  // Devices
  void listDevices();
  void listed(Result<protocol::Devices> devices);
  void greet();
  void sayHello();
  void answerDevices(const protocol::DevicesRequest& request);
  std::map<std::string, DeviceLock> lockIdleDevices(protocol::Devices& answer);

  // Problems
  void advanceOpenings();
  void opened(Result<OpenProblem> problem);

  // Evaluations
  // With the problem of this open request.
  Status mayEvaluate(int64_t problem) const;
  void compiled(int64_t id, Result<CompileOutcome> outcome);
  void phase(int64_t id, const std::string& text);
  void holdCompiling(const std::string& phase);
  Duels::Handlers duelHandlers();
  Profiles::Handlers profileHandlers();
  Listings::Handlers listingHandlers();
  void judged(int64_t id, JobEnding ending);
  void started(int64_t id, const std::string& phase);
  void giveUp(int64_t id, Error error);

  process::EventLoop m_loop;
  RunnerOptions m_options;
  files::Path m_cache;
  ClockKeepers m_clocks;
  BlobStore m_blobs;
  CompileQueue m_compiles;
  DeviceQueue m_device;
  Duels m_duels;
  Profiles m_profiles;
  Listings m_listings;
  process::LineChannel m_client;

  std::optional<protocol::Devices> m_devices;  // what was found at the start
  bool m_greeted = false;
  bool m_wasAsked = false;  // a HelloRequest has come
  std::vector<protocol::DevicesRequest> m_waitingForDevices;

  std::deque<std::unique_ptr<Opening>> m_openings;  // the first is under way
  bool m_firstProceeded = false;
  std::optional<OpenProblem> m_problem;
  std::shared_ptr<const DeviceInfo> m_openDevice;  // its device, shared by all evaluations
  std::map<int64_t, Evaluating> m_evaluations;
  std::map<int64_t, protocol::DevicesRequest> m_peaks;
};

}  // namespace kw
