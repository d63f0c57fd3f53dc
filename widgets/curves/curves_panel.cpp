// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/curves/curves_panel.h"

#include <QAction>
#include <QFileDialog>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QLabel>
#include <QVBoxLayout>
#include <array>
#include <utility>

#include "base/files/files.h"
#include "view/curves/simulated_curves.h"
#include "widgets/controls/tool_button.h"
#include "widgets/theme/theme.h"
#include "widgets/time_choice/time_choice.h"

namespace kw {

namespace {

const QString eachRunKey = QStringLiteral("eachRun");
constexpr size_t mostBytes = size_t{64} << 20;  // of a file of curves

}  // namespace

CurvesPanel::CurvesPanel(Content& content, Selection&, QWidget* parent)
    : QWidget(parent),
      m_content(content),
      m_plot(new Plot(QStringLiteral("curves"))),
      m_choice(new TimeChoice(content)),
      m_title(new QLabel),
      m_footnote(new QLabel) {
  setObjectName(QStringLiteral("curves"));
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

void CurvesPanel::makeActions() {
  m_eachRun = action(QStringLiteral("curves.eachRun"), tr("Each run"), QKeySequence(Qt::Key_E));
  m_eachRun->setCheckable(true);
  m_eachRun->setToolTip(tr("Each run by itself instead of the mean of a strategy's runs"));
  m_compare = action(QStringLiteral("curves.compare"), tr("Compare…"), QKeySequence(Qt::Key_C));
  m_compare->setToolTip(tr("Open curves that kwr simulate --curves wrote"));
  m_closeComparison =
      action(QStringLiteral("curves.closeComparison"), tr("Close comparison"), QKeySequence());
  m_closeComparison->setEnabled(false);
}

QAction* CurvesPanel::action(const QString& id, const QString& text, const QKeySequence& key) {
  auto* made = new QAction(text, this);
  made->setObjectName(id);
  made->setShortcut(key);
  made->setShortcutContext(Qt::WidgetWithChildrenShortcut);
  addAction(made);
  return made;
}

QList<QAction*> CurvesPanel::panelActions() const {
  return QList<QAction*>{m_eachRun, m_compare, m_closeComparison} + m_plot->plotActions();
}

// Colours come again after seven curves, with another dash.
void CurvesPanel::makePlot() {
  m_plot->setObjectName(QStringLiteral("curvesPlot"));
  m_plot->setAccessibleName(tr("Best so far against evaluations"));
  m_plot->viewport()->setAccessibleName(m_plot->accessibleName());
  const auto colourOf = [](size_t curve) {
    return [curve](const Tokens& tokens) { return tokens.series[curve % tokens.series.size()]; };
  };
  static constexpr std::array dashes = {Qt::SolidLine, Qt::DashLine, Qt::DashDotLine, Qt::DotLine,
                                        Qt::DashDotDotLine};
  for (size_t curve = 0; curve < mostCurves; ++curve)
    m_plot->addBand(colourOf(curve));
  for (size_t curve = 0; curve < mostCurves; ++curve)
    m_plot->addLine(
        {.name = {}, .colour = colourOf(curve), .dash = dashes[curve % dashes.size()], .width = 2});
}

void CurvesPanel::layOut() {
  m_title->setWordWrap(true);
  m_title->setObjectName(QStringLiteral("curvesTitle"));
  m_footnote->setWordWrap(true);
  m_footnote->setObjectName(QStringLiteral("curvesFootnote"));
  m_footnote->setProperty("role", QStringLiteral("secondary"));
  auto* tools = new QHBoxLayout;
  tools->setSpacing(spacing::between);
  tools->addWidget(m_choice);
  for (QAction* each : {m_eachRun, m_compare, m_closeComparison})
    tools->addWidget(toolButton(each));
  tools->addStretch();
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(spacing::groups, spacing::between, spacing::groups, spacing::between);
  column->setSpacing(spacing::within);
  column->addWidget(makeHostHeading(m_content, this));
  column->addWidget(m_title);
  column->addLayout(tools);
  column->addWidget(m_plot, 1);
  column->addWidget(m_footnote);
  setFocusProxy(m_plot);
}

void CurvesPanel::listen() {
  connect(&m_beat, &QTimer::timeout, this, &CurvesPanel::update);
  connect(&m_content, &Content::candidatesAppended, this, &CurvesPanel::later);
  connect(&m_content, &Content::candidatesReset, this, &CurvesPanel::later);
  connect(&m_content, &Content::recordedRunsChanged, this, &CurvesPanel::later);
  connect(&m_content, &Content::problemChanged, this, &CurvesPanel::later);
  connect(&m_content, &Content::runStateChanged, this, &CurvesPanel::showEmptyText);
  connect(m_choice, &TimeChoice::changed, this, &CurvesPanel::later);
  connect(m_eachRun, &QAction::toggled, this, &CurvesPanel::update);
  connect(m_compare, &QAction::triggered, this, &CurvesPanel::askForComparison);
  connect(m_closeComparison, &QAction::triggered, this, &CurvesPanel::closeComparison);
  connect(m_plot, &Plot::viewChanged, this, &CurvesPanel::later);
  connect(m_plot, &Plot::saved, this, [this](const QString& path, const QString& error) {
    Q_EMIT m_content.noticed(error.isEmpty() ? tr("The picture is in %1.").arg(path) : error);
  });
}

void CurvesPanel::showEvent(QShowEvent* event) {
  QWidget::showEvent(event);
  if (m_dirty) later();
}

// Nothing is done while nobody sees it; showing the panel catches up.
void CurvesPanel::later() {
  m_dirty = true;
  if (isVisible() && !m_beat.isActive()) m_beat.start();
}

void CurvesPanel::askForComparison() {
  auto* dialog = new QFileDialog(this, tr("Open curves"), QString(),
                                 tr("Curves of kwr simulate (*.csv);;All files (*)"));
  dialog->setFileMode(QFileDialog::ExistingFile);
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  connect(dialog, &QFileDialog::fileSelected, this, &CurvesPanel::openComparison);
  dialog->open();
}

void CurvesPanel::openComparison(const QString& path) {
  m_reading.start(
      [file = path.toStdString()](const std::stop_token&) -> Result<std::vector<view::Curve>> {
        KW_ASSIGN(const std::string text, files::readText(file, mostBytes));
        return view::readSimulatedCurves(text, file);
      },
      [this, path](Result<std::vector<view::Curve>> curves) {
        if (!curves) {
          Q_EMIT m_content.noticed(tr("The curves could not be opened: %1")
                                       .arg(QString::fromStdString(curves.error().text())));
          m_footnote->setText(QString::fromStdString(curves.error().text()));
          m_footnote->setVisible(true);
          return;
        }
        m_simulated = std::move(*curves);
        m_simulatedFile = QFileInfo(path).fileName();
        m_closeComparison->setEnabled(true);
        update();
      });
}

void CurvesPanel::closeComparison() {
  m_reading.cancel();
  m_simulated.clear();
  m_closeComparison->setEnabled(false);
  update();
}

QVariantMap CurvesPanel::saveState() const {
  QVariantMap state = m_choice->saveState();
  state.insert(eachRunKey, m_eachRun->isChecked());
  return state;
}

void CurvesPanel::restoreState(const QVariantMap& state) {
  m_choice->restoreState(state);
  m_eachRun->setChecked(state.value(eachRunKey).toBool());
}

}  // namespace kw
