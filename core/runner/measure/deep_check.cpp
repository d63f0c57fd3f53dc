// SPDX-License-Identifier: GPL-3.0-or-later
#include "runner/measure/deep_check.h"

#include <algorithm>
#include <chrono>
#include <utility>

#include "runner/device/generator.h"
#include "runner/measure/unusual_runs.h"

namespace kw {

namespace {

using Checksums = std::vector<uint64_t>;

bool statesNan(const CaseScope& scope) {
  return std::ranges::any_of(scope.problem().arguments, [&](const Argument& argument) {
    return argument.isChecked() && scope.comparison(argument).nan == Comparison::Special::match;
  });
}

int64_t elementsOf(const CaseData& data) {
  int64_t elements = 0;
  for (const CaseBuffer& buffer : data.buffers())
    elements += buffer.layout.elements;
  return elements;
}

bool anyChanges(const CaseScope& scope, const InputVariant& variant) {
  return std::ranges::any_of(scope.problem().arguments, [&](const Argument& argument) {
    const bool isFilled = argument.role == Role::input || argument.role == Role::inout;
    return isFilled && changes(variant, scope.fill(argument).kind);
  });
}

bool isMismatch(const CaseFault& fault) {
  return fault.kind == VerdictKind::wrong && fault.difference &&
         (fault.difference->what == "differs" || fault.difference->what == "not a number");
}

}  // namespace

// Bytes of wanted values up to which depth full takes them away: there and back takes a moment.
constexpr int64_t mostHiddenInFull = int64_t{1} << 26;

struct DeepCheck::Effort {
  int repeats;
  int mostUnseen;          // launches between two that are looked at
  double seconds;          // after which no further repeat of a case begins
  int64_t allInputs;       // elements of inputs and outputs up to which all distributions are tried
  int64_t pythonElements;  // up to which Python judges them, in place of the source kernel
  int64_t slowElements;    // up to which it is launched in ways that are slow: see UnusualRuns
};
const DeepCheck::Effort DeepCheck::fullEffort{5, 3, 1.0, int64_t{1} << 19, int64_t{1} << 19, 0};
const DeepCheck::Effort DeepCheck::thoroughEffort{
    20, 7, 2.0, int64_t{1} << 22, int64_t{1} << 22, int64_t{1} << 17};
const DeepCheck::Effort DeepCheck::endlessEffort{
    20, 7, 120.0, int64_t{1} << 62, int64_t{1} << 62, int64_t{1} << 62};

const DeepCheck::Effort& DeepCheck::effortOf(Depth depth, const Scrutiny& scrutiny) {
  if (depth != Depth::thorough) return fullEffort;
  return scrutiny.sparesNoTime ? endlessEffort : thoroughEffort;
}

// One case of one candidate.
class DeepCheck::OneCase {
 public:
  OneCase(DeepCheck& all, UnusualRuns& unusual, const CheckedCandidate& checked,
          const CasePlan& plan, Depth depth, const Scrutiny& scrutiny, std::stop_token stop)
      : m_all(all),
        m_unusual(unusual),
        m_parts(all.m_parts),
        m_checked(checked),
        m_plan(plan),
        m_effort(effortOf(depth, scrutiny)),
        m_isThorough(depth == Depth::thorough),
        m_seed(scrutiny.seed),
        m_random(scrutiny.seed ^ std::hash<std::string>{}(plan.open->name())),
        m_stop(std::move(stop)) {}

  Result<std::optional<CaseFault>> run(DeepFindings& findings);

 private:
  using Fault = std::optional<CaseFault>;
  struct Filling {
    InputVariant variant;
    uint64_t seed = 0;
  };
  Result<std::unique_ptr<CaseRun>> begin(Module& module, const CasePlan& plan) const {
    return CaseRun::begin(m_parts.device, module, plan, m_checked.candidate, m_parts.keepScratch);
  }
  Result<Fault> repeats(DeepFindings& findings);
  Result<Fault> afterUnseen(CaseVerifier& verifier, const Checksums& before, int launches);
  Result<Fault> comesAndGoes(CaseVerifier& verifier, CaseFault fault, int launches);
  Result<Fault> withoutAnswers(DeepFindings& findings);
  Result<Fault> otherInputs(DeepFindings& findings);
  Result<Fault> guarded(Guard guard, DeepFindings& findings);
  Result<Fault> unusual(DeepFindings& findings);
  Result<Fault> onInputs(TwinCase& twin, const Filling& filling, DeepFindings& findings);
  Result<Fault> explained(const CasePlan& plan, CaseFault fault, bool same);
  // A freshly loaded copy of the candidate: whether it is right on what the case holds now.
  Result<bool> freshIsRight(const CasePlan& plan);
  std::vector<Filling> fillings() const;
  uint64_t seedOf(Distribution distribution) const {
    return generator::mixed(m_seed, static_cast<uint64_t>(distribution) + 1) | 1;
  }
  CasePlan planOf(const TwinCase& twin) const { return {&twin.open(), m_plan.launches}; }
  void note(DeepFindings& findings, const std::string& what) const {
    findings.unchecked.push_back("case " + m_plan.open->name() + ": " + what);
  }

