// SPDX-License-Identifier: GPL-3.0-or-later
#include "runner/measure/twin_case.h"

#include <utility>

namespace kw {

namespace {

// Left for modules and what allocators round up to.
constexpr double twinShare = 0.8;

}  // namespace

Result<TwinCase::Made> TwinCase::make(const TwinParts& parts, const Case& which, bool bySource,
                                      Guard guard) {
  std::unique_ptr<TwinCase> twin(new TwinCase(parts));
  KW_ASSIGN(auto open, OpenCase::open(parts.device, parts.problem, which, 1, parts.answers, guard));
  if (open->judge() == Judge::stored)
    return Made{nullptr,
                "its answers are stored arrays, which hold for the case's own inputs only"};
  twin->m_bySource = bySource || open->judge() == Judge::trusted;
  if (twin->m_bySource && !parts.source)
    return Made{nullptr, "the source kernel would have to judge it, and was not compiled"};
  KW_ASSIGN(const int64_t free, parts.device.freeMemory());
  const int64_t needed = open->lastingBytes() + open->data().scratchBytes();
  if (static_cast<double>(needed) > twinShare * static_cast<double>(free))
    return Made{nullptr, "a second set of its buffers does not fit into the device's memory"};
  twin->m_cases.push_back(std::move(open));
  return Made{std::move(twin), {}};
}

Result<TrustedSource*> TwinCase::source() {
  if (!m_source) {
    KW_ASSIGN(m_source, TrustedSource::load(m_parts.device, m_parts.problem, m_cases,
                                            *m_parts.source, m_parts.keepScratch));
  }
  return m_source.get();
}

Result<std::string> TwinCase::refill(uint64_t seed, const InputVariant& variant, bool trusted,
                                     std::stop_token stop) {
  OpenCase& twin = open();
  twin.vary(seed, variant, m_bySource);
  if (const Status made = twin.make(stop); !made) {
    if (made.error().kind != ErrorKind::badInput) return fail(made.error());
    return "the oracle gives no answer: " + made.error().message;
  }
  if (m_bySource) {
    KW_ASSIGN(TrustedSource* const judge, source());
    const Status answered = judge->answer(twin, stop);
    if (answered) return std::string();
    if (answered.error().kind != ErrorKind::badInput) return fail(answered.error());
    return answered.error().message;
  }
  if (trusted || !m_parts.source) return std::string();
  KW_ASSIGN(TrustedSource* const judge, source());
  KW_ASSIGN(const auto fault, judge->faultOn(twin, stop));
  return fault ? "the source kernel is not right on them: " + fault->message : std::string();
}

}  // namespace kw
