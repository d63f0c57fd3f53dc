// SPDX-License-Identifier: GPL-3.0-or-later
// From the content to what the plot of latencies shows: only what is new, at most 15 times a
// second.
#include <QAction>
#include <QLabel>
#include <QLocale>
#include <QSignalBlocker>
#include <algorithm>

#include "model/formats/wording.h"
#include "view/candidates/kept_text.h"
#include "view/latency/step_line.h"
#include "widgets/latency/latency_panel.h"
#include "widgets/time_choice/candidate_words.h"
#include "widgets/time_choice/time_choice.h"

namespace kw {

namespace {

std::vector<PlotPoint> plotPoints(const std::vector<view::LatencyPoint>& points, size_t from) {
  std::vector<PlotPoint> made;
  made.reserve(points.size() - from);
  for (size_t i = from; i < points.size(); ++i)
    made.push_back({static_cast<double>(points[i].order), points[i].milliseconds, points[i].id});
  return made;
}

QString counted(size_t count) {
  return QLocale().toString(static_cast<qulonglong>(count));
}

}  // namespace

void LatencyPanel::update() {
  if (m_anew)
    rebuild();
  else
    appendNew();
  m_choice->setAnyWarm(m_points.anyWarm());
  m_plot->setEmpty(m_points.empty());
  showLines();
  showMarks();
  showWords();
}

void LatencyPanel::rebuild() {
  m_anew = false;
  m_points.build(m_content.candidates(), m_choice->choice(), m_choice->weights());
  if (!m_scaleChosen) {
    const QSignalBlocker blocker(m_logarithmic);
    m_logarithmic->setChecked(view::spansDecades(m_points));
  }
  m_axes.reset(m_points, m_logarithmic->isChecked());
  setAxes();
  m_plot->replaceCloud(m_verifiedCloud, plotPoints(m_points.timed(), 0));
  m_plot->replaceCloud(m_failedCloud, plotPoints(m_points.failed(), 0));
  m_timedShown = m_points.timed().size();
  m_failedShown = m_points.failed().size();
}

void LatencyPanel::appendNew() {
  m_points.append(m_content.candidates());
  if (m_axes.include(m_points)) setAxes();
  m_plot->appendToCloud(m_verifiedCloud, plotPoints(m_points.timed(), m_timedShown));
  m_plot->appendToCloud(m_failedCloud, plotPoints(m_points.failed(), m_failedShown));
  m_timedShown = m_points.timed().size();
  m_failedShown = m_points.failed().size();
  if (m_follow->isChecked()) follow();
}

void LatencyPanel::setAxes() {
  const QString unit =
      QString::fromUtf8(m_axes.unit().data(), static_cast<qsizetype>(m_axes.unit().size()));
  const QSignalBlocker blocker(m_plot);  // lines follow in this update
  m_plot->setAxes({.title = tr("Candidate, in order of completion"),
                   .low = m_axes.order().low,
                   .high = m_axes.order().high},
                  {.title = tr("Time, %1").arg(unit),
                   .logarithmic = m_axes.logarithmic(),
                   .low = m_axes.time().low,
                   .high = m_axes.time().high,
                   .factor = m_axes.factor(),
                   .grid = true});
}

// The zoomed part keeps its width and moves along.
void LatencyPanel::follow() {
  const view::Range shown = m_plot->shownX();
  const double newest = m_points.lastOrder(), width = shown.high - shown.low;
  if (!m_plot->zoomed() || newest <= shown.high - 0.02 * width) return;
  const double high = newest + 0.1 * width;
  const QSignalBlocker blocker(m_plot);
  m_plot->zoomTo(view::Range{high - width, high}, std::nullopt);
}

void LatencyPanel::showLines() {
  const view::Range shown = m_plot->shownX();
  m_plot->replaceLine(m_bestLine, view::bestSoFar(m_points.records(), m_points.lastOrder(), shown,
                                                  m_plot->columns()));
  std::vector<DirectLabel> labels;
  std::vector<view::PlotXY> source;
  if (const double time = m_points.source(); time > 0) {
    source = {{shown.low, time}, {shown.high, time}};
    labels.push_back({tr("source"), QString::fromStdString(timeText(time)), time,
                      [](const Tokens& t) { return t.source; }, true});
  }
  m_plot->replaceLine(m_sourceLine, source);
  if (!m_points.records().empty()) {
    const double best = m_points.records().back().milliseconds;
    labels.push_back({tr("best"), QString::fromStdString(timeText(best)), best,
                      [](const Tokens& t) { return t.accent; }, false});
  }
  m_plot->setLabels(std::move(labels));
}

std::optional<PlotMark> LatencyPanel::markOf(Selection::Id id, PlotMark::Kind kind) const {
  const auto point = m_points.find(id);
  if (point)
    return PlotMark{kind,
                    {static_cast<double>(point->order), point->milliseconds, id},
                    point->milliseconds <= 0};
  if (m_content.candidates().source() == id && m_points.source() > 0)
    return PlotMark{kind, {m_plot->shownX().low, m_points.source(), id}, false};
  return std::nullopt;
}

std::vector<PlotMark> LatencyPanel::marks() const {
  std::vector<PlotMark> marks;
  const auto add = [&](Selection::Id id, PlotMark::Kind kind) {
    if (const auto mark = markOf(id, kind)) marks.push_back(*mark);
  };
  const auto& selected = m_selection.selected();
  const size_t skipped = selected.size() > mostRings ? selected.size() - mostRings : 0;
  for (size_t i = skipped; i < selected.size(); ++i)
    add(selected[i], PlotMark::Kind::selected);
  if (m_selection.baseline()) add(*m_selection.baseline(), PlotMark::Kind::baseline);
  if (m_selection.hovered()) add(*m_selection.hovered(), PlotMark::Kind::hovered);
  return marks;
}

void LatencyPanel::showMarks() {
  m_plot->setMarks(marks());
  const auto hovered = m_selection.hovered();
  const bool known = hovered && *hovered < m_content.candidates().size();
  m_plot->setReadout(known ? readoutOf(m_content.candidates()[*hovered], m_content.caseNames())
                           : QStringList());
}

void LatencyPanel::showWords() {
  m_title->setText(m_content.isOpen() || !m_points.empty()
                       ? tr("Latency of each candidate, %1").arg(m_choice->words())
                       : tr("Latency of each candidate"));
  QStringList notes;
  const QString all = counted(m_points.candidates());
  if (!m_points.failed().empty())
    notes << tr("%1 of %2 failed and have no time: crosses on the lower edge.")
                 .arg(counted(m_points.failed().size()), all);
  if (m_points.withoutTime() > 0)
    notes << tr("%1 of %2 not shown: verified, but without this time.")
                 .arg(counted(m_points.withoutTime()), all);
  if (m_selection.selected().size() > mostRings)
    notes << tr("%1 of %2 selected ones are ringed: the last.")
                 .arg(counted(mostRings), counted(m_selection.selected().size()));
  if (m_plot->zoomed()) notes << tr("Zoomed in: a double click shows everything.");
  m_footnote->setText(notes.join(QLatin1Char(' ')));
  m_footnote->setVisible(!notes.isEmpty());
}

void LatencyPanel::showEmptyText() {
  if (!m_content.isOpen())
    m_plot->setEmptyText(
        tr("Nothing is open"),
        tr("Open a problem or a session: each candidate's time will appear here."));
  else if (const size_t elsewhere = m_content.session().elsewhere; elsewhere > 0)
    m_plot->setEmptyText(QString::fromUtf8(view::noneOfThisRevision.data(),
                                           static_cast<qsizetype>(view::noneOfThisRevision.size())),
                         QString::fromStdString(view::keptElsewhereText(elsewhere)));
  else if (m_content.isRunning())
    m_plot->setEmptyText(tr("No result yet"),
                         tr("Each candidate appears here as soon as it is verified and timed."));
  else
    m_plot->setEmptyText(
        tr("No candidate was timed yet"),
        tr("Start Tune: each candidate's time will appear here, with the best so far and the "
           "source kernel."));
}

}  // namespace kw
