// SPDX-License-Identifier: GPL-3.0-or-later
#include "runner/measure/answer_source.h"

#include <utility>
#include <vector>

#include "runner/oracle/stored_answers.h"

namespace kw {

namespace {

// Every output needs a wanted value, unless check() judges what oracle.py left out.
Status checkComplete(const OracleQuestion& question, const Arrays& answers, bool hasCheck) {
  for (const OracleQuestion::Output& output : question.outputs) {
    if (hasCheck || answers.contains(output.name)) continue;
    return failInput(
        "case " + question.caseName + ": the oracle says nothing of output " + output.name, {},
        "add it to \"stored\", or give the oracle a \"python\" file");
  }
  return {};
}

}  // namespace

AnswerSource::AnswerSource(const LoadedProblem& problem, const OracleLimits& limits,
                           bool consentToNoSandbox)
    : m_problem(problem) {
  const std::string& file = problem.problem.oracle.python;
  if (file.empty()) return;
  std::vector<std::filesystem::path> modules;
  for (const std::string& module : problem.problem.oracle.modules)
    modules.push_back(problem.folder / module);
  m_python.emplace(problem.folder / file, std::move(modules), limits, consentToNoSandbox);
}

Judge AnswerSource::judgeOf(const CaseData& data) const {
  const Oracle& oracle = m_problem.problem.oracle;
  if (!oracle.stored.empty()) return Judge::stored;
  const bool isSmall = data.outputElements() <= oracle.pythonElements;
  return m_python && isSmall ? Judge::python : Judge::trusted;
}

Status AnswerSource::answer(CaseData& data, const OracleQuestion& question, CaseInputs& inputs,
                            Judge judge, std::stop_token stop) {
  Arrays answers;
  if (judge == Judge::stored) {
    KW_ASSIGN(answers, storedAnswers(m_problem.problem.oracle, m_problem.folder, question));
  }
  if (m_python && answers.size() < question.outputs.size()) {
    KW_ASSIGN(Arrays computed, m_python->reference(question, inputs, stop));
    answers.merge(computed);
  }
  KW_TRY(checkComplete(question, answers, hasCheck()));
  return data.setAnswers(answers);
}

Result<HostArray> AnswerSource::fill(const std::string& function, const Filled& filled,
                                     const CaseScope& scope, std::stop_token stop) {
  if (!m_python) {
    return failInput("fill of " + filled.name + ", case " + scope.name() + ": function " +
                         function + " needs an oracle.py, and the problem has none",
                     {}, "name it under \"oracle\": {\"python\": …}");
  }
  return m_python->fill(function, filled, scope, stop);
}

Result<std::optional<std::string>> AnswerSource::check(const OracleQuestion& question,
                                                       CaseInputs& inputs, const Arrays& got,
                                                       std::stop_token stop) {
  KW_ASSIGN(const PythonOracle::Checked checked, m_python->check(question, inputs, got, stop));
  if (checked.right) return std::optional<std::string>();
  return std::optional<std::string>(checked.why);
}

}  // namespace kw
