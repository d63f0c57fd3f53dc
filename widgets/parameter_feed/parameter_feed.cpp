// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/parameter_feed/parameter_feed.h"

#include <QEvent>
#include <QWidget>
#include <algorithm>
#include <utility>

#include "widgets/time_choice/time_choice.h"

namespace kw {

ParameterFeed::ParameterFeed(Content& content, TimeChoice& choice, QWidget& panel)
    : QObject(&panel), m_content(content), m_choice(choice), m_panel(panel) {
  m_beat.setSingleShot(true);
  m_beat.setInterval(updateMilliseconds);
  connect(&m_beat, &QTimer::timeout, this, &ParameterFeed::update);
  connect(&content, &Content::candidatesAppended, this, [this] { later(false); });
  connect(&content, &Content::candidatesReset, this, [this] {
    m_anyWarm = false;
    m_warmSeen = 0;
    later(true);
  });
  connect(&content, &Content::problemChanged, this, [this] { later(true); });
  connect(&choice, &TimeChoice::changed, this, [this] { later(true); });
  panel.installEventFilter(this);
}

bool ParameterFeed::eventFilter(QObject* watched, QEvent* event) {
  if (event->type() == QEvent::Show) later(false);
  return QObject::eventFilter(watched, event);
}

// Nothing is done while nobody sees it; showing the panel catches up.
void ParameterFeed::later(bool anew) {
  m_anew = m_anew || anew;
  if (m_panel.isVisible() && !m_beat.isActive()) m_beat.start();
}

bool ParameterFeed::lookForWarm() {
  const view::CandidateList& candidates = m_content.candidates();
  const size_t end = std::min(candidates.size(), m_warmSeen + portion);
  for (; !m_anyWarm && m_warmSeen < end; ++m_warmSeen) {
    const auto& cases = candidates[static_cast<Content::Id>(m_warmSeen)].cases;
    m_anyWarm = std::any_of(cases.begin(), cases.end(),
                            [](const view::CaseTime& time) { return time.warm > 0; });
  }
  m_choice.setAnyWarm(m_anyWarm);
  return m_anyWarm || m_warmSeen >= candidates.size();
}

void ParameterFeed::update() {
  const view::CandidateList& candidates = m_content.candidates();
  const bool looked = lookForWarm();
  const bool anew = std::exchange(m_anew, false);
  if (anew) {
    const auto& problem = m_content.problem();
    const Space* space = problem && problem->problem.space ? &*problem->problem.space : nullptr;
    m_lines.build(space, candidates, m_choice.choice(), m_choice.weights(), portion);
  } else {
    m_lines.append(candidates, portion);
  }
  const bool complete = m_lines.isComplete(candidates);
  if (!complete || !looked) m_beat.start();
  Q_EMIT updated(anew, complete);
}

}  // namespace kw
