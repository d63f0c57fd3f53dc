// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/latency/latency_panel.h"

#include <QAction>
#include <QHBoxLayout>
#include <QLabel>
#include <QSignalBlocker>
#include <QVBoxLayout>

#include "widgets/controls/tool_button.h"
#include "widgets/theme/theme.h"
#include "widgets/time_choice/candidate_words.h"
#include "widgets/time_choice/time_choice.h"

namespace kw {

namespace {

const QString scaleKey = QStringLiteral("logarithmic");
const QString followKey = QStringLiteral("follow");

}  // namespace

LatencyPanel::LatencyPanel(Content& content, Selection& selection, QWidget* parent)
    : QWidget(parent),
      m_content(content),
      m_selection(selection),
      m_plot(new Plot(QStringLiteral("latency"))),
      m_choice(new TimeChoice(content)),
      m_title(new QLabel),
      m_footnote(new QLabel) {
  setObjectName(QStringLiteral("latency"));
  m_beat.setSingleShot(true);
  m_beat.setInterval(updateMilliseconds);
  makeActions();
  makePlot();
  layOut();
  listen();
  giveData();
  showEmptyText();
  showWords();
}

void LatencyPanel::makeActions() {
  m_logarithmic =
      action(QStringLiteral("latency.logarithmic"), tr("Logarithmic"), QKeySequence(Qt::Key_L));
  m_logarithmic->setCheckable(true);
  m_logarithmic->setToolTip(tr("Time on a logarithmic axis"));
  m_follow = action(QStringLiteral("latency.follow"), tr("Follow"), QKeySequence(Qt::Key_F));
  m_follow->setCheckable(true);
  m_follow->setToolTip(tr("While zoomed in, keep the newest candidate in sight"));
  m_reset = action(QStringLiteral("latency.reset"), tr("Reset"), QKeySequence(Qt::Key_R));
  m_reset->setToolTip(tr("Fit the axes to what is there now"));
}

QAction* LatencyPanel::action(const QString& id, const QString& text, const QKeySequence& key) {
  auto* made = new QAction(text, this);
  made->setObjectName(id);
  made->setShortcut(key);
  made->setShortcutContext(Qt::WidgetWithChildrenShortcut);
  addAction(made);
  return made;
}

QList<QAction*> LatencyPanel::panelActions() const {
  return QList<QAction*>{m_logarithmic, m_follow, m_reset} + m_plot->plotActions();
}

void LatencyPanel::makePlot() {
  m_plot->setObjectName(QStringLiteral("latencyPlot"));
  m_plot->setAccessibleName(tr("Latency of each candidate"));
  m_plot->viewport()->setAccessibleName(m_plot->accessibleName());
  m_failedCloud = m_plot->addCloud({.name = tr("failed"),
                                    .colour = [](const Tokens& t) { return t.failed; },
                                    .marker = Marker::cross,
                                    .size = 6,
                                    .onLowerEdge = true});
  m_verifiedCloud = m_plot->addCloud(
      {.name = tr("verified"), .colour = [](const Tokens& t) { return t.series[0]; }});
  m_sourceLine = m_plot->addLine({.name = {}, .colour = [](const Tokens& t) { return t.source; }});
  m_bestLine = m_plot->addLine(
      {.name = tr("best so far"), .colour = [](const Tokens& t) { return t.accent; }, .width = 2});
}

void LatencyPanel::layOut() {
  m_title->setWordWrap(true);
  m_title->setObjectName(QStringLiteral("latencyTitle"));
  m_footnote->setWordWrap(true);
  m_footnote->setObjectName(QStringLiteral("latencyFootnote"));
  m_footnote->setProperty("role", QStringLiteral("secondary"));
  auto* tools = new QHBoxLayout;
  tools->setSpacing(spacing::between);
  tools->addWidget(m_choice);
  tools->addWidget(toolButton(m_logarithmic));
  tools->addWidget(toolButton(m_follow));
  tools->addWidget(toolButton(m_reset));
  tools->addStretch();
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(spacing::groups, spacing::between, spacing::groups, spacing::between);
  column->setSpacing(spacing::within);
  column->addLayout(makeTitleRow(m_content, m_title, this));
  column->addLayout(tools);
  column->addWidget(m_plot, 1);
  column->addWidget(m_footnote);
}

void LatencyPanel::listen() {
  connect(&m_beat, &QTimer::timeout, this, &LatencyPanel::update);
  connect(&m_content, &Content::candidatesAppended, this, [this] { later(false); });
  connect(&m_content, &Content::candidatesReset, this, [this] { later(true); });
  connect(&m_content, &Content::problemChanged, this, &LatencyPanel::showEmptyText);
  connect(&m_content, &Content::runStateChanged, this, &LatencyPanel::showEmptyText);
  connect(&m_content, &Content::sessionChanged, this, &LatencyPanel::showEmptyText);
  connect(m_choice, &TimeChoice::changed, this, [this] { later(true); });
  connect(&m_selection, &Selection::selectionChanged, this, &LatencyPanel::showMarks);
  connect(&m_selection, &Selection::hoverChanged, this, &LatencyPanel::showMarks);
  connect(&m_selection, &Selection::baselineChanged, this, &LatencyPanel::showMarks);
  connect(m_plot, &Plot::pointed, &m_selection, &Selection::hover);
  connect(m_plot, &Plot::clicked, this, &LatencyPanel::click);
  connect(m_plot, &Plot::clickedNothing, this, [this] { m_selection.select({}); });
  connect(m_plot, &Plot::regionSelected, this,
          [this](const std::vector<uint32_t>& ids) { m_selection.select(ids); });
  connect(m_plot, &Plot::viewChanged, this, [this] { later(false); });
  connect(m_plot, &Plot::saved, this, [this](const QString& path, const QString& error) {
    Q_EMIT m_content.noticed(error.isEmpty() ? tr("The picture is in %1.").arg(path) : error);
  });
  connect(m_logarithmic, &QAction::toggled, this, [this] {
    m_scaleChosen = true;
    later(true);
  });
  connect(m_reset, &QAction::triggered, this, [this] {
    m_plot->resetZoom();
    later(true);
  });
}

void LatencyPanel::showEvent(QShowEvent* event) {
  QWidget::showEvent(event);
  later(false);
}

// Nothing is done while nobody sees it; showing the panel catches up.
void LatencyPanel::later(bool anew) {
  m_anew = m_anew || anew;
  if (isVisible() && !m_beat.isActive()) m_beat.start();
}

void LatencyPanel::click(Selection::Id id, Qt::KeyboardModifiers modifiers) {
  if (modifiers & Qt::ControlModifier)
    m_selection.toggle(id);
  else
    m_selection.selectOnly(id);
}

void LatencyPanel::giveData() {
  m_plot->setData(
      candidateTitles(), [this] { return m_content.candidates().size(); },
      [this](size_t row, std::string& out) {
        const view::CandidateRow& candidate =
            m_content.candidates()[static_cast<Selection::Id>(row)];
        const double time = candidate.verified()
                                ? view::timeOf(candidate, m_points.choice(), m_choice->weights())
                                : 0;
        appendCandidate(row, candidate, time, out);
      });
}

QVariantMap LatencyPanel::saveState() const {
  QVariantMap state = m_choice->saveState();
  if (m_scaleChosen) state.insert(scaleKey, m_logarithmic->isChecked());
  state.insert(followKey, m_follow->isChecked());
  return state;
}

void LatencyPanel::restoreState(const QVariantMap& state) {
  m_choice->restoreState(state);
  const QSignalBlocker blocker(m_logarithmic);
  m_scaleChosen = state.contains(scaleKey);
  m_logarithmic->setChecked(state.value(scaleKey).toBool());
  m_follow->setChecked(state.value(followKey).toBool());
  later(true);
}

}  // namespace kw