  DeepCheck& m_all;
  UnusualRuns& m_unusual;
  const TwinParts& m_parts;
  const CheckedCandidate& m_checked;
  const CasePlan& m_plan;
  const Effort& m_effort;
  bool m_isThorough;
  uint64_t m_seed;
  std::mt19937_64 m_random;
  std::stop_token m_stop;
  std::vector<Checksums> m_seen;  // of outputs on other inputs, each right there
};

Result<std::optional<CaseFault>> DeepCheck::OneCase::run(DeepFindings& findings) {
  KW_ASSIGN(Fault fault, repeats(findings));
  if (!fault) {
    KW_ASSIGN(fault, withoutAnswers(findings));
  }
  if (!fault) {
    KW_ASSIGN(fault, otherInputs(findings));
  }
  if (!fault && m_isThorough && !m_parts.device.hasGuards())
    note(findings, "this device has no guards beside buffers");
  for (const Guard guard : {Guard::before, Guard::behind}) {
    if (fault || !m_isThorough || !m_parts.device.hasGuards()) break;
    KW_ASSIGN(fault, guarded(guard, findings));
  }
  return fault || !m_isThorough ? std::move(fault) : unusual(findings);
}

// --- repeats

Result<std::optional<CaseFault>> DeepCheck::OneCase::repeats(DeepFindings& findings) {
  m_checked.phase("checking " + m_plan.open->name() + ", repeats");
  const auto begun = std::chrono::steady_clock::now();
  const auto seconds = [&] {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - begun).count();
  };
  KW_ASSIGN(const auto run, begin(m_checked.module, m_plan));
  CaseVerifier verifier = run->verifier(m_checked.options(m_plan));
  KW_ASSIGN(Fault fault, verifier.verifyOnce());
  if (fault) return comesAndGoes(verifier, *std::move(fault), 0);
  m_seen.push_back(verifier.checksums());
  KW_ASSIGN(auto errors, verifier.errors());
  std::move(errors.begin(), errors.end(), std::back_inserter(findings.errors));
  int launches = 1;
  for (int i = 1; i < m_effort.repeats && (i < 2 || seconds() < m_effort.seconds); ++i) {
    if (m_stop.stop_requested()) return failCancelled();
    const int unseen =
        static_cast<int>(m_random() % static_cast<uint64_t>(m_effort.mostUnseen + 1));
    KW_ASSIGN(const LaunchOutcome outcome, verifier.launchUnseen(unseen));
    if (!outcome.ok()) return Fault(launchFault(m_plan.open->name(), outcome));
    launches += unseen + 1;
    KW_ASSIGN(fault, afterUnseen(verifier, m_seen.front(), launches));
    if (fault) return fault;
  }
  return Fault();
}

Result<std::optional<CaseFault>> DeepCheck::OneCase::afterUnseen(CaseVerifier& verifier,
                                                                 const Checksums& before,
                                                                 int launches) {
  KW_ASSIGN(Fault fault, verifier.verifyOnce());
  if (fault) return comesAndGoes(verifier, *std::move(fault), launches);
  if (!m_parts.problem.problem.deterministic || verifier.checksums() == before) return Fault();
  size_t at = 0;
  for (const CaseBuffer& buffer : m_plan.open->data().buffers()) {
    if (!buffer.argument->isChecked() || !buffer.layout.dense) continue;
    if (verifier.checksums()[at] != before[at])
      return Fault(notRepeatableFault(m_plan.open->data(), buffer));
    ++at;
  }
  return Fault();
}

// Wrong after it was right on the same inputs: is it a race, or does the number of launches count?
Result<std::optional<CaseFault>> DeepCheck::OneCase::comesAndGoes(CaseVerifier& verifier,
                                                                  CaseFault fault, int launches) {
  if (!isMismatch(fault)) return Fault(std::move(fault));
  KW_ASSIGN(const Fault again, verifier.verifyOnce());
  if (!again) {
    fault.difference->what = "not repeatable";
    fault.message += "; other launches on the same inputs are right";
    return Fault(std::move(fault));
  }
  KW_ASSIGN(const bool fresh, freshIsRight(m_plan));
  if (fresh) {
    fault.difference->what = "depends on earlier launches";
    fault.message += "; it was right before, and a freshly loaded copy is right (found " +
                     std::to_string(launches) + " launches after timing)";
  }
  return Fault(std::move(fault));
}

