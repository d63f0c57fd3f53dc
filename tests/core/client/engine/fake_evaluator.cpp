// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/client/engine/fake_evaluator.h"

#include <algorithm>
#include <functional>
#include <utility>

namespace kw::test {
namespace {

// Between 0.5 and 1.5 ms, different for each configuration; 1 ms for the source.
double usualTime(const Candidate& candidate) {
  if (!candidate.isTemplate) return 1;
  unsigned hash = 2166136261u;
  for (const char c : candidate.configuration.text())
    hash = (hash ^ static_cast<unsigned char>(c)) * 16777619u;
  return 0.5 + (hash % 1000) / 1000.0;
}

}  // namespace

FakeEvaluator::FakeEvaluator(process::EventLoop& loop, std::string uuid) : m_loop(loop) {
  info.id = "cuda:0";
  info.kind = "cuda";
  info.model = "Model A";
  info.uuid = std::move(uuid);
  info.compiler = "NVRTC 13.0";
  info.architecture = "sm_90";
  time = usualTime;
  verdict = [](const Candidate&) {
    Verdict good;
    good.kind = VerdictKind::verified;
    good.verifiedCases = good.allCases = 2;
    return good;
  };
  choose = [](size_t) { return size_t{0}; };
}

Evaluator::Ticket FakeEvaluator::evaluate(const EvaluationRequest& request,
                                          const Protocol& protocol, Handlers handlers) {
  if (onRequest) onRequest(request);
  requests.push_back(request.candidate.label());
  m_waiting.push_back(Waiting{m_next, request, protocol, std::move(handlers)});
  stepLater();
  return m_next++;
}

void FakeEvaluator::stepLater() {
  m_loop.post([this, exists = std::weak_ptr(m_exists)] {
    if (!exists.expired()) step();
  });
}

// Starts everything that is new, then finishes one.
void FakeEvaluator::step() {
  for (size_t i = 0; i < m_waiting.size(); ++i)
    if (!m_waiting[i].started) {
      start(m_waiting[i]);
      if (!alive) return;
    }
  std::vector<size_t> able;
  for (size_t i = 0; i < m_waiting.size(); ++i)
    if (!stuck || !stuck(m_waiting[i].request.candidate)) able.push_back(i);
  if (able.empty()) return;
  const size_t chosen = able[choose(able.size()) % able.size()];
  Waiting waiting = std::move(m_waiting[chosen]);
  m_waiting.erase(m_waiting.begin() + static_cast<std::ptrdiff_t>(chosen));
  waiting.handlers.done(evaluationOf(waiting));
}

void FakeEvaluator::start(Waiting& waiting) {
  waiting.started = true;
  const EvaluationRequest request = waiting.request;
  const auto started = waiting.handlers.started;
  for (const char* phase : {"compiling", "verifying", "timing"})
    if (started) started(phase);
  if (onDevice) onDevice(request);
}

Evaluation FakeEvaluator::evaluationOf(const Waiting& waiting) const {
  const Candidate& candidate = waiting.request.candidate;
  Evaluation made;
  made.key = waiting.request.key;
  made.candidate = candidate;
  made.deviceId = info.uuid;
  made.deviceModel = info.model;
  made.protocol = waiting.protocol.text();
  made.verdict = verdict(candidate);
  if (!made.verdict.ok()) return made;
  made.geomean = time(candidate);
  Measurement measurement;
  measurement.caseName = "large";
  measurement.state = "cold";
  for (int i = -5; i <= 5; ++i)
    measurement.samples.push_back(made.geomean * (1 + 0.001 * i));
  measurement.median = made.geomean;
  made.measurements.push_back(std::move(measurement));
  made.costs.kernel = 11 * made.geomean;
  return made;
}

void FakeEvaluator::cancel(Ticket ticket) {
  ++cancels;
  const auto found = std::find_if(m_waiting.begin(), m_waiting.end(),
                                  [&](const Waiting& waiting) { return waiting.ticket == ticket; });
  if (found == m_waiting.end()) return;
  m_loop.post([handlers = std::move(found->handlers)] { handlers.done(failCancelled()); });
  m_waiting.erase(found);
}

void FakeEvaluator::failStuck(const std::string& why) {
  for (size_t i = 0; i < m_waiting.size(); ++i) {
    if (!stuck(m_waiting[i].request.candidate)) continue;
    const Waiting waiting = std::move(m_waiting[i]);
    m_waiting.erase(m_waiting.begin() + static_cast<std::ptrdiff_t>(i));
    return waiting.handlers.done(fail(why));
  }
}

void FakeEvaluator::wake() {
  for (size_t i = 0; i < m_waiting.size(); ++i)
    stepLater();
}

void FakeEvaluator::lose(const std::string& why) {
  alive = false;
  for (Waiting& waiting : std::exchange(m_waiting, {}))
    waiting.handlers.done(fail(why));
}

}  // namespace kw::test
