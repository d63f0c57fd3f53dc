// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/roofline/roofline_panel.h"

#include <QAction>
#include <QHBoxLayout>
#include <QLabel>
#include <QScrollArea>
#include <QSignalBlocker>
#include <QVBoxLayout>

#include "model/formats/wording.h"
#include "widgets/controls/choice_box.h"
#include "widgets/controls/tool_button.h"
#include "widgets/theme/theme.h"
#include "widgets/time_choice/time_choice.h"

namespace kw {

namespace {

const QString caseKey = QStringLiteral("case");
const QString datasheetKey = QStringLiteral("datasheet");
const QString pathKey = QStringLiteral("path");
const QString everyCase = QStringLiteral("*");  // how all cases are remembered

}  // namespace

RooflinePanel::RooflinePanel(Content& content, Selection& selection, QWidget* parent)
    : QWidget(parent),
      m_content(content),
      m_selection(selection),
      m_plot(new Plot(QStringLiteral("roofline"))),
      m_case(new ChoiceBox),
      m_title(new QLabel),
      m_sentence(new QLabel),
      m_footnote(new QLabel),
      m_words(new QScrollArea) {
  setObjectName(QStringLiteral("roofline"));
  m_beat.setSingleShot(true);
  m_beat.setInterval(updateMilliseconds);
  makeActions();
  makePlot();
  layOut();
  listCases();
  listen();
  giveData();
  showEmptyText();
  showWords();
}

// A plot that has the keys lets go of them while it is destroyed, and says so.
RooflinePanel::~RooflinePanel() {
  m_plot->disconnect(this);
}

void RooflinePanel::makeActions() {
  m_path = action(QStringLiteral("roofline.path"), tr("Path"), QKeySequence(Qt::Key_P));
  m_path->setCheckable(true);
  m_path->setChecked(true);
  m_path->setToolTip(tr("Join each best so far with the one before"));
  m_datasheet =
      action(QStringLiteral("roofline.datasheet"), tr("Datasheet"), QKeySequence(Qt::Key_D));
  m_datasheet->setCheckable(true);
  m_datasheet->setChecked(true);
  m_datasheet->setToolTip(tr("Also roofs computed from the device's clocks and widths, dashed"));
  m_reset = action(QStringLiteral("roofline.reset"), tr("Reset"), QKeySequence(Qt::Key_R));
  m_reset->setToolTip(tr("Fit the axes to what is there now"));
}

QAction* RooflinePanel::action(const QString& id, const QString& text, const QKeySequence& key) {
  auto* made = new QAction(text, this);
  made->setObjectName(id);
  made->setShortcut(key);
  made->setShortcutContext(Qt::WidgetWithChildrenShortcut);
  addAction(made);
  return made;
}

QList<QAction*> RooflinePanel::panelActions() const {
  return QList<QAction*>{m_path, m_datasheet, m_reset} + m_plot->plotActions();
}

void RooflinePanel::makePlot() {
  m_plot->setObjectName(QStringLiteral("rooflinePlot"));
  m_plot->setAccessibleName(tr("Roofline"));
  m_plot->viewport()->setAccessibleName(m_plot->accessibleName());
  const auto series = [](size_t number) {
    return [number](const Tokens& tokens) { return tokens.series[number]; };
  };
  m_plot->addCloud({.name = {}, .colour = series(0)});
  m_plot->addCloud({.name = {}, .colour = series(0), .marker = Marker::diamond, .size = 9});
  m_plot->addCloud({.name = {}, .colour = series(2), .marker = Marker::triangle, .size = 8});
  m_plot->addCloud({.name = {}, .colour = series(5), .marker = Marker::plus, .size = 9});
  m_plot->addCloud({.name = {},
                    .colour = [](const Tokens& tokens) { return tokens.source; },
                    .marker = Marker::square,
                    .size = 8});
  for (size_t i = 0; i < mostRoofs; ++i)
    m_roofLines.push_back(m_plot->addLine({.name = {}, .colour = series(0)}));
  for (size_t i = 0; i < mostPaths; ++i)
    m_pathLines.push_back(m_plot->addLine({.name = i == 0 ? tr("best so far") : QString(),
                                           .colour = [](const Tokens& t) { return t.accent; },
                                           .width = 2}));
}

void RooflinePanel::layOut() {
  m_case->setAccessibleName(tr("Performance case"));
  m_case->setToolTip(tr("Which performance case's points are shown"));
  m_case->setSizeAdjustPolicy(ChoiceBox::AdjustToContents);
  const std::pair<QLabel*, const char*> labels[] = {{m_title, "rooflineTitle"},
                                                    {m_sentence, "rooflineSentence"},
                                                    {m_footnote, "rooflineFootnote"}};
  for (const auto& [label, name] : labels) {
    label->setWordWrap(true);
    label->setObjectName(QString::fromLatin1(name));
  }
  m_footnote->setProperty("role", QStringLiteral("secondary"));
  m_words->setObjectName(QStringLiteral("rooflineWords"));
  m_words->setAccessibleName(tr("What bounds the candidate, and what is not plotted"));
  m_words->setFrameShape(QFrame::NoFrame);
  m_words->setWidgetResizable(true);
  m_words->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  auto* inside = new QWidget;
  auto* words = new QVBoxLayout(inside);
  words->setContentsMargins(0, 0, 0, 0);
  words->setSpacing(spacing::within);
  words->addWidget(m_sentence);
  words->addWidget(m_footnote);
  m_words->setWidget(inside);
  auto* tools = new QHBoxLayout;
  tools->setSpacing(spacing::between);
  tools->addWidget(m_case);
  for (QAction* each : {m_path, m_datasheet, m_reset})
    tools->addWidget(toolButton(each));
  tools->addStretch();
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(spacing::groups, spacing::between, spacing::groups, spacing::between);
  column->setSpacing(spacing::within);
  column->addLayout(makeTitleRow(m_content, m_title, this));
  column->addLayout(tools);
  column->addWidget(m_plot, 1);
  column->addWidget(m_words);
  setFocusProxy(m_plot);
}

void RooflinePanel::listen() {
  connect(&m_beat, &QTimer::timeout, this, &RooflinePanel::update);
  connect(&m_content, &Content::candidatesAppended, this, [this] { later(false); });
  for (const auto changed : {&Content::candidatesReset, &Content::deviceChanged,
                             &Content::problemChanged, &Content::profilesChanged})
    connect(&m_content, changed, this, [this] { later(true); });
  for (const auto changed : {&Content::problemChanged, &Content::deviceChanged})
    connect(&m_content, changed, this, &RooflinePanel::listCases);
  for (const auto changed :
       {&Content::problemChanged, &Content::runStateChanged, &Content::sessionChanged})
    connect(&m_content, changed, this, &RooflinePanel::showEmptyText);
  connect(m_case, &ChoiceBox::activated, this, [this](int index) {
    const bool isAll = index == m_case->count() - 1;
    m_wantedCase = isAll ? everyCase : m_case->itemText(index);
    later(true);
  });
  connect(&m_selection, &Selection::selectionChanged, this, [this] {
    showMarks();
    showSentence();
  });
  connect(&m_selection, &Selection::hoverChanged, this, &RooflinePanel::followHover);
  connect(&m_selection, &Selection::baselineChanged, this, &RooflinePanel::showMarks);
  connect(m_plot, &Plot::pointed, this, &RooflinePanel::point);
  connect(m_plot, &Plot::clicked, this, &RooflinePanel::click);
  connect(m_plot, &Plot::clickedNothing, this, [this] { m_selection.select({}); });
  connect(m_plot, &Plot::regionSelected, this, &RooflinePanel::selectRegion);
  connect(m_plot, &Plot::viewChanged, this, [this] { later(false); });
  connect(m_plot, &Plot::saved, this, [this](const QString& path, const QString& error) {
    Q_EMIT m_content.noticed(error.isEmpty() ? tr("The picture is in %1.").arg(path) : error);
  });
  connect(m_path, &QAction::toggled, this, [this] { later(false); });
  connect(m_datasheet, &QAction::toggled, this, [this] { later(true); });
  connect(m_reset, &QAction::triggered, this, [this] {
    m_plot->resetZoom();
    later(true);
  });
}

void RooflinePanel::showEvent(QShowEvent* event) {
  QWidget::showEvent(event);
  later(false);
}

void RooflinePanel::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  fitWords();
}

