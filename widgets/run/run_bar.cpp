// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/run/run_bar.h"

#include <QAction>
#include <QApplication>
#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QProgressBar>
#include <QVBoxLayout>
#include <algorithm>

#include "model/formats/wording.h"
#include "widgets/controls/action_button.h"
#include "widgets/palette/action_registry.h"
#include "widgets/run/finding_label.h"
#include "widgets/run/progress_text.h"
#include "widgets/theme/theme.h"

namespace kw {

namespace {

constexpr int barSteps = 1000;

QAction* makeAction(QObject* parent, const QString& name, const QString& text,
                    const QKeySequence& keys) {
  auto* action = new QAction(text, parent);
  action->setObjectName(name);
  action->setShortcut(keys);
  return action;
}

}  // namespace

RunBar::RunBar(Content& content, QWidget* parent)
    : QWidget(parent), m_content(content), m_fields(new RunFields(this)) {
  setObjectName(QStringLiteral("runBar"));
  setAccessibleName(tr("Run"));
  makeActions();
  layOut();
  connect(m_fields, &RunFields::changed, this, [this] {
    followState();
    if (m_fields->fault().isEmpty()) Q_EMIT choicesChanged(m_fields->choices());
  });
  connect(&content, &Content::runStateChanged, this, &RunBar::followState);
  connect(&content, &Content::problemChanged, this, &RunBar::followState);
  connect(&content, &Content::sessionChanged, this, &RunBar::followState);
  connect(&content, &Content::runChanged, this, &RunBar::followRun);
  connect(&content, &Content::deviceChanged, this, &RunBar::followFinding);
  connect(&content, &Content::findingChanged, this, &RunBar::followFinding);
  connect(&Theme::instance(), &Theme::changed, this, &RunBar::placeFinding);
  followState();
  followFinding();
}

void RunBar::makeActions() {
  m_tune = makeAction(this, QStringLiteral("run.tune"), tr("Tune"), Qt::Key_F5);
  m_pause = makeAction(this, QStringLiteral("run.pause"), tr("Pause"), Qt::Key_F6);
  m_stop = makeAction(this, QStringLiteral("run.stop"), tr("Stop"), Qt::SHIFT | Qt::Key_F5);
  m_evidence =
      makeAction(this, QStringLiteral("run.evidence"), tr("Show the finding's evidence"), {});
  connect(m_tune, &QAction::triggered, this, &RunBar::requestTune);
  connect(m_pause, &QAction::triggered, this,
          [this] { Q_EMIT pauseRequested(m_content.runState() != RunState::paused); });
  connect(m_stop, &QAction::triggered, this, &RunBar::stopRequested);
  addActions(panelActions());
}

void RunBar::layOut() {
  m_finding = new FindingLabel(this);
  connect(m_evidence, &QAction::triggered, m_finding, &QAbstractButton::click);
  m_host = new QLabel(QString::fromStdString(std::string(hostHeading)), this);
  m_host->setObjectName(QStringLiteral("run.host"));
  m_host->setProperty("role", "warning");
  m_bar = new QProgressBar(this);
  m_bar->setTextVisible(false);
  m_bar->setAccessibleName(tr("Progress of the run"));
  m_progress = new QLabel(this);
  m_progress->setObjectName(QStringLiteral("run.progress"));
  m_progress->setProperty("role", "secondary");
  m_progress->setTextFormat(Qt::PlainText);

  m_first = new QHBoxLayout;
  m_first->setSpacing(spacing::within);
  m_fields->layOut(m_first);
  m_first->addWidget(new ActionButton(m_tune, this, true));
  m_first->addWidget(new ActionButton(m_pause, this));
  m_first->addWidget(new ActionButton(m_stop, this));
  m_first->addSpacing(spacing::between);
  m_first->addStretch(1);

  m_secondRow = new QWidget(this);
  m_second = new QHBoxLayout(m_secondRow);
  m_second->setContentsMargins(0, 0, 0, 0);
  m_second->setSpacing(spacing::groups);
  m_second->addWidget(m_host);
  m_second->addStretch(1);
  m_second->addWidget(m_progress);
  m_second->addWidget(m_bar);

  auto* rows = new QVBoxLayout(this);
  rows->setContentsMargins(spacing::groups, spacing::between, spacing::groups, spacing::between);
  rows->setSpacing(spacing::within);
  rows->addLayout(m_first);
  rows->addWidget(m_fields->faultLine());
  rows->addWidget(m_fields->runnersRow());
  rows->addWidget(m_secondRow);
  setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
}

QList<QAction*> RunBar::panelActions() const {
  return QList<QAction*>{m_tune, m_pause, m_stop, m_evidence} + m_fields->actions();
}

void RunBar::requestTune() {
  Q_EMIT tuneRequested(m_fields->choices());
}

QString RunBar::whyNotTune() const {
  if (m_content.isRunning()) return tr("A run is going on.");
  if (!m_content.isOpen()) return tr("No problem is open.");
  if (!m_content.problem()->problem.space)
    return tr("The problem has no template, so there is nothing to tune.");
  if (m_content.session().readOnly)
    return m_content.session().readOnlyWhy.isEmpty() ? tr("The session can only be read.")
                                                     : m_content.session().readOnlyWhy;
  return m_fields->fault();
}

void RunBar::enable(QAction* action, const QString& reason) {
  action->setEnabled(reason.isEmpty());
  ActionRegistry::setDisabledReason(action, reason);
  action->setToolTip(reason.isEmpty() ? action->text() : reason);
}

void RunBar::followState() {
  const RunState state = m_content.runState();
  const bool paused = state == RunState::paused;
  m_pause->setText(paused ? tr("Resume") : tr("Pause"));
  enable(m_tune, whyNotTune());
  const QString notRunning = m_content.isRunning() ? QString() : tr("Nothing runs.");
  const QString stopping =
      state == RunState::stopping ? tr("The run is being stopped.") : QString();
  const QString starting =
      state == RunState::starting ? tr("The run is only starting.") : QString();
  enable(m_stop, notRunning + stopping);
  enable(m_pause, notRunning + stopping + starting);
  for (QAction* action : m_fields->actions())
    enable(action, m_content.isRunning() ? tr("A run is going on.")
                   : !m_content.isOpen() ? tr("No problem is open.")
                                         : QString());
  // A disabled field would hand the focus on to the next button, which stops the run.
  if (state == RunState::starting && isAncestorOf(QApplication::focusWidget()))
    (m_finding->isHidden() ? static_cast<QWidget*>(this) : m_finding)->setFocus();
  m_fields->setEnabled(!m_content.isRunning());
  followRun();
}

void RunBar::followRun() {
  const RunState state = m_content.runState();
  const RunFigures& run = m_content.run();
  m_progress->setText(progressText(state, run));
  m_bar->setVisible(m_content.isRunning());
  if (const auto share = progressShare(state, run)) {
    m_bar->setRange(0, barSteps);
    m_bar->setValue(static_cast<int>(*share * barSteps));
  } else {
    m_bar->setRange(0, 0);
  }
  placeFinding();
}

void RunBar::followFinding() {
  const FindingWords& finding = m_content.finding();
  m_finding->setFinding(finding);
  enable(m_evidence, finding.sentence.isEmpty() ? tr("Nothing was timed yet.") : QString());
  m_host->setVisible(m_content.onHost());
  placeFinding();
}

// At the right of the buttons where there is room for it, else below them.
void RunBar::placeFinding() {
  const int letters = fontMetrics().averageCharWidth();
  m_bar->setFixedWidth(letters * 24);
  const bool atRight = width() > letters * 230;
  QHBoxLayout* wanted = atRight ? m_first : m_second;
  if (wanted->indexOf(m_finding) < 0) {
    m_first->removeWidget(m_finding);
    m_second->removeWidget(m_finding);
    // Before the stretch at the end of the first, after the host's heading in the second.
    wanted->insertWidget(atRight ? m_first->count() - 1 : 1, m_finding, 1000);
  }
  // The row has its place also while it is empty: panels must not move when a run begins.
  m_secondRow->setFixedHeight(std::max({m_finding->sizeHint().height(), m_host->sizeHint().height(),
                                        m_progress->fontMetrics().height()}));
}

void RunBar::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  placeFinding();
}

void RunBar::paintEvent(QPaintEvent*) {
  const Tokens& tokens = Theme::instance().tokens();
  QPainter painter(this);
  painter.fillRect(rect(), tokens.window);
  painter.setPen(QPen(tokens.hairline, 0));
  painter.drawLine(rect().bottomLeft(), rect().bottomRight());
}

}  // namespace kw
