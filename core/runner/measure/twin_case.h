// SPDX-License-Identifier: GPL-3.0-or-later
// A second opening of a case: buffers at other addresses, filled again and again with inputs that
// no candidate can have been made for.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>

#include "base/result/result.h"
#include "runner/measure/open_case.h"
#include "runner/measure/trusted_source.h"

namespace kw {

struct TwinParts {
  Device& device;
  const LoadedProblem& problem;
  AnswerSource& answers;
  const std::optional<CompileOutcome>& source;  // the source kernel, compiled
  bool keepScratch = true;
};

class TwinCase {
 public:
  // `parts` and the case outlive it. `bySource`: the source kernel judges it, in place of Python. A
  // reason in place of a twin where there is not enough memory, or where nothing could judge it.
  struct Made {
    std::unique_ptr<TwinCase> twin;
    std::string reason;
  };
  static Result<Made> make(const TwinParts& parts, const Case& which, bool bySource, Guard guard);

  OpenCase& open() const { return *m_cases.front(); }

  // Fills the inputs and has the answers made. A text where these inputs can judge nobody: the
  // oracle refuses them, or the source kernel is not right on them. With `trusted`, the source was
  // right on them before and is not asked again.
  Result<std::string> refill(uint64_t seed, const InputVariant& variant, bool trusted,
                             std::stop_token stop);

 private:
  explicit TwinCase(const TwinParts& parts) : m_parts(parts) {}
  Result<TrustedSource*> source();

  TwinParts m_parts;
  OpenCases m_cases;  // the one
  bool m_bySource = false;
  std::unique_ptr<TrustedSource> m_source;
};

}  // namespace kw
