// SPDX-License-Identifier: GPL-3.0-or-later
// A runner somewhere, reached by a command line ("kwr-runner", "ssh box kwr-runner"), as an
// Evaluator.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "base/process/event_loop.h"
#include "base/result/result.h"
#include "client/evaluator/evaluator.h"
#include "model/problem/problem_file.h"
#include "model/protocol/messages.h"

namespace kw {

struct RemoteOptions {
  std::string command;  // split as a shell would, nothing expanded; no shell is started
  // From the start to the runner's greeting. Long, since srun may wait for a node; a command that
  // ends or cannot be started is reported at once.
  std::chrono::milliseconds greetingLimit{120'000};
  // After this, and then again and again, `note` is told what is being waited for.
  std::chrono::milliseconds greetingNotice{3'000};
  // Once something came that is no greeting, what is left of the time: login scripts print, and
  // then the runner follows soon.
  std::chrono::milliseconds noiseLimit{30'000};
  std::function<void(const std::string&)> note;  // texts for people, before the greeting
  // Where the runner says nothing for so long while something is in flight, `silent` is told, and
  // again at each interval. Each time it is asked whether it is there; once it has left so many of
  // these questions unanswered it is lost: a connection can stall without ending.
  std::chrono::milliseconds silenceNotice{10'000};
  std::chrono::milliseconds silenceInterval{30'000};
  int unansweredLimit = 4;
  std::function<void(const std::string&)> silent;
  // Called once if the runner is lost after it was ready, after everything in flight has failed.
  std::function<void(const Error&)> lost;
};

// Everything here happens on the event loop's thread, and no handler is called from inside the call
// that was given it. The object must go on that thread too, before the loop; its handlers are then
// dropped uncalled, and the runner is killed.
class RemoteRunner : public Evaluator {
 public:
  // Starts the command. ErrorKind::missing where there is no such program, badInput where the
  // command cannot be split.
  static Result<std::unique_ptr<RemoteRunner>> start(process::EventLoop& loop,
                                                     RemoteOptions options);

  // Once the runner has greeted, or with what went wrong: it ended (with its last lines on standard
  // error), speaks another version, or says nothing.
  virtual void whenReady(std::function<void(Status)> handler) = 0;
  virtual const protocol::Hello& hello() const = 0;  // empty before that
  virtual const std::string& command() const = 0;

  // What there is. With `peaks` it measures them, which takes seconds.
  virtual void devices(bool peaks, std::function<void(Result<protocol::Devices>)> done) = 0;
  // The same, with the counters of a chip; see protocol::DevicesRequest.
  virtual void counters(const std::string& chip,
                        std::function<void(Result<protocol::Devices>)> done) = 0;

  // Uploads the files that the runner lacks and opens the problem on a device ("cuda:0"). `note`
  // gets texts for people as it goes on. Another open replaces it: what is in flight is evaluated
  // first.
  struct OpenHandlers {
    std::function<void(const std::string&)> note;
    std::function<void(Result<protocol::Opened>)> done;
  };
  virtual Ticket open(const LoadedProblem& problem, const std::string& device, uint64_t seed,
                      OpenHandlers handlers) = 0;

  // Two candidates of the open problem measured in turns. `started` and `done` as in evaluate().
  struct DuelHandlers {
    std::function<void(const std::string& phase)> started;
    std::function<void(Result<Duel>)> done;
  };
  virtual Ticket duel(const protocol::DuelRequest& request, DuelHandlers handlers) = 0;

  // Counters of a candidate of the open problem. `started` and `done` as in evaluate().
  struct ProfileHandlers {
    std::function<void(const std::string& phase)> started;
    std::function<void(Result<CounterReading>)> done;
  };
  virtual Ticket profile(const protocol::ProfileRequest& request, ProfileHandlers handlers) = 0;

  // A candidate's code as text, by any compiler of the runner: no problem needs to be open.
  struct ListingHandlers {
    std::function<void(const std::string& phase)> started;
    std::function<void(Result<CodeListing>)> done;
  };
  virtual Ticket listing(const protocol::ListingRequest& request, ListingHandlers handlers) = 0;

  // Evaluator: device(), caseNames() and appetite() hold what the last successful open said. A
  // cancelled ticket may also be one of open(), duel(), listing() or devices().
};

}  // namespace kw
