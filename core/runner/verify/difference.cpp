// SPDX-License-Identifier: GPL-3.0-or-later
#include "runner/verify/difference.h"

#include <array>
#include <cstdio>
#include <cstdlib>
#include <utility>

#include "runner/verify/output_errors.h"

namespace kw {

namespace {

std::string withDigits(double value, int digits) {
  std::array<char, 40> text{};
  std::snprintf(text.data(), text.size(), "%.*g", digits, value);
  return text.data();
}

std::string outputOf(const CaseData& data, const CaseBuffer& buffer) {
  return "output " + buffer.argument->name + " of case " + data.scope().name();
}

CaseFault faultOf(const CaseData& data, const CaseBuffer& buffer, std::string what) {
  CaseFault fault;
  fault.difference = Difference{.caseName = data.scope().name(),
                                .argument = buffer.argument->name,
                                .what = std::move(what),
                                .index = {},
                                .elements = buffer.layout.elements};
  return fault;
}

CaseFault faultAt(const CaseData& data, const CaseBuffer& buffer, std::string what,
                  const CompareResult& result) {
  CaseFault fault = faultOf(data, buffer, std::move(what));
  fault.difference->index = multiIndex(result.first, buffer.layout.shape);
  fault.difference->got = result.got;
  fault.difference->want = result.want;
  fault.difference->allowed = result.allowed;
  fault.difference->count = result.different;
  fault.difference->ulps = ulpsBetween(buffer.type(), result.gotBits, result.want);
  return fault;
}

std::string countText(const Difference& difference) {
  return "; " + std::to_string(difference.count) + " of " + std::to_string(difference.elements) +
         (difference.elements == 1 ? " element" : " elements");
}

std::string bytesText(int64_t bytes) {
  return std::to_string(bytes) + (bytes == 1 ? " byte" : " bytes");
}

}  // namespace

std::string numberText(double value, double other) {
  for (const int digits : {6, 9}) {
    if (withDigits(value, digits) != withDigits(other, digits)) return withDigits(value, digits);
  }
  return withDigits(value, 17);
}

CaseFault elementFault(const CaseData& data, const CaseBuffer& output, const std::string& what,
                       const CompareResult& result) {
  CaseFault fault = faultAt(data, output, what, result);
  const std::string expected = "expected " + numberText(result.want, result.got);
  fault.message = outputOf(data, output);
  if (what == "unwritten") {
    fault.message += " is not written at " + shapeText(fault.difference->index) + ": " + expected;
  } else if (what == "not a number") {
    fault.message += " is not a number at " + shapeText(fault.difference->index) + ": " + expected;
  } else {
    fault.message += " " + what + " at " + shapeText(fault.difference->index) + ": got " +
                     numberText(result.got, result.want) + ", " + expected;
    if (result.allowed > 0) fault.message += " (allowed " + withDigits(result.allowed, 3) + ")";
  }
  fault.message += countText(*fault.difference);
  return fault;
}

CaseFault indexFault(const CaseData& data, const CaseBuffer& indices, const CompareResult& result,
                     const std::string& why) {
  CaseFault fault = faultAt(data, indices, "differs", result);
  fault.message = outputOf(data, indices) + " " + why + " at " +
                  shapeText(fault.difference->index) + ": got index " + withDigits(result.got, 17) +
                  countText(*fault.difference);
  return fault;
}

CaseFault canaryFault(const CaseData& data, const CaseBuffer& buffer, const CanaryReport& report) {
  CaseFault fault = faultOf(data, buffer, "outside its buffer");
  const int64_t end = buffer.buffer.bytes();
  const std::string where = report.offset < 0 ? bytesText(-report.offset) + " before its start"
                                              : bytesText(report.offset - end) + " after its end";
  fault.message = "case " + data.scope().name() + ": the kernel writes outside buffer " +
                  buffer.argument->name + ", " + where;
  fault.mayHaveDamaged = true;
  return fault;
}

CaseFault gapFault(const CaseData& data, const CaseBuffer& buffer) {
  CaseFault fault = faultOf(data, buffer, "outside its elements");
  fault.message = "case " + data.scope().name() + ": the kernel writes between the elements of " +
                  buffer.argument->name + ", which has strides";
  return fault;
}

CaseFault inputFault(const CaseData& data, const CaseBuffer& input) {
  CaseFault fault = faultOf(data, input, "input changed");
  fault.message =
      "case " + data.scope().name() + ": the kernel changes its input " + input.argument->name;
  fault.mayHaveDamaged = true;
  return fault;
}

CaseFault notRepeatableFault(const CaseData& data, const CaseBuffer& output) {
  CaseFault fault = faultOf(data, output, "not repeatable");
  fault.message = outputOf(data, output) +
                  " is not the same in two launches on the same inputs, and the problem says that "
                  "it is deterministic";
  return fault;
}

CaseFault checkFault(const CaseData& data, const std::string& why) {
  CaseFault fault;
  fault.difference =
      Difference{.caseName = data.scope().name(), .argument = {}, .what = "differs", .index = {}};
  fault.message = "case " + data.scope().name() + ": the oracle's check() refuses the outputs" +
                  (why.empty() ? "" : ": " + why);
  return fault;
}

CaseFault launchFault(const std::string& caseName, const LaunchOutcome& outcome) {
  CaseFault fault;
  fault.deviceLost = outcome.deviceLost;
  fault.killed = outcome.killed;
  fault.mayHaveDamaged = true;
  const std::string because = outcome.message.empty() ? "" : ": " + outcome.message;
  switch (outcome.kind) {
    case LaunchOutcome::Kind::hung:
      fault.kind = VerdictKind::hung;
      fault.message = "hung on case " + caseName + because;
      break;
    case LaunchOutcome::Kind::refused:
      fault.kind = VerdictKind::exceedsLimits;
      fault.message = "the device refuses to launch it on case " + caseName + because;
      break;
    default:
      fault.kind = VerdictKind::crashed;
      fault.message = "crashed on case " + caseName + because;
      break;
  }
  return fault;
}

}  // namespace kw
