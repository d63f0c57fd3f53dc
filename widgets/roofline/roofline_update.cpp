// SPDX-License-Identifier: GPL-3.0-or-later
// From the content to what the roofline shows: only what is new, at most 15 times a second.
#include <QAction>
#include <QLabel>
#include <QLocale>
#include <QSignalBlocker>
#include <algorithm>

#include "model/formats/wording.h"
#include "view/candidates/kept_text.h"
#include "view/roofline/roofline_text.h"
#include "widgets/controls/choice_box.h"
#include "widgets/roofline/roofline_panel.h"

namespace kw {

namespace {

QString text(std::string_view words) {
  return QString::fromUtf8(words.data(), static_cast<qsizetype>(words.size()));
}

// Measured roofs are solid and datasheet ones dashed, a colour for each level.
LineStyle styleOf(const view::Roof& roof) {
  const size_t series = roof.kind == view::Roof::Kind::arithmetic ? 3
                        : roof.level == view::MemoryLevel::dram   ? 0
                        : roof.level == view::MemoryLevel::l2     ? 2
                                                                  : 5;
  return {.name = {},
          .colour = [series](const Tokens& tokens) { return tokens.series[series]; },
          .dash = roof.isMeasured ? Qt::SolidLine : Qt::DashLine};
}

QString labelOf(const view::Roof& roof) {
  const bool isBytes = roof.kind == view::Roof::Kind::bandwidth;
  return QStringLiteral("%1 %2").arg(text(roof.name),
                                     text(view::rateText(roof.perSecond, isBytes)));
}

}  // namespace

int RooflinePanel::chosenCase() const {
  const int chosen = m_case->currentIndex();
  return chosen < 0 || chosen == m_case->count() - 1 ? view::RooflinePoints::allCases : chosen;
}

void RooflinePanel::listCases() {
  const QSignalBlocker blocker(m_case);
  m_case->clear();
  for (const std::string& name : m_content.caseNames())
    m_case->addItem(QString::fromStdString(name));
  m_case->addItem(tr("All cases"));
  m_case->setEnabled(m_case->count() > 2);
  if (m_wantedCase == QLatin1String("*")) return m_case->setCurrentIndex(m_case->count() - 1);
  const int wanted = m_wantedCase.isEmpty() ? -1 : m_case->findText(m_wantedCase);
  const view::RooflineGround all = ground();
  std::vector<ModelInput> works;
  for (const std::string& name : m_content.caseNames())
    works.push_back(modelInput(*all.problem, name, all.device, Evaluation()));
  m_case->setCurrentIndex(wanted >= 0 ? wanted : static_cast<int>(view::heaviestCase(works)));
}

view::RooflineGround RooflinePanel::ground() const {
  view::RooflineGround ground;
  if (m_content.problem()) ground.problem = &m_content.problem()->problem;
  ground.device = m_content.device().value_or(DeviceInfo());
  ground.profiles = m_content.profiles();
  return ground;
}

void RooflinePanel::update() {
  if (m_anew)
    rebuild();
  else
    appendNew();
  m_plot->setEmpty(m_points.empty());
  showPaths();
  followHover();
  showWords();
  showSentence();
}

void RooflinePanel::rebuild() {
  m_anew = false;
  const view::RooflineGround all = ground();
  m_arithmetic = all.problem ? view::arithmeticOf(*all.problem, all.profiles)
                             : std::vector<view::Arithmetic>();
  m_roofs = view::roofsOf(all.device, m_arithmetic);
  m_points.build(m_content.candidates(), all, chosenCase());
  m_axes.reset(m_points, shownRoofs());
  setAxes();
  for (size_t cloud = 0; cloud < clouds; ++cloud)
    m_plot->replaceCloud(cloud, {});
  m_shown = 0;
  m_pointed.reset();
  showPoints();
  showRoofs();
}

void RooflinePanel::appendNew() {
  m_points.append(m_content.candidates());
  if (m_axes.include(m_points, shownRoofs())) {
    setAxes();
    showRoofs();
  }
  showPoints();
}

RooflinePanel::Cloud RooflinePanel::cloudOf(const view::RooflinePoint& point) const {
  if (point.isSource) return source;
  if (point.bytes == Provenance::modelled) return modelled;
  return point.level == view::MemoryLevel::dram ? countedDram
         : point.level == view::MemoryLevel::l2 ? countedL2
                                                : countedL1;
}

void RooflinePanel::showPoints() {
  const auto& points = m_points.points();
  std::array<std::vector<PlotPoint>, clouds> added;
  for (; m_shown < points.size(); ++m_shown)
    added[cloudOf(points[m_shown])].push_back(
        {points[m_shown].x, points[m_shown].y, static_cast<uint32_t>(m_shown)});
  const std::array<QString, clouds> names = {tr("bytes modelled"), tr("DRAM counted"),
                                             tr("L2 counted"), tr("L1 counted"), tr("source")};
  for (size_t cloud = 0; cloud < clouds; ++cloud) {
    if (added[cloud].empty()) continue;
    m_plot->nameCloud(cloud, names[cloud]);
    m_plot->appendToCloud(cloud, added[cloud]);
  }
}

void RooflinePanel::setAxes() {
  const QString unit = QString::fromStdString(m_axes.unit());
  const QSignalBlocker blocker(m_plot);  // lines follow in this update
  PlotAxisSpec rate{
      .title = m_axes.isBandwidth() ? tr("Bytes, %1").arg(unit) : tr("Operations, %1").arg(unit),
      .logarithmic = m_axes.isLogarithmicY(),
      .low = m_axes.y().low,
      .high = m_axes.y().high,
      .factor = m_axes.factor(),
      .grid = true};
  m_plot->setAxes({.title = m_axes.isBandwidth() ? tr("Candidate, in order of completion")
                                                 : tr("Operations for each byte"),
                   .logarithmic = !m_axes.isBandwidth(),
                   .low = m_axes.x().low,
                   .high = m_axes.x().high},
                  std::move(rate));
}

std::vector<view::Roof> RooflinePanel::shownRoofs() const {
  std::vector<view::Roof> shown = m_roofs;
  std::erase_if(shown, [this](const view::Roof& roof) {
    return !roof.isMeasured && !m_datasheet->isChecked();
  });
  shown.resize(std::min(shown.size(), mostRoofs));
  return shown;
}

void RooflinePanel::showRoofs() {
  const QSignalBlocker blocker(m_plot);
  const std::vector<view::Roof> roofs = shownRoofs();
  std::vector<LineLabel> labels;
  for (size_t i = 0; i < mostRoofs; ++i) {
    const auto ends =
        i < roofs.size() ? view::lineOf(roofs[i], roofs, m_axes) : std::vector<view::PlotXY>();
    if (!ends.empty()) {
      m_plot->setLine(m_roofLines[i], styleOf(roofs[i]));
      labels.push_back({labelOf(roofs[i]), ends.front(), ends.back(), styleOf(roofs[i]).colour});
    }
    m_plot->replaceLine(m_roofLines[i], ends);
  }
  // Measured ones have the first choice of room.
  std::ranges::stable_sort(labels, {}, [](const LineLabel& label) {
    return label.text.contains(QLatin1String("datasheet"));
  });
  m_plot->setLineLabels(std::move(labels));
}

void RooflinePanel::showPaths() {
  std::vector<std::vector<view::PlotXY>> paths = m_points.paths();
  std::erase_if(paths, [](const auto& path) { return path.size() < 2; });
  for (size_t i = 0; i < mostPaths; ++i)
    m_plot->replaceLine(m_pathLines[i], m_path->isChecked() && i < paths.size()
                                            ? paths[i]
                                            : std::vector<view::PlotXY>());
}

PlotMark RooflinePanel::markOf(size_t place, PlotMark::Kind kind) const {
  const view::RooflinePoint& point = m_points.points()[place];
  return {kind, {point.x, point.y, static_cast<uint32_t>(place)}, false};
}

std::vector<PlotMark> RooflinePanel::marks() const {
  std::vector<PlotMark> marks;
  const auto add = [&](Selection::Id id, PlotMark::Kind kind) {
    const auto [first, end] = m_points.placesOf(id);
    for (size_t place = first; place < end; ++place)
      marks.push_back(markOf(place, kind));
  };
  const auto& selected = m_selection.selected();
  const size_t skipped = selected.size() > mostRings ? selected.size() - mostRings : 0;
  for (size_t i = skipped; i < selected.size(); ++i)
    add(selected[i], PlotMark::Kind::selected);
  if (m_selection.baseline()) add(*m_selection.baseline(), PlotMark::Kind::baseline);
  if (m_pointed) marks.push_back(markOf(*m_pointed, PlotMark::Kind::hovered));
  return marks;
}

void RooflinePanel::showMarks() {
  if (m_pointed && *m_pointed >= m_points.points().size()) m_pointed.reset();
  m_plot->setMarks(marks());
  QStringList lines;
  const view::CandidateId id = m_pointed ? m_points.points()[*m_pointed].id : 0;
  if (m_pointed && id < m_content.candidates().size()) {
    const view::RooflinePoint& point = m_points.points()[*m_pointed];
    const view::CandidateRow& row = m_content.candidates()[id];
    lines << QString::fromStdString(configurationText(row.candidate.configuration));
    const std::string& name = m_content.caseNames()[point.performanceCase];
    for (const std::string& line : view::pointTexts(point, row, name, m_points, m_roofs))
      lines << QString::fromStdString(line);
  }
  m_plot->setReadout(lines);
}

QString RooflinePanel::sentence() const {
  const view::CandidateList& list = m_content.candidates();
  if (m_points.empty() || m_points.works().empty()) return {};
  const size_t which =
      chosenCase() >= 0 ? static_cast<size_t>(chosenCase()) : view::heaviestCase(m_points.works());
  if (which >= m_points.works().size()) return {};
  for (const auto& id : {m_selection.current(), list.best(), list.source()}) {
    if (!id || *id >= list.size() || !list[*id].verified()) continue;
    const std::string said =
        view::rooflineText(list[*id], which, m_content.caseNames()[which], m_points.works()[which],
                           m_points.profileOf(list[*id], which));
    if (!said.empty()) return QString::fromStdString(said);
  }
  return {};
}

void RooflinePanel::showSentence() {
  const QString said = sentence();
  m_sentence->setText(said);
  m_sentence->setVisible(!said.isEmpty());
  fitWords();
}

void RooflinePanel::showWords() {
  const QString which =
      chosenCase() >= 0 ? tr("case %1").arg(m_case->currentText()) : tr("all cases");
  m_title->setText(m_content.isOpen() ? tr("Roofline, %1, cold").arg(which) : tr("Roofline"));
  QStringList notes;
  for (const std::string& note :
       view::rooflineNotes(m_points, m_content.device().value_or(DeviceInfo()), m_arithmetic))
    notes << QString::fromStdString(note);
  if (m_selection.selected().size() > mostRings)
    notes << tr("%1 of %2 selected ones are ringed: the last.")
                 .arg(mostRings)
                 .arg(m_selection.selected().size());
  if (m_roofs.size() > mostRoofs)
    notes << tr("%1 of %2 roofs are drawn.").arg(mostRoofs).arg(m_roofs.size());
  if (m_plot->zoomed()) notes << tr("Zoomed in: a double click shows everything.");
  m_footnote->setText(notes.join(QLatin1Char(' ')));
  m_footnote->setVisible(!notes.isEmpty() && !m_points.empty());
  fitWords();
}

void RooflinePanel::showEmptyText() {
  if (!m_content.isOpen())
    m_plot->setEmptyText(tr("Nothing is open"),
                         tr("Open a problem or a session: its candidates will appear here, under "
                            "what the device can do."));
  else if (!m_content.problem()->problem.work.bytes && !m_content.problem()->problem.work.flops)
    m_plot->setEmptyText(tr("The problem states no work"),
                         tr("State bytes and flops under \"work\" in problem.json, as expressions "
                            "over the sizes: without them no candidate has a place here."));
  else if (const size_t elsewhere = m_content.session().elsewhere; elsewhere > 0)
    m_plot->setEmptyText(text(view::noneOfThisRevision),
                         QString::fromStdString(view::keptElsewhereText(elsewhere)));
  else if (m_content.isRunning())
    m_plot->setEmptyText(tr("No result yet"),
                         tr("Each candidate appears here as soon as it is verified and timed."));
  else
    m_plot->setEmptyText(tr("No candidate was timed yet"),
                         tr("Start Tune: each candidate will appear here, under the bandwidths and "
                            "rates that were measured on the device."));
}

}  // namespace kw
