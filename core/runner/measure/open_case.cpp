// SPDX-License-Identifier: GPL-3.0-or-later
#include "runner/measure/open_case.h"

#include <utility>

namespace kw {

namespace {

std::string strengthOf(Judge judge) {
  switch (judge) {
    case Judge::stored:
      return "stored arrays";
    case Judge::python:
      return "independent (NumPy)";
    case Judge::trusted:
      break;
  }
  return "the source itself (nothing independent)";
}

}  // namespace

OpenCase::OpenCase(Device& device, const LoadedProblem& problem, const Case& which,
                   AnswerSource& answers)
    : m_problem(problem), m_scope(problem.problem, which, device.info()), m_answers(answers) {}

Result<std::unique_ptr<OpenCase>> OpenCase::open(Device& device, const LoadedProblem& problem,
                                                 const Case& which, uint64_t seed,
                                                 AnswerSource& answers, Guard guard) {
  std::unique_ptr<OpenCase> made(new OpenCase(device, problem, which, answers));
  made->m_inputs = made->inputsOf(seed, {});
  KW_ASSIGN(made->m_data, CaseData::make(device, made->m_scope, guard));
  made->m_judge = answers.judgeOf(*made->m_data);
  made->strength = strengthOf(made->m_judge);
  return made;
}

std::unique_ptr<CaseInputs> OpenCase::inputsOf(uint64_t seed, const InputVariant& variant) {
  return std::make_unique<CaseInputs>(
      m_scope, m_problem.folder, seed,
      [this](const std::string& function, const Filled& filled) {
        return m_answers.fill(function, filled, m_scope, m_stop);
      },
      variant);
}

void OpenCase::vary(uint64_t seed, const InputVariant& variant, bool bySource) {
  m_inputs = inputsOf(seed, variant);
  m_judge = bySource ? Judge::trusted : m_answers.judgeOf(*m_data);
}

Status OpenCase::make(std::stop_token stop) {
  m_stop = stop;
  KW_TRY(m_data->makeInputs(*m_inputs));
  if (m_judge == Judge::trusted) return {};
  KW_ASSIGN(m_question, questionFor(m_scope, *m_inputs));
  return m_answers.answer(*m_data, m_question, *m_inputs, m_judge, stop);
}

decltype(VerifyOptions::check) OpenCase::check(std::stop_token stop) {
  if (m_judge != Judge::python || !m_answers.hasCheck()) return nullptr;
  return [this, stop](const Arrays& got) {
    m_stop = stop;
    return m_answers.check(m_question, *m_inputs, got, stop);
  };
}

}  // namespace kw