// As high as the words are, but no more than a third of the panel: then they scroll, and Tab
// reaches them.
void RooflinePanel::fitWords() {
  const int width = this->width() - 2 * spacing::groups;
  int wanted = 0;
  for (const QLabel* label : {m_sentence, m_footnote})
    if (!label->isHidden()) wanted += label->heightForWidth(width) + spacing::within;
  const int most = std::max(height() / 3, 2 * fontMetrics().lineSpacing());
  m_words->setFixedHeight(std::min(wanted, most));
  m_words->setFocusPolicy(wanted > most ? Qt::StrongFocus : Qt::NoFocus);
}

// Nothing is done while nobody sees it; showing the panel catches up.
void RooflinePanel::later(bool anew) {
  m_anew = m_anew || anew;
  if (isVisible() && !m_beat.isActive()) m_beat.start();
}

void RooflinePanel::point(std::optional<uint32_t> place) {
  m_pointed = place && *place < m_points.points().size() ? place : std::nullopt;
  if (m_pointed)
    m_selection.hover(m_points.points()[*m_pointed].id);
  else
    m_selection.hover(std::nullopt);
  showMarks();  // another point of the same candidate is news to nobody else
}

// Pointed at elsewhere: its first point here.
void RooflinePanel::followHover() {
  const auto hovered = m_selection.hovered();
  const bool isSame = hovered && m_pointed && *m_pointed < m_points.points().size() &&
                      m_points.points()[*m_pointed].id == *hovered;
  if (!isSame) {
    m_pointed.reset();
    const auto [first, end] =
        hovered ? m_points.placesOf(*hovered) : std::pair(size_t{0}, size_t{0});
    if (first < end) m_pointed = static_cast<uint32_t>(first);
  }
  showMarks();
}

