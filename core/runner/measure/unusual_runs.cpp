// SPDX-License-Identifier: GPL-3.0-or-later
#include "runner/measure/unusual_runs.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <utility>

#include "base/result/message.h"
#include "runner/device/generator.h"

namespace kw {

namespace {

// One thread of the processor runs all blocks then, and checks take their time.
constexpr double slowness = 10;
constexpr double mostSeconds = 15;

constexpr uint64_t reverse = 1;

std::string nameOf(uint64_t order) {
  return order == reverse ? "the reverse" : "shuffled by seed " + std::to_string(order);
}

const CaseBuffer* firstDifferent(const CaseData& data, const std::vector<uint64_t>& before,
                                 const std::vector<uint64_t>& now) {
  size_t at = 0;
  for (const CaseBuffer& buffer : data.buffers()) {
    if (!buffer.argument->isChecked() || !buffer.layout.dense) continue;
    if (before[at] != now[at]) return &buffer;
    ++at;
  }
  return nullptr;
}

}  // namespace

VerifyOptions UnusualRuns::patientOptions(const CasePlan& plan) const {
  VerifyOptions options = m_checked.options(plan);
  options.deadlineSeconds = patientSeconds(options.deadlineSeconds);
  return options;
}

double UnusualRuns::patientSeconds(double usualSeconds) {
  return std::min(usualSeconds * slowness, mostSeconds);
}

// --- orders

// A copy of its own, whose variables hold what they hold before any launch: earlier launches may
// have left there what a block should have waited for.
Result<UnusualRuns::Finding> UnusualRuns::inOrder(const CasePlan& plan, uint64_t order,
                                                  const std::vector<uint64_t>& before) const {
  KW_ASSIGN(const Device::Loaded loaded, m_parts.device.load(m_checked.compiled.artefact));
  if (!loaded.outcome.ok())
    return Finding{{},
                   "orders of threads: no fresh copy could be loaded: " + loaded.outcome.message};
  m_parts.device.setThreadOrder(*loaded.module, order);
  KW_ASSIGN(const auto run, CaseRun::begin(m_parts.device, *loaded.module, plan,
                                           m_checked.candidate, m_parts.keepScratch));
  CaseVerifier verifier = run->verifier(patientOptions(plan));
  KW_ASSIGN(std::optional<CaseFault> fault, verifier.verifyOnce());
  if (!fault && m_parts.problem.problem.deterministic && verifier.checksums() != before)
    if (const CaseBuffer* output = firstDifferent(plan.open->data(), before, verifier.checksums()))
      fault = notRepeatableFault(plan.open->data(), *output);
  if (!fault) return Finding{};
  const std::string name = nameOf(order);
  // Blocks may wait for others that run at the same time, which they do not in this order.
  if (fault->kind == VerdictKind::hung || fault->killed)
    return Finding{{}, "orders of threads: in another one (" + name + ") it " + fault->message};
  if (fault->difference) fault->difference->what = "depends on the order of threads";
  fault->message +=
      "; it is right in the device's own order of blocks and threads, and this was "
      "another (" +
      name + ")";
  return Finding{std::move(fault), {}};
}

Result<UnusualRuns::Finding> UnusualRuns::inOtherOrders(const CasePlan& plan,
                                                        const std::vector<uint64_t>& before,
                                                        double seconds, std::stop_token stop) {
  const auto begun = std::chrono::steady_clock::now();
  std::array<uint64_t, 4> orders = {reverse};
  for (size_t i = 1; i < orders.size(); ++i)  // even, so neither the own order nor the reverse
    orders[i] = (generator::mixed(m_seed, 100 + i) >> 11 | 1) << 1;
  for (size_t i = 0; i < orders.size(); ++i) {
    if (stop.stop_requested()) return failCancelled();
    const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - begun;
    if (i > 0 && elapsed.count() > seconds)
      return Finding{{}, "slow: " + counted(i, "other order") + " of threads only"};
    KW_ASSIGN(Finding found, inOrder(plan, orders[i], before));
    if (found.fault || !found.unchecked.empty()) return found;
  }
  return Finding{};
}

// --- sanitizers

Result<UnusualRuns::Finding> UnusualRuns::withSanitizers(const CasePlan& plan) {
  if (!m_checked.compiled.sanitized) return Finding{};
  if (!m_sanitized && m_notLoaded.empty()) {
    KW_ASSIGN(Device::Loaded loaded, m_parts.device.load(*m_checked.compiled.sanitized));
    m_sanitized = std::move(loaded.module);
    if (!loaded.outcome.ok()) m_notLoaded = "it cannot be loaded: " + loaded.outcome.message;
  }
  if (!m_sanitized) return Finding{{}, "sanitizers: " + m_notLoaded};
  KW_ASSIGN(const auto run, CaseRun::begin(m_parts.device, *m_sanitized, plan, m_checked.candidate,
                                           m_parts.keepScratch));
  KW_ASSIGN(const LaunchOutcome outcome,
            run->verifier(patientOptions(plan)).launchOnce(firstPoison));
  if (outcome.ok()) return Finding{};
  if (outcome.kind != LaunchOutcome::Kind::crashed || outcome.killed)
    return Finding{{}, "sanitizers: it " + outcome.message};
  CaseFault fault;
  fault.kind = VerdictKind::wrong;
  fault.message = "case " + plan.open->name() + ", built with sanitizers: " + outcome.message;
  fault.mayHaveDamaged = true;
  return Finding{std::move(fault), {}};
}

}  // namespace kw
