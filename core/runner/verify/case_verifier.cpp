// SPDX-License-Identifier: GPL-3.0-or-later
#include "runner/verify/case_verifier.h"

#include <cmath>
#include <utility>

#include "runner/verify/output_errors.h"
#include "runner/verify/row_comparison.h"

namespace kw {

namespace {

// Gaps of larger buffers are not looked at: that goes through our own memory.
constexpr int64_t gapCheckBytes = int64_t{16} << 20;

bool hasPoisonBits(const CaseBuffer& output, uint64_t bits, uint32_t poison) {
  if (!output.isPoisoned()) return false;
  const uint64_t both = uint64_t{poison} << 32 | poison;
  const size_t size = sizeOf(output.type());
  const uint64_t mask = size == 8 ? ~uint64_t{0} : (uint64_t{1} << (8 * size)) - 1;
  return (bits & mask) == (both & mask);
}

}  // namespace

LaunchPreparation preparationOf(const CaseData& data) {
  LaunchPreparation preparation;
  for (const CaseBuffer& buffer : data.buffers()) {
    if (buffer.pristine.exists()) {
      preparation.restores.push_back({.to = buffer.buffer.id(), .from = buffer.pristine.id()});
    }
    if (!buffer.initialWord) continue;
    auto& sets = buffer.argument->initialIsTimed ? preparation.timedSets : preparation.sets;
    sets.push_back({.buffer = buffer.buffer.id(),
                    .pattern = *buffer.initialWord,
                    .bytes = buffer.layout.bytes});
  }
  return preparation;
}

CaseVerifier::CaseVerifier(Module& module, CaseData& data, const std::vector<BoundLaunch>& launches,
                           VerifyOptions options)
    : m_module(module),
      m_data(data),
      m_device(data.device()),
      m_launches(launches),
      m_options(std::move(options)) {}

Result<std::optional<CaseFault>> CaseVerifier::verify() {
  KW_ASSIGN(const Pass first, pass(firstPoison));
  // A fault that has nothing to do with poison needs no second look.
  if (first.mismatch && !first.mismatch->leftPoison) return std::optional(first.mismatch->fault);
  KW_ASSIGN(const Pass second, pass(secondPoison));
  m_checksums = second.checksums;
  return judge(first, second);
}

Result<std::optional<CaseFault>> CaseVerifier::verifyOnce() {
  KW_ASSIGN(Pass only, pass(firstPoison));
  if (only.mismatch) return std::optional(std::move(only.mismatch->fault));
  m_checksums = std::move(only.checksums);
  return std::optional<CaseFault>();
}

Result<bool> CaseVerifier::accepts() {
  KW_ASSIGN(const auto found, compareAll(firstPoison));
  if (found) return false;
  KW_ASSIGN(const auto refused, ownCheck());
  return !refused;
}

Result<std::optional<CaseFault>> CaseVerifier::verifyWithoutAnswers() {
  KW_TRY(m_data.hideAnswers());
  const auto outcome = launchOnce(firstPoison);
  // Whatever came of it: the next candidate is compared with them. A lost device has no next one.
  if (!outcome || !outcome->deviceLost) KW_TRY(m_data.showAnswers());
  if (!outcome) return fail(outcome.error());
  if (!outcome->ok()) return std::optional(launchFault(m_data.scope().name(), *outcome));
  KW_ASSIGN(auto found, compareAll(firstPoison));
  if (found) return std::optional(std::move(found->fault));
  return std::optional<CaseFault>();
}

Result<LaunchOutcome> CaseVerifier::launchUnseen(int times) {
  LaunchOutcome outcome;
  for (int i = 0; i < times && outcome.ok(); ++i) {
    KW_ASSIGN(outcome, launchOnce(secondPoison));
  }
  return outcome;
}

Result<std::vector<ErrorHistogram>> CaseVerifier::errors() {
  std::vector<ErrorHistogram> all;
  for (const CaseBuffer& buffer : m_data.buffers()) {
    const bool hasDistances = buffer.want && isComparedOnDevice(*buffer.comparison);
    if (!hasDistances || buffer.layout.elements == 0) continue;
    KW_ASSIGN(OutputErrors one, outputErrors(m_data, buffer));
    all.push_back(std::move(one.histogram));
  }
  return all;
}

std::optional<CaseFault> CaseVerifier::judge(const Pass& first, const Pass& second) const {
  if (second.mismatch) {
    // Where the first launch was right, its poison happened to be what the oracle wants.
    const bool bothLeft = second.mismatch->leftPoison &&
                          (!first.mismatch || first.mismatch->output == second.mismatch->output);
    if (!bothLeft) return first.mismatch ? first.mismatch->fault : second.mismatch->fault;
    CaseFault fault =
        elementFault(m_data, *second.mismatch->output, "unwritten", second.mismatch->result);
    fault.difference->map = second.mismatch->fault.difference->map;
    return fault;
  }
  if (first.mismatch) return first.mismatch->fault;
  for (size_t i = 0; m_options.deterministic && i < first.checksums.size(); ++i) {
    if (first.checksums[i] != second.checksums[i]) {
      size_t at = 0;
      for (const CaseBuffer& buffer : m_data.buffers()) {
        if (!buffer.argument->isChecked() || !buffer.layout.dense) continue;
        if (at++ == i) return notRepeatableFault(m_data, buffer);
      }
    }
  }
  return std::nullopt;
}

Result<std::optional<CaseFault>> CaseVerifier::verifyAfterTiming() {
  const std::string what = "differs after timed launches";
  for (const bool again : {false, true}) {
    if (again) {
      KW_ASSIGN(const LaunchOutcome outcome, launchOnce(secondPoison));
      if (!outcome.ok()) return std::optional(launchFault(m_data.scope().name(), outcome));
    }
    KW_ASSIGN(auto damaged, damage());
    if (damaged) return damaged;
    KW_ASSIGN(auto found, compareAll(secondPoison));
    if (!found) continue;
    CaseFault fault = std::move(found->fault);
    fault.difference->what = what;
    fault.message += ", after timed launches; before them it was right";
    return std::optional(std::move(fault));
  }
  return std::optional<CaseFault>();
}

Result<LaunchOutcome> CaseVerifier::launchOnce(uint32_t poison) {
  KW_TRY(makeReady(poison));
  return m_device.launch(m_module, m_launches, m_options.deadlineSeconds);
}

Status CaseVerifier::makeReady(uint32_t poison) {
  for (const CaseBuffer& buffer : m_data.buffers()) {
    if (!buffer.isPoisoned()) continue;
    KW_TRY(m_device.set({buffer.buffer.id(), poison, buffer.layout.bytes}));
  }
  const LaunchPreparation preparation = preparationOf(m_data);
  for (const BufferCopy& copy : preparation.restores)
    KW_TRY(m_device.copy(copy.to, copy.from));
  for (const BufferSet& set : preparation.sets)
    KW_TRY(m_device.set(set));
  for (const BufferSet& set : preparation.timedSets)
    KW_TRY(m_device.set(set));
  return {};
}

Result<CaseVerifier::Pass> CaseVerifier::pass(uint32_t poison) {
  Pass result;
  const auto faulty = [&result](CaseFault fault) {
    result.mismatch = Mismatch{.fault = std::move(fault)};
    return result;
  };
  KW_ASSIGN(const LaunchOutcome outcome, launchOnce(poison));
  if (!outcome.ok()) return faulty(launchFault(m_data.scope().name(), outcome));
  KW_ASSIGN(auto damaged, damage());
  if (damaged) return faulty(*std::move(damaged));
  for (const CaseBuffer& buffer : m_data.buffers()) {
    KW_ASSIGN(const bool intact, gapsIntact(buffer, poison));
    if (!intact) return faulty(gapFault(m_data, buffer));
  }
  KW_ASSIGN(result.mismatch, compareAll(poison));
  if (result.mismatch) return result;
  KW_ASSIGN(auto refused, ownCheck());
  if (refused) return faulty(*std::move(refused));
  KW_ASSIGN(result.checksums, outputChecksums());
  return result;
}

// Canaries first: they say more than a changed input next to them.
Result<std::optional<CaseFault>> CaseVerifier::damage() {
  std::optional<CaseFault> fault;
  for (const CaseBuffer& buffer : m_data.buffers()) {
    KW_ASSIGN(const CanaryReport report, m_device.checkCanaries(buffer.buffer.id()));
    if (report.intact) continue;
    KW_TRY(m_device.restoreCanaries(buffer.buffer.id()));
    if (!fault) fault = canaryFault(m_data, buffer, report);
  }
  if (fault) return fault;
  for (const CaseBuffer& buffer : m_data.buffers()) {
    if (buffer.argument->role != Role::input) continue;
    KW_ASSIGN(const uint64_t checksum, m_device.checksum(buffer.buffer.id(), buffer.layout.bytes));
    if (checksum != buffer.checksum) return std::optional(inputFault(m_data, buffer));
  }
  return std::optional<CaseFault>();
}

Result<bool> CaseVerifier::gapsIntact(const CaseBuffer& buffer, uint32_t poison) {
  const bool isWritten = buffer.argument->isChecked() && !buffer.initialWord;
  if (buffer.layout.dense || !isWritten || buffer.layout.bytes > gapCheckBytes) return true;
  if (buffer.pristine.exists() && buffer.argument->role != Role::inout) return true;
  const std::byte before = buffer.isPoisoned() ? static_cast<std::byte>(poison & 0xff) : gapByte;
  std::vector<std::byte> bytes(static_cast<size_t>(buffer.layout.bytes));
  KW_TRY(m_device.download(bytes, buffer.buffer.id(), 0));
  const HostArray elements = gathered(bytes, buffer.type(), buffer.layout);
  return scattered(elements, buffer.layout, before) == bytes;
}

Result<std::optional<CaseVerifier::Mismatch>> CaseVerifier::compareAll(uint32_t poison) {
  for (const CaseBuffer& buffer : m_data.buffers()) {
    if (!buffer.want) continue;
    KW_ASSIGN(auto found, isComparedOnDevice(*buffer.comparison) ? compareOne(buffer, poison)
                                                                 : compareInMemory(buffer, poison));
    if (found) return found;
  }
  return std::optional<Mismatch>();
}

CaseVerifier::Mismatch CaseVerifier::mismatch(const CaseBuffer& output, const CompareResult& result,
                                              uint32_t poison) const {
  const bool isNan = std::isnan(result.got) && !std::isnan(result.want);
  return {.fault = elementFault(m_data, output, isNan ? "not a number" : "differs", result),
          .output = &output,
          .result = result,
          .leftPoison = hasPoisonBits(output, result.gotBits, poison)};
}

Result<std::optional<CaseVerifier::Mismatch>> CaseVerifier::compareOne(const CaseBuffer& output,
                                                                       uint32_t poison) {
  if (output.layout.elements == 0) return std::optional<Mismatch>();
  KW_ASSIGN(const CompareResult result, m_device.compare(comparePlanOf(output)));
  if (result.different == 0) return std::optional<Mismatch>();
  Mismatch found = mismatch(output, result, poison);
  KW_ASSIGN(OutputErrors errors, outputErrors(m_data, output));
  found.fault.difference->map = std::move(errors.map);
  found.fault.errors.push_back(std::move(errors.histogram));
  return std::optional(std::move(found));
}

Result<std::optional<CaseVerifier::Mismatch>> CaseVerifier::compareInMemory(
    const CaseBuffer& output, uint32_t poison) {
  const Comparison& comparison = *output.comparison;
  const Tolerance tolerance{comparison.relative, comparison.rms * output.want->rms};
  KW_ASSIGN(const HostArray got, m_data.download(output));
  if (comparison.kind == Comparison::Kind::set) {
    const CompareResult result = compareSets(got, *output.want->host, tolerance);
    if (result.different == 0) return std::optional<Mismatch>();
    return std::optional(mismatch(output, result, poison));
  }
  const CaseBuffer* indices = m_data.find(comparison.indices);
  const CaseBuffer* source = m_data.find(comparison.source);
  if (indices == nullptr || source == nullptr) {
    return failInput("the top-k of " + output.argument->name + " names indices \"" +
                     comparison.indices + "\" and source \"" + comparison.source +
                     "\", of which at least one is no argument");
  }
  KW_ASSIGN(const HostArray indexValues, m_data.download(*indices));
  KW_ASSIGN(const HostArray sourceValues, m_data.download(*source));
  KW_ASSIGN(const TopKResult result,
            compareTopK(got, *output.want->host, indexValues, sourceValues, tolerance));
  if (result.values.different > 0) return std::optional(mismatch(output, result.values, poison));
  if (result.indices.different == 0) return std::optional<Mismatch>();
  return std::optional(
      Mismatch{.fault = indexFault(m_data, *indices, result.indices, result.fault),
               .output = indices,
               .result = result.indices,
               .leftPoison = hasPoisonBits(*indices, result.indices.gotBits, poison)});
}

Result<std::optional<CaseFault>> CaseVerifier::ownCheck() {
  if (!m_options.check) return std::optional<CaseFault>();
  Arrays got;
  for (const CaseBuffer& buffer : m_data.buffers()) {
    if (!buffer.argument->isChecked()) continue;
    KW_ASSIGN(got[buffer.argument->name], m_data.download(buffer));
  }
  KW_ASSIGN(const auto refused, m_options.check(got));
  if (!refused) return std::optional<CaseFault>();
  return std::optional(checkFault(m_data, *refused));
}

Result<std::vector<uint64_t>> CaseVerifier::outputChecksums() {
  std::vector<uint64_t> checksums;
  for (const CaseBuffer& buffer : m_data.buffers()) {
    if (!buffer.argument->isChecked() || !buffer.layout.dense) continue;
    KW_ASSIGN(const uint64_t checksum, m_device.checksum(buffer.buffer.id(), buffer.layout.bytes));
    checksums.push_back(checksum);
  }
  return checksums;
}

}  // namespace kw