Result<bool> DeepCheck::OneCase::freshIsRight(const CasePlan& plan) {
  KW_ASSIGN(Device::Loaded loaded, m_parts.device.load(m_checked.compiled.artefact));
  if (!loaded.outcome.ok()) return false;
  KW_ASSIGN(const auto run, begin(*loaded.module, plan));
  KW_ASSIGN(const Fault fault, run->verifier(m_checked.options(plan)).verifyOnce());
  return !fault;
}

// --- answers that are not there

// A candidate that looks around in the device's memory may find what it is compared with. A fresh
// copy of it, since the one that ran before may have kept what it found. On a CPU the answers are
// in another process anyway.
Result<std::optional<CaseFault>> DeepCheck::OneCase::withoutAnswers(DeepFindings& findings) {
  CaseData& data = m_plan.open->data();
  if (m_parts.device.info().isHost() || data.answerBytes() == 0) return Fault();
  if (!m_isThorough && data.answerBytes() > mostHiddenInFull) return Fault();
  m_checked.phase("checking " + m_plan.open->name() + ", answers taken away");
  KW_ASSIGN(Device::Loaded loaded, m_parts.device.load(m_checked.compiled.artefact));
  if (!loaded.outcome.ok()) {
    note(findings, "no fresh copy could be loaded to run without answers nearby");
    return Fault();
  }
  KW_ASSIGN(const auto run, begin(*loaded.module, m_plan));
  KW_ASSIGN(Fault fault, run->verifier(m_checked.options(m_plan)).verifyWithoutAnswers());
  if (!fault || !fault->difference) return fault;
  KW_ASSIGN(const bool fresh, freshIsRight(m_plan));
  if (!fresh) return fault;
  fault->difference->what = "reads the answers";
  fault->message +=
      ", with the oracle's answers out of the device's memory; it is right while they are there";
  return fault;
}

// --- other inputs

// Large cases get the device's own generator twice: others are made on the CPU, which takes long.
std::vector<DeepCheck::OneCase::Filling> DeepCheck::OneCase::fillings() const {
  const CaseScope& scope = m_plan.open->scope();
  const Filling own{{}, seedOf(Distribution::own)};
  if (elementsOf(m_plan.open->data()) > m_effort.allInputs) return {own, {{}, own.seed + 2}};
  std::vector<Filling> all;
  for (const Distribution distribution : allDistributions) {
    const InputVariant variant{distribution, statesNan(scope)};
    if (distribution == Distribution::own || anyChanges(scope, variant))
      all.push_back({variant, seedOf(distribution)});
  }
  return all;
}

Result<std::optional<CaseFault>> DeepCheck::OneCase::otherInputs(DeepFindings& findings) {
  const bool bySource = elementsOf(m_plan.open->data()) > m_effort.pythonElements;
  KW_ASSIGN(const TwinCase::Made made,
            TwinCase::make(m_parts, m_plan.open->which(), bySource, Guard::none));
  if (!made.twin) {
    note(findings, "no other inputs were tried: " + made.reason);
    return Fault();
  }
  if (m_isThorough && elementsOf(m_plan.open->data()) > m_effort.allInputs)
    note(findings, "large: the problem's own distribution of inputs only");
  for (const Filling& filling : fillings()) {
    if (m_stop.stop_requested()) return failCancelled();
    KW_ASSIGN(Fault fault, onInputs(*made.twin, filling, findings));
    if (fault) return fault;
  }
  return Fault();
}

Result<std::optional<CaseFault>> DeepCheck::OneCase::onInputs(TwinCase& twin,
                                                              const Filling& filling,
                                                              DeepFindings& findings) {
  const auto& [variant, seed] = filling;
  m_checked.phase("checking " + m_plan.open->name() + ", inputs " +
                  std::string(name(variant.distribution)));
  const Inputs inputs{m_plan.open->name(), variant.distribution, seed};
  const auto known = m_all.m_known.find(inputs);
  std::string reason;
  if (known != m_all.m_known.end() && !known->second.empty()) {
    reason = known->second;
  } else {
    KW_ASSIGN(reason, twin.refill(seed, variant, known != m_all.m_known.end(), m_stop));
    m_all.m_known[inputs] = reason;
  }
  if (!reason.empty()) {
    note(findings,
         "inputs \"" + std::string(name(variant.distribution)) + "\" judge nobody: " + reason);
    return Fault();
  }
  const CasePlan plan = planOf(twin);
  KW_ASSIGN(const auto run, begin(m_checked.module, plan));
  CaseVerifier verifier = run->verifier(m_checked.options(plan));
  KW_ASSIGN(Fault fault, verifier.verifyOnce());
  if (!fault) {
    m_seen.push_back(verifier.checksums());
    return fault;
  }
  if (fault->difference) fault->difference->inputs = name(variant.distribution);
  if (!isMismatch(*fault)) return fault;
  KW_ASSIGN(const Checksums now, verifier.outputChecksums());
  const bool same = !now.empty() && std::ranges::find(m_seen, now) != m_seen.end();
  return explained(plan, *std::move(fault), same);
}

