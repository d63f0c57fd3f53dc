// SPDX-License-Identifier: GPL-3.0-or-later
#include "runner/server/profiles.h"

#include <utility>

namespace kw {

void Profiles::add(protocol::ProfileRequest request) {
  const int64_t id = request.id;
  worker::Profile order;
  order.id = id;
  order.candidate = std::move(request.candidate);
  order.caseName = std::move(request.caseName);
  order.metrics = std::move(request.metrics);
  order.mostPasses = request.mostPasses;
  const Candidate candidate = order.candidate;
  m_orders.emplace(id, std::move(order));
  m_compiles.add(
      {id, candidate, [this, id] { m_handlers.phase(id, "compiling"); },
       [this, id](Result<CompileOutcome> outcome) { compiled(id, std::move(outcome)); }});
}

bool Profiles::cancel(int64_t id) {
  if (!contains(id)) return false;
  if (!m_compiles.cancel(id) && !m_device.cancel(id)) fail(id, Status(failCancelled()).error());
  return true;
}

void Profiles::compiled(int64_t id, Result<CompileOutcome> outcome) {
  const auto found = m_orders.find(id);
  if (found == m_orders.end()) return;
  if (!outcome) return fail(id, std::move(outcome).error());
  found->second.compiled = std::move(*outcome);
  m_device.add({found->second, 0,
                [this, id](const std::string& text) { m_handlers.phase(id, text); },
                [this, id](JobEnding ending) { ended(id, std::move(ending)); }});
}

void Profiles::ended(int64_t id, JobEnding ending) {
  if (auto* answer = std::get_if<worker::AnswerLine>(&ending)) {
    m_orders.erase(id);
    return m_handlers.answered(id, std::move(answer->line));
  }
  if (auto* error = std::get_if<Error>(&ending)) return fail(id, std::move(*error));
  const auto& death = std::get<WorkerDeath>(ending);
  fail(id, Error{ErrorKind::failed,
                 "the device's process ended with " + death.how + " while " +
                     (death.phase.empty() ? "profiling" : death.phase),
                 {},
                 "`kwr verify` says whether the candidate is right; `--modelled` profiles without "
                 "counters"});
}

void Profiles::fail(int64_t id, Error error) {
  m_orders.erase(id);
  m_handlers.failed(id, std::move(error));
}

}  // namespace kw
