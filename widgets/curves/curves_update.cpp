// SPDX-License-Identifier: GPL-3.0-or-later
// From runs and files to what the plot of curves shows.
#include <QAction>
#include <QLabel>
#include <QLocale>
#include <QSignalBlocker>
#include <algorithm>
#include <cmath>

#include "model/formats/axis.h"
#include "model/formats/wording.h"
#include "widgets/curves/curves_panel.h"
#include "widgets/time_choice/time_choice.h"

namespace kw {

namespace {

QString counted(size_t count) {
  return QLocale().toString(static_cast<qulonglong>(count));
}

// Corners of a step line; of many points those that begin a pixel column.
std::vector<view::PlotXY> stepsOf(const view::Curve& curve, double view::CurvePoint::*value,
                                  double columnWidth) {
  std::vector<view::PlotXY> corners;
  const auto add = [&](double x, double y) {
    if (!corners.empty()) corners.push_back({x, corners.back().y});
    corners.push_back({x, y});
  };
  double column = -1;
  for (size_t i = 0; i < curve.points.size(); ++i) {
    const double place = columnWidth > 0 ? std::floor(curve.points[i].at / columnWidth) : -1;
    const bool last = i + 1 == curve.points.size();
    if (place == column && !last) continue;
    column = place;
    add(curve.points[i].at, curve.points[i].*value);
  }
  if (!corners.empty() && curve.end > corners.back().x)
    corners.push_back({curve.end, corners.back().y});
  return corners;
}

}  // namespace

void CurvesPanel::update() {
  m_dirty = false;
  m_beat.stop();
  m_runs = view::runCurves(m_content.recordedRuns(), m_content.candidates(), m_choice->choice(),
                           m_choice->weights(), !m_eachRun->isChecked());
  m_shown = m_runs.curves;
  if (asFractions()) {
    const double best = view::lowestValue(m_shown);
    for (view::Curve& curve : m_shown)
      curve = view::asFraction(curve, best);
    m_shown.insert(m_shown.end(), m_simulated.begin(), m_simulated.end());
  }
  m_shown.resize(std::min(m_shown.size(), mostCurves));
  m_plot->setEmpty(m_shown.empty());
  const QSignalBlocker blocker(m_plot);
  setAxes();
  draw();
  showEmptyText();
  showWords();
}

void CurvesPanel::setAxes() {
  double last = 1;
  for (const view::Curve& curve : m_shown)
    last = std::max(last, curve.end);
  const PlotAxisSpec evaluations{
      .title = tr("Evaluations"), .low = 0, .high = linearAxis(last).high};
  if (asFractions()) {
    m_plot->setAxes(evaluations,
                    {.title = tr("Fraction of the best time"), .low = 0, .high = 1, .grid = true});
    return;
  }
  const double low = view::lowestValue(m_shown), high = view::highestValue(m_shown);
  const TimeColumn unit(high);
  const bool logarithmic = low > 0 && high > 8 * low;
  const Axis range = low <= 0      ? linearAxis(1)
                     : logarithmic ? logarithmicAxis(low, high)
                                   : linearAxis(high);
  m_plot->setAxes(evaluations,
                  {.title = tr("Best so far, %1")
                                .arg(QString::fromUtf8(unit.unit.data(),
                                                       static_cast<qsizetype>(unit.unit.size()))),
                   .logarithmic = logarithmic,
                   .low = range.low,
                   .high = range.high,
                   .factor = unit.factor,
                   .grid = true});
}

void CurvesPanel::draw() {
  const view::Range shown = m_plot->shownX();
  const double columnWidth = (shown.high - shown.low) / m_plot->columns();
  std::vector<DirectLabel> labels;
  for (size_t i = 0; i < mostCurves; ++i) {
    if (i >= m_shown.size() || m_shown[i].points.empty()) {
      m_plot->replaceLine(i, {});
      m_plot->replaceBand(i, {}, {});
      continue;
    }
    const view::Curve& curve = m_shown[i];
    m_plot->replaceLine(i, stepsOf(curve, &view::CurvePoint::value, columnWidth));
    if (curve.hasBand)
      m_plot->replaceBand(i, stepsOf(curve, &view::CurvePoint::low, columnWidth),
                          stepsOf(curve, &view::CurvePoint::high, columnWidth));
    else
      m_plot->replaceBand(i, {}, {});
    const double value = curve.points.back().value;
    labels.push_back({QString::fromStdString(curve.name),
                      asFractions() ? QLocale().toString(value, 'f', 3)
                                    : QString::fromStdString(timeText(value)),
                      value,
                      [i](const Tokens& tokens) { return tokens.series[i % tokens.series.size()]; },
                      false});
  }
  m_plot->setLabels(std::move(labels));
}

void CurvesPanel::giveData() {
  m_plot->setData(
      "curve\tevaluations\tvalue\tlow\thigh\n", [this] { return m_shown.size(); },
      [this](size_t row, std::string& out) {
        const view::Curve& curve = m_shown[row];
        for (const view::CurvePoint& point : curve.points) {
          if (&point != &curve.points.front()) out += '\n';
          out += curve.name + '\t' + number(point.at) + '\t' + number(point.value);
          if (curve.hasBand) out += '\t' + number(point.low) + '\t' + number(point.high);
        }
      });
}

void CurvesPanel::showWords() {
  m_title->setText(
      asFractions()
          ? tr("Fraction of the best time against evaluations, %1 beside %2")
                .arg(m_content.isOpen() ? tr("this session") : tr("nothing open"), m_simulatedFile)
      : m_content.isOpen() ? tr("Best so far against evaluations, %1").arg(m_choice->words())
                           : tr("Best so far against evaluations"));
  QStringList notes;
  const size_t all = m_runs.curves.size() + m_simulated.size();
  if (all > m_shown.size())
    notes << tr("%1 of %2 curves shown: the first.").arg(counted(m_shown.size()), counted(all));
  const bool means = std::any_of(m_runs.curves.begin(), m_runs.curves.end(),
                                 [](const view::Curve& curve) { return curve.hasBand; });
  if (means) notes << tr("Bands of runs reach from the best to the worst of them.");
  if (asFractions())
    notes << tr(
        "The session's runs are set against the best of them, simulated ones against the "
        "optimum of their recording, with the 95 % interval of the mean.");
  if (m_runs.withoutEvaluations > 0)
    notes << tr("Not shown: %1 without a timed evaluation.")
                 .arg(QString::fromStdString(countText(m_runs.withoutEvaluations, "run")));
  if (m_runs.outside > 0 && !m_shown.empty())
    notes << tr("%1 outside these runs not counted.")
                 .arg(QString::fromStdString(countText(m_runs.outside, "evaluation")));
  if (m_content.recordedRuns().size() > 1 && !m_shown.empty())
    notes << tr("What a run took over from before is not counted as its own.");
  m_footnote->setText(notes.join(QLatin1Char(' ')));
  m_footnote->setVisible(!notes.isEmpty());
}

void CurvesPanel::showEmptyText() {
  if (!m_content.isOpen())
    m_plot->setEmptyText(tr("Nothing is open"),
                         tr("Open a session: the best so far of each of its runs will appear here. "
                            "Compare opens curves of kwr simulate."));
  else if (m_runs.outside > 0)
    m_plot->setEmptyText(
        tr("No run is recorded for these results"),
        tr("They were imported or evaluated one by one. Start Tune, or open curves "
           "of kwr simulate with Compare."));
  else
    m_plot->setEmptyText(tr("No run yet"),
                         tr("Start Tune, with several strategies or seeds: the best so far of each "
                            "run will appear here."));
}

}  // namespace kw
