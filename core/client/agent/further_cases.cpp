// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/agent/further_cases.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <utility>

#include "base/json/text.h"
#include "model/formats/wording.h"

namespace kw {

namespace {

// Candidate, source and oracle each have buffers of their own, with room around them.
constexpr int64_t partOfMemory = 8;
// What a language model is told of a verdict's details.
constexpr size_t longestDetail = 1000;

std::string caseNameOf(const TestCase& test) {
  return "further " + test.name;
}

// Bounds of integers are whole; a number that is none is the reply's fault, and found as one.
json::Value numberValue(double value) {
  constexpr double largest = 9.0e15;
  if (std::abs(value) < largest && value == std::floor(value)) return static_cast<int64_t>(value);
  return value;
}

json::Value fillValue(const TestFill& fill) {
  json::Value value = json::Value::object({});
  if (fill.kind == "special")
    value.set("special", true);
  else if (fill.kind == "constant")
    value.set("constant", numberValue(fill.first));
  else
    value.set(fill.kind, json::Value::array({numberValue(fill.first), numberValue(fill.second)}));
  return value;
}

json::Value caseValue(const TestCase& test) {
  json::Value sizes = json::Value::object({});
  for (const auto& [name, value] : test.sizes)
    sizes.set(name, value);
  json::Value one = json::Value::object(
      {{"name", caseNameOf(test)}, {"role", "correctness"}, {"sizes", std::move(sizes)}});
  json::Value fills = json::Value::object({});
  for (const TestFill& fill : test.inputs)
    fills.set(fill.argument, fillValue(fill));
  if (!test.inputs.empty()) one.set("fill", std::move(fills));
  return one;
}

std::string describe(const TestCase& test) {
  std::string text = "the further case " + test.name + " (";
  for (const auto& [name, value] : test.sizes)
    text += (text.ends_with('(') ? "" : ", ") + name + "=" + std::to_string(value);
  for (const TestFill& fill : test.inputs)
    text += ", " + fill.argument + ": " + json::writeLine(fillValue(fill));
  return text + ")";
}

class Trying {
 public:
  Trying(const MeasuringOptions& options, const LoadedProblem& problem,
         const MeasuredProblem& measured, const Evaluation& best, uint64_t seed, Session& session,
         const std::function<void(const std::string&)>& note, std::stop_token stop)
      : m_options(options),
        m_problem(problem),
        m_measured(measured),
        m_best(best),
        m_seed(seed),
        m_session(session),
        m_note(note),
        m_stop(std::move(stop)) {}

  Result<FurtherFindings> run(const std::vector<TestCase>& tests) {
    for (const TestCase& test : tests) {
      KW_TRY(attempt(test));
      if (!m_findings.fault.empty()) break;
    }
    return std::move(m_findings);
  }

 private:
  void drop(const TestCase& test, const std::string& why) {
    m_findings.remarks.push_back("left out " + describe(test) + ": " + why);
    if (m_note) m_note("Leaving out " + describe(test) + ": " + why);
  }

  // Only being stopped is an error: whatever else is wrong with a case is a reason to leave it out.
  Status attempt(const TestCase& test) {
    const auto problem = withCase(m_problem, test);
    if (!problem) return drop(test, problem.error().text()), Status();
    if (const std::string why = faultOfSize(*problem, test, m_measured.device); !why.empty())
      return drop(test, why), Status();
    if (m_note) m_note("Trying " + describe(test));
    auto engine = Engine::open(m_options.choice, *problem, m_seed, {}, m_stop);
    if (!engine) return leftOut(test, engine.error());
    const Candidate source{false, m_problem.sourceHash, {}};
    const auto known = evaluate(**engine, test, source);
    if (!known) return leftOut(test, known.error());
    if (!known->verdict.ok())
      return drop(test, "the source kernel itself: " + verdictText(known->verdict)), Status();
    const auto seen = evaluate(**engine, test, m_best.candidate);
    if (!seen) return leftOut(test, seen.error());
    judge(test, seen->verdict);
    return {};
  }