// `same`: the outputs are bytewise what they were on other inputs.
Result<std::optional<CaseFault>> DeepCheck::OneCase::explained(const CasePlan& plan,
                                                               CaseFault fault, bool same) {
  KW_ASSIGN(const bool fresh, freshIsRight(plan));
  Difference& difference = *fault.difference;
  fault.message += ", on other inputs (" + difference.inputs + ")";
  if (fresh) {
    difference.what = same ? "keeps results" : "depends on earlier launches";
    fault.message += same ? "; it gives what it gave for earlier inputs, and a freshly loaded copy "
                            "is right"
                          : "; a freshly loaded copy is right";
  } else if (same) {
    difference.what = "ignores its input";
    fault.message += "; it gives the same whatever the inputs are";
  }
  return Fault(std::move(fault));
}

// --- guards

Result<std::optional<CaseFault>> DeepCheck::OneCase::guarded(Guard guard, DeepFindings& findings) {
  m_checked.phase("checking " + m_plan.open->name() + ", guards");
  KW_ASSIGN(const TwinCase::Made made, TwinCase::make(m_parts, m_plan.open->which(), false, guard));
  if (!made.twin) {
    note(findings, "no guards were tried: " + made.reason);
    return Fault();
  }
  KW_ASSIGN(const std::string reason,
            made.twin->refill(seedOf(Distribution::own), {}, true, m_stop));
  if (!reason.empty()) {
    note(findings, "no guards were tried: " + reason);
    return Fault();
  }
  const CasePlan plan = planOf(*made.twin);
  KW_ASSIGN(const auto run, begin(m_checked.module, plan));
  KW_ASSIGN(Fault fault, run->verifier(m_checked.options(plan)).verifyOnce());
  if (fault && fault->kind == VerdictKind::crashed)
    fault->message +=
        std::string("; it reads or writes ") +
        (guard == Guard::before ? "before a buffer's begin" : "behind a buffer's end") +
        ", where unmapped memory was put";
  return fault;
}

// --- orders, sanitizers

Result<std::optional<CaseFault>> DeepCheck::OneCase::unusual(DeepFindings& findings) {
  const bool hasOrders = m_parts.device.hasThreadOrders();
  if (!hasOrders && !m_checked.compiled.sanitized) return Fault();
  if (elementsOf(m_plan.open->data()) > m_effort.slowElements) {
    note(findings, "large: no other orders of threads, no sanitizers");
    return Fault();
  }
  UnusualRuns::Finding found;
  if (hasOrders) {
    m_checked.phase("checking " + m_plan.open->name() + ", orders of threads");
    KW_ASSIGN(found, m_unusual.inOtherOrders(m_plan, m_seen.front(), m_effort.seconds, m_stop));
    if (!found.unchecked.empty()) note(findings, found.unchecked);
    if (found.fault) return std::move(found.fault);
  }
  m_checked.phase("checking " + m_plan.open->name() + ", sanitizers");
  KW_ASSIGN(found, m_unusual.withSanitizers(m_plan));
  if (!found.unchecked.empty()) note(findings, found.unchecked);
  return std::move(found.fault);
}

Result<DeepFindings> DeepCheck::run(const CheckedCandidate& checked, Depth depth,
                                    const Scrutiny& scrutiny, std::stop_token stop) {
  DeepFindings findings;
  UnusualRuns unusual(m_parts, checked, scrutiny.seed);
  if (depth == Depth::thorough && !checked.compiled.unsanitized.empty())
    findings.unchecked.push_back("no sanitizers were tried: " + checked.compiled.unsanitized);
  for (const CasePlan& plan : checked.plan.cases) {
    if (stop.stop_requested()) return failCancelled();
    OneCase one(*this, unusual, checked, plan, depth, scrutiny, stop);
    KW_ASSIGN(findings.fault, one.run(findings));
    if (findings.fault) break;
  }
  return findings;
}

}  // namespace kw
