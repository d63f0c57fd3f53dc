// SPDX-License-Identifier: GPL-3.0-or-later
// From a path to what a window shows of it. Qt-free, on any thread.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/result/result.h"
#include "client/session/session.h"
#include "model/problem/problem_file.h"
#include "view/candidates/candidate_row.h"

namespace kw {

// The results of one revision on one device, as far as a window keeps them.
struct ShownResults {
  std::vector<view::CandidateRow> rows;
  std::shared_ptr<const Evaluation> source, best;
  std::vector<Duel> duels;                // of this device and protocol
  std::vector<std::string> finalFigures;  // a line for each case of the best's, if it has any
  std::optional<DeviceInfo> device;
  std::string deviceModel, protocol;  // which results these are; "" while there are none
  size_t elsewhere = 0;               // evaluations of other revisions, devices and protocols
  std::vector<MeasuredOn> places;     // where this revision was measured, these results included
  int64_t last = 0;                   // row of the session up to which it was read
};

// What was added to a session since it was read.
struct AddedResults {
  std::vector<view::CandidateRow> rows;
  // The last timing of the source and the fastest of them, whole.
  std::vector<std::shared_ptr<const Evaluation>> notable;
  size_t elsewhere = 0;
  int64_t last = 0;
};

struct Opened {
  std::shared_ptr<const LoadedProblem> problem;
  std::shared_ptr<Session> session;   // null: none was made yet
  std::filesystem::path sessionPath;  // where it lies, or will
  bool readOnly = false;
  std::string readOnlyWhy;
  bool isFollowed = false;  // another program writes to it
  ShownResults results;
  std::vector<RunRecord> runs;
  std::vector<Profile> profiles;
  std::vector<Round> rounds;
  std::vector<std::string> warnings;
};

// `where`: a session file, a problem folder, a problem.json, the name of a library kernel, or a
// file of another tuner (see foreign_file.h). A problem's own session is opened if there is one;
// none is made.
Result<Opened> openAnything(const std::filesystem::path& where);

// What the session has of this revision; on a device and under a protocol as in standingIn().
Result<ShownResults> shownResults(const LoadedProblem& problem, Session& session,
                                  const std::string& deviceId = {},
                                  const std::string& protocol = {});

// Those after row `last` that belong beside what is shown.
Result<AddedResults> addedResults(const LoadedProblem& problem, Session& session, int64_t last,
                                  const std::string& deviceModel, const std::string& protocol);

}  // namespace kw
