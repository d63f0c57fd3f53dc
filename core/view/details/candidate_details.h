// SPDX-License-Identifier: GPL-3.0-or-later
// Everything that is known of one candidate, in words.
#pragma once

#include <string>
#include <vector>

#include "model/formats/checks.h"
#include "view/candidates/candidate_cells.h"

namespace kw::view {

struct Fact {
  std::string name, value;
};

struct CaseDetails {
  std::string name;
  std::string cold, interval, warm;  // with their unit; "" where it was not timed so
  std::string standing;              // against the fastest on this case; "" where there is one case
  std::string samples;               // "100", "37, stopped early"; "" before the whole is known
  std::string floorShare;            // "87 %": of the modelled floor; "" where there is no model
  // Milliseconds, cold, in order of measurement; empty before the whole is known.
  std::vector<double> sampleTimes;
  double median = 0, low = 0, high = 0;
};

struct CandidateDetails {
  std::string name;      // "#12", "source kernel"
  std::string headline;  // "verified on 7 of 7 cases", "wrong: …"
  std::string time;      // one sentence; "" where it was not timed
  VerdictKind verdict = VerdictKind::couldNotJudge;
  bool isTemplate = true;
  std::vector<Fact> configuration;  // empty for the source kernel
  std::vector<CaseDetails> cases;
  std::vector<Fact> resources;  // by kernel, and occupancy by launch
  std::vector<Fact> judgement;  // oracle, first difference, depth, what could not be checked
  // Elements by their distance from what is wanted, for each output that was looked at.
  struct Errors {
    std::string output;            // "out of case tail"
    std::string sentence;          // the same in one line
    std::vector<UlpRange> ranges;  // [0]: equal
  };
  std::vector<Errors> errors;
  WrongMap map;       // where the first wrong output is wrong; empty where nothing is
  std::string again;  // the command that finds the same fault again; "" where there is none
  std::string log;    // of the compiler or a sanitizer
  std::vector<Fact> costs;
  std::vector<Fact> identity;  // key, device, started
  bool isWhole = false;        // else only what the row tells
};

// `cells` belong to `list`; `whole` may be null. Parameters' meanings come from nowhere here: names
// and values only. `problem` is how the command line names it, for the command that does it again.
CandidateDetails detailsOf(const CandidateList& list, const CandidateCells& cells, CandidateId id,
                           const std::vector<std::string>& caseNames, const Evaluation* whole,
                           const std::string& problem = {});

// For the clipboard: a heading for each part, one line for each fact.
std::string textOf(const CandidateDetails& details, bool onHost);

}  // namespace kw::view
