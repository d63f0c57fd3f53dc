// SPDX-License-Identifier: GPL-3.0-or-later
// Faults of a candidate as values and as sentences for people.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "model/records/records.h"
#include "runner/device/device.h"
#include "runner/verify/case_data.h"

namespace kw {

// What is wrong with a candidate on one case.
struct CaseFault {
  VerdictKind kind = VerdictKind::wrong;
  std::string message;  // one sentence
  std::string detail;
  std::optional<Difference> difference;  // of a wrong one
  std::vector<ErrorHistogram> errors;    // of the output that is wrong
  bool deviceLost = false;
  bool killed = false;  // see LaunchOutcome
  bool mayHaveDamaged =
      false;  // buffers of any case have to be looked at before the next candidate
};

// "-0.25", with as many digits as it takes to tell `value` from `other`.
std::string numberText(double value, double other);

// `what` as in Difference::what: "differs", "unwritten", "not a number", "differs after timed
// launches"; `result` has at least one different element.
CaseFault elementFault(const CaseData& data, const CaseBuffer& output, const std::string& what,
                       const CompareResult& result);
// A top-k's index that is no right one.
CaseFault indexFault(const CaseData& data, const CaseBuffer& indices, const CompareResult& result,
                     const std::string& fault);
CaseFault canaryFault(const CaseData& data, const CaseBuffer& buffer, const CanaryReport& report);
CaseFault gapFault(const CaseData& data, const CaseBuffer& buffer);
CaseFault inputFault(const CaseData& data, const CaseBuffer& input);
CaseFault notRepeatableFault(const CaseData& data, const CaseBuffer& output);
CaseFault checkFault(const CaseData& data, const std::string& why);
// A launch that crashed, hung or was refused.
CaseFault launchFault(const std::string& caseName, const LaunchOutcome& outcome);

}  // namespace kw