void RooflinePanel::click(uint32_t place, Qt::KeyboardModifiers modifiers) {
  if (place >= m_points.points().size()) return;
  const Selection::Id id = m_points.points()[place].id;
  if (modifiers & Qt::ControlModifier)
    m_selection.toggle(id);
  else
    m_selection.selectOnly(id);
}

void RooflinePanel::selectRegion(const std::vector<uint32_t>& places) {
  std::vector<Selection::Id> ids;
  for (const uint32_t place : places)
    if (place < m_points.points().size()) ids.push_back(m_points.points()[place].id);
  m_selection.select(std::move(ids));
}

void RooflinePanel::giveData() {
  m_plot->setData(
      "number\tcase\tlevel\tbytes\tx\ty\tconfiguration",
      [this] { return m_points.points().size(); },
      [this](size_t row, std::string& out) {
        const view::RooflinePoint& point = m_points.points()[row];
        const size_t which = point.performanceCase;
        out += std::to_string(point.order) + '\t' +
               (which < m_content.caseNames().size() ? m_content.caseNames()[which] : "") + '\t' +
               std::string(view::name(point.level)) + '\t' + std::string(name(point.bytes)) + '\t' +
               number(point.x) + '\t' + number(point.y) + '\t';
        if (point.id < m_content.candidates().size())
          out += m_content.candidates()[point.id].candidate.label();
      });
}

QVariantMap RooflinePanel::saveState() const {
  return {{caseKey, m_wantedCase},
          {datasheetKey, m_datasheet->isChecked()},
          {pathKey, m_path->isChecked()}};
}

void RooflinePanel::restoreState(const QVariantMap& state) {
  m_wantedCase = state.value(caseKey).toString();
  m_datasheet->setChecked(state.value(datasheetKey, true).toBool());
  m_path->setChecked(state.value(pathKey, true).toBool());
  listCases();
  later(true);
}

}  // namespace kw
