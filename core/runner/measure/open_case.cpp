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
    : m_scope(problem.problem, which, device.info()), m_answers(answers) {}

Result<std::unique_ptr<OpenCase>> OpenCase::open(Device& device, const LoadedProblem& problem,
                                                 const Case& which, uint64_t seed,
                                                 AnswerSource& answers) {
  std::unique_ptr<OpenCase> made(new OpenCase(device, problem, which, answers));
  OpenCase* const self = made.get();
  made->m_inputs = std::make_unique<CaseInputs>(
      made->m_scope, problem.folder, seed,
      [self](const std::string& function, const Filled& filled) {
        return self->m_answers.fill(function, filled, self->m_scope, self->m_stop);
      });
  KW_ASSIGN(made->m_data, CaseData::make(device, made->m_scope));
  made->m_judge = answers.judgeOf(*made->m_data);
  made->strength = strengthOf(made->m_judge);
  return made;
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