  Status leftOut(const TestCase& test, const Error& error) {
    if (error.kind == ErrorKind::cancelled) return fail(error);
    drop(test, error.text());
    return {};
  }

  Result<Evaluation> evaluate(Engine& engine, const TestCase& test, const Candidate& candidate) {
    Scrutiny scrutiny;
    scrutiny.depth = candidate.isTemplate ? Depth::full : Depth::quick;
    scrutiny.onlyCases = {caseNameOf(test)};
    return engine.evaluate(candidate, defaultProtocol(engine.device()), nullptr, m_stop, scrutiny);
  }

  void judge(const TestCase& test, const Verdict& verdict) {
    if (verdict.ok())
      m_findings.remarks.push_back("right on " + describe(test));
    else if (isFault(verdict.kind))
      putOut(test, verdict);
    else
      drop(test, verdictText(verdict));
  }

  void putOut(const TestCase& test, const Verdict& verdict) {
    const std::string where = "on " + describe(test) + ": " + verdictText(verdict);
    m_findings.remarks.push_back("wrong " + where);
    m_findings.fault = "With " + configurationText(m_best.candidate.configuration) + ", " + where +
                       "\n" + verdict.detail.substr(0, longestDetail);
    Evaluation out = m_best;
    out.protocol = finalProtocol(m_measured.device).text();
    out.key += " on further cases";
    out.verdict = verdict;
    out.verdict.message = verdict.message + " (" + describe(test) + ")";
    out.measurements.clear();
    out.geomean = 0;
    m_session.storeEvaluation(0, out, {});
  }

  const MeasuringOptions& m_options;
  const LoadedProblem& m_problem;
  const MeasuredProblem& m_measured;
  const Evaluation& m_best;
  uint64_t m_seed;
  Session& m_session;
  const std::function<void(const std::string&)>& m_note;
  std::stop_token m_stop;
  FurtherFindings m_findings;
};

}  // namespace

Result<LoadedProblem> withCase(const LoadedProblem& problem, const TestCase& test) {
  std::vector<ProblemPart> parts = problem.parts;
  const auto found = std::ranges::find(parts, "problem.json", &ProblemPart::path);
  if (found == parts.end()) return failInput("the problem has no problem.json");
  KW_ASSIGN(json::Value root, json::parse(found->content));
  json::Array cases = root["cases"].asArray();
  cases.push_back(caseValue(test));
  root.set("cases", std::move(cases));
  found->content = json::writePretty(root);
  return problemFromParts(std::move(parts), "with " + describe(test));
}

std::string faultOfSize(const LoadedProblem& withCase, const TestCase& test,
                        const DeviceInfo& device) {
  const auto memory = device.limits.find("memory_bytes");
  if (memory == device.limits.end()) return {};
  int64_t bytes = 0;
  for (const Argument& argument : withCase.problem.arguments) {
    if (!argument.isBuffer()) continue;
    const auto layout = layoutOf(argument, lookupFor(test.sizes, {}, {}));
    if (!layout) return layout.error().text();
    if (__builtin_add_overflow(bytes, layout->bytes, &bytes)) bytes = memory->second;
  }
  if (bytes <= memory->second / partOfMemory) return {};
  return "its buffers hold " + numberText(static_cast<double>(bytes)) +
         " bytes, and the device has " + numberText(static_cast<double>(memory->second));
}

Result<FurtherFindings> tryFurtherCases(const MeasuringOptions& options,
                                        const LoadedProblem& problem,
                                        const MeasuredProblem& measured, const TestCases& tests,
                                        Session& session,
                                        const std::function<void(const std::string&)>& note,
                                        std::stop_token stop) {
  const Evaluation* best = measured.standing.bestEvaluation();
  if (!best || !best->candidate.isTemplate) return FurtherFindings();
  return Trying(options, problem, measured, *best, static_cast<uint64_t>(tests.seed), session, note,
                std::move(stop))
      .run(tests.cases);
}

}  // namespace kw
