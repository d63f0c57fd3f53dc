// SPDX-License-Identifier: GPL-3.0-or-later
// Whether a candidate is right on one case. Each launch starts from pristine inputs and poisoned
// outputs; two of them with different poisons tell what was never written.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "base/result/result.h"
#include "runner/device/device.h"
#include "runner/oracle/oracle_answer.h"
#include "runner/verify/case_data.h"
#include "runner/verify/difference.h"

namespace kw {

// NaN to every floating-point type, and a plain number to most.
inline constexpr uint32_t firstPoison = 0xffffffffu;
inline constexpr uint32_t secondPoison = 0x5a5a5a5au;

struct VerifyOptions {
  double deadlineSeconds = 2;  // for one launch sequence
  bool deterministic = true;   // equal inputs must give equal bytes
  // The oracle's own judgement of all outputs; a text where it refuses them.
  std::function<Result<std::optional<std::string>>(const Arrays& got)> check;
};

class CaseVerifier {
 public:
  // All outlive this. The case's buffers are there, and its outputs have wanted values.
  CaseVerifier(Module& module, CaseData& data, const std::vector<BoundLaunch>& launches,
               VerifyOptions options);

  // Nothing where the candidate is right. An Error is ours.
  Result<std::optional<CaseFault>> verify();

  // After timed launches: what they left, then one more launch over poisoned outputs.
  Result<std::optional<CaseFault>> verifyAfterTiming();

  // One launch over the first poison, compared. The last checksums() are of what it left.
  Result<std::optional<CaseFault>> verifyOnce();

  // Of the dense outputs, after the last pass that was right.
  const std::vector<uint64_t>& checksums() const { return m_checksums; }
  Result<std::vector<uint64_t>> outputChecksums();

  // Whether what the outputs hold now would be right; nothing is launched.
  Result<bool> accepts();

  // One launch over the first poison with a case whose wanted values are hidden meanwhile, compared
  // once they are back.
  Result<std::optional<CaseFault>> verifyWithoutAnswers();

  // Launches that nobody looks at.
  Result<LaunchOutcome> launchUnseen(int times);

  // Distances of all outputs that are compared on the device, as they are now.
  Result<std::vector<ErrorHistogram>> errors();

  // Makes the buffers ready and launches once, without comparing anything. Also used for a trusted
  // kernel that makes the wanted values.
  Result<LaunchOutcome> launchOnce(uint32_t poison);

 private:
  struct Mismatch {
    CaseFault fault;
    const CaseBuffer* output = nullptr;  // of an element that differs
    CompareResult result;                // there
    bool leftPoison = false;             // its bits are still the poison's
  };
  struct Pass {
    std::optional<Mismatch> mismatch;
    std::vector<uint64_t> checksums;  // of the dense outputs
  };
  Result<Pass> pass(uint32_t poison);
  Status makeReady(uint32_t poison);
  Result<std::optional<CaseFault>> damage();
  Result<bool> gapsIntact(const CaseBuffer& buffer, uint32_t poison);
  Result<std::optional<Mismatch>> compareAll(uint32_t poison);
  Result<std::optional<Mismatch>> compareOne(const CaseBuffer& output, uint32_t poison);
  Result<std::optional<Mismatch>> compareInMemory(const CaseBuffer& output, uint32_t poison);
  Mismatch mismatch(const CaseBuffer& output, const CompareResult& result, uint32_t poison) const;
  Result<std::optional<CaseFault>> ownCheck();
  std::optional<CaseFault> judge(const Pass& first, const Pass& second) const;

  Module& m_module;
  CaseData& m_data;
  Device& m_device;
  const std::vector<BoundLaunch>& m_launches;
  VerifyOptions m_options;
  std::vector<uint64_t> m_checksums;
};

// Restores and sets that a launch sequence needs before it, for timing.
struct LaunchPreparation {
  std::vector<BufferCopy> restores;
  std::vector<BufferSet> sets;       // not timed
  std::vector<BufferSet> timedSets;  // belong to the operator's time
};
LaunchPreparation preparationOf(const CaseData& data);

}  // namespace kw
