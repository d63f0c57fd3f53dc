// SPDX-License-Identifier: GPL-3.0-or-later
#include "runner/server/duels.h"

#include <utility>

namespace kw {

void Duels::add(protocol::DuelRequest request) {
  const int64_t id = request.id;
  Duelling one;
  one.order.id = id;
  one.order.first = std::move(request.first);
  one.order.second = std::move(request.second);
  one.order.protocol = request.protocol;
  one.order.settings = request.settings;
  m_duels.emplace(id, std::move(one));
  compileNext(id);
}

bool Duels::cancel(int64_t id) {
  if (!contains(id)) return false;
  if (!m_compiles.cancel(id) && !m_device.cancel(id)) fail(id, Status(failCancelled()).error());
  return true;
}

// One after the other under the same id, so that a cancelled duel has one compile to give up.
void Duels::compileNext(int64_t id) {
  const Duelling& one = m_duels.at(id);
  m_compiles.add(
      {id, one.compiled == 0 ? one.order.first : one.order.second,
       [this, id] { m_handlers.phase(id, "compiling"); },
       [this, id](Result<CompileOutcome> outcome) { compiled(id, std::move(outcome)); }});
}

void Duels::compiled(int64_t id, Result<CompileOutcome> outcome) {
  const auto found = m_duels.find(id);
  if (found == m_duels.end()) return;
  if (!outcome) return fail(id, std::move(outcome).error());
  Duelling& one = found->second;
  (one.compiled++ == 0 ? one.order.compiledFirst : one.order.compiledSecond) = std::move(*outcome);
  if (one.compiled < 2)
    compileNext(id);
  else
    send(id);
}

void Duels::send(int64_t id) {
  m_device.add({std::move(m_duels.at(id).order), 0,
                [this, id](const std::string& text) { m_handlers.phase(id, text); },
                [this, id](JobEnding ending) { ended(id, std::move(ending)); }});
}

void Duels::ended(int64_t id, JobEnding ending) {
  if (auto* answer = std::get_if<worker::AnswerLine>(&ending)) {
    m_duels.erase(id);
    return m_handlers.answered(id, std::move(answer->line));
  }
  if (auto* error = std::get_if<Error>(&ending)) return fail(id, std::move(*error));
  const auto& death = std::get<WorkerDeath>(ending);
  fail(id, Error{ErrorKind::failed,
                 "the device's process ended with " + death.how + " in the middle of a comparison" +
                     (death.phase.empty() ? "" : ", while " + death.phase),
                 {},
                 "one of the two candidates may crash now and then: `kwr verify --thorough` each"});
}

void Duels::fail(int64_t id, Error error) {
  m_duels.erase(id);
  m_handlers.failed(id, std::move(error));
}

}  // namespace kw
