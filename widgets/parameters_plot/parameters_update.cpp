// SPDX-License-Identifier: GPL-3.0-or-later
// From the content to what the parameters' plot shows, at most 15 times a second.
#include <QAction>
#include <QLabel>
#include <QLocale>
#include <algorithm>
#include <utility>

#include "model/formats/wording.h"
#include "view/candidates/kept_text.h"
#include "widgets/parameters_plot/parallel_view.h"
#include "widgets/parameters_plot/parameters_panel.h"
#include "widgets/parameters_plot/value_strip.h"
#include "widgets/time_choice/candidate_words.h"
#include "widgets/time_choice/time_choice.h"

namespace kw {

namespace {

QString counted(size_t count) {
  return QLocale().toString(static_cast<qulonglong>(count));
}

bool hasWarm(const view::CandidateRow& row) {
  return std::any_of(row.cases.begin(), row.cases.end(),
                     [](const view::CaseTime& time) { return time.warm > 0; });
}

}  // namespace

void ParametersPanel::update() {
  const bool anew = m_anew;
  const view::CandidateList& candidates = m_content.candidates();
  const size_t warmEnd = std::min(candidates.size(), m_warmSeen + portion);
  for (; !m_anyWarm && m_warmSeen < warmEnd; ++m_warmSeen)
    m_anyWarm = hasWarm(candidates[static_cast<Selection::Id>(m_warmSeen)]);
  m_choice->setAnyWarm(m_anyWarm);
  if (anew) {
    m_anew = false;
    const auto& problem = m_content.problem();
    const Space* space = problem && problem->problem.space ? &*problem->problem.space : nullptr;
    m_lines.build(space, candidates, m_choice->choice(), m_choice->weights(), portion);
  } else {
    m_lines.append(candidates, portion);
  }
  const bool warmLeft = !m_anyWarm && m_warmSeen < candidates.size();
  if (!m_lines.isComplete(candidates) || warmLeft) m_beat.start();
  const TimeColumn unit(m_lines.highest());
  m_view->setLines(&m_lines, anew,
                   QString::fromUtf8(unit.unit.data(), static_cast<qsizetype>(unit.unit.size())),
                   unit.factor);
  if (!m_lines.axes().empty() && !m_wantedOrder.isEmpty())
    m_view->setOrder(std::exchange(m_wantedOrder, {}));
  if (anew)
    showStrip();
  else if (!m_stripBeat.isActive())
    m_stripBeat.start();
  showMarks();
  showWords();
}

void ParametersPanel::showStrip() {
  std::vector<ParameterStandings> all;
  if (m_lines.timed() > 0)
    for (const size_t axis : m_view->axisLayout().order()) {
      const view::ParameterAxis& parameter = m_lines.axes()[axis];
      ParameterStandings standings{QString::fromStdString(parameter.name),
                                   QString::fromStdString(parameter.meaning),
                                   {},
                                   m_lines.standings(axis, m_view->brushes())};
      for (const std::string& value : parameter.values)
        standings.values << QString::fromStdString(value);
      all.push_back(std::move(standings));
    }
  m_strip->setVisible(!all.empty());
  m_stripTitle->setVisible(!all.empty());
  m_strip->setStandings(std::move(all));
}

void ParametersPanel::showMarks() {
  const auto hovered = m_selection.hovered();
  const bool known = hovered && *hovered < m_content.candidates().size();
  m_view->setMarks(
      m_selection.selected(), hovered, m_selection.baseline(),
      known ? readoutOf(m_content.candidates()[*hovered], m_content.caseNames()) : QStringList());
}

void ParametersPanel::showWords() {
  m_title->setText(m_content.isOpen()
                       ? tr("Parameters and time of each candidate, %1").arg(m_choice->words())
                       : tr("Parameters and time of each candidate"));
  QStringList notes;
  const view::LineBundles& bundles = m_view->bundles();
  const QString all = counted(m_lines.size());
  view::Brushes brushes = m_view->brushes();
  const bool cut = std::exchange(brushes.cut, std::nullopt).has_value();
  const size_t passing = cut && !brushes.empty() ? m_lines.countPassing(brushes)
                         : cut                   ? m_lines.timed()
                                                 : bundles.passing();
  if (!brushes.empty())
    notes << tr("%1 of %2 pass the filter.").arg(counted(passing), counted(m_lines.timed()));
  if (cut)
    notes << tr("%1 of %2 shown: the fastest.").arg(counted(bundles.passing()), counted(passing));
  if (bundles.drawnLines() < bundles.passing())
    notes << tr("%1 of %2 drawn: the fastest.")
                 .arg(counted(bundles.drawnLines()), counted(bundles.passing()));
  if (m_lines.failed() > 0 && !m_showFailed->isChecked())
    notes << tr("%1 of %2 not shown: failed.").arg(counted(m_lines.failed()), all);
  if (m_lines.withoutTime() > 0)
    notes << tr("%1 of %2 not shown: verified, but without this time.")
                 .arg(counted(m_lines.withoutTime()), all);
  m_footnote->setText(notes.join(QLatin1Char(' ')));
  m_footnote->setVisible(!notes.isEmpty());
}

void ParametersPanel::showEmptyText() {
  const auto& problem = m_content.problem();
  if (!problem)
    m_view->setEmptyText(tr("Nothing is open"),
                         tr("Open a problem or a session: a line for each candidate will appear "
                            "here, over its parameters and its time."));
  else if (!problem->problem.space || problem->problem.space->parameters.empty())
    m_view->setEmptyText(tr("This problem has no parameters"),
                         tr("Add a template and a parameter space: each candidate becomes a line "
                            "over its parameters and its time."));
  else if (const size_t elsewhere = m_content.session().elsewhere; elsewhere > 0)
    m_view->setEmptyText(QString::fromUtf8(view::noneOfThisRevision.data(),
                                           static_cast<qsizetype>(view::noneOfThisRevision.size())),
                         QString::fromStdString(view::keptElsewhereText(elsewhere)));
  else if (m_content.isRunning())
    m_view->setEmptyText(tr("No result yet"),
                         tr("Each candidate becomes a line as soon as it is verified and timed."));
  else
    m_view->setEmptyText(tr("No candidate was evaluated yet"),
                         tr("Start Tune: each candidate becomes a line over its parameters and "
                            "its time."));
}

}  // namespace kw
