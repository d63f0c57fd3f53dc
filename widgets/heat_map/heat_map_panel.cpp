// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/heat_map/heat_map_panel.h"

#include <QAction>
#include <QHBoxLayout>
#include <QLabel>
#include <QLocale>
#include <QSignalBlocker>
#include <QVBoxLayout>
#include <utility>

#include "widgets/controls/choice_box.h"
#include "widgets/controls/tool_button.h"
#include "widgets/parameter_feed/parameter_feed.h"
#include "widgets/plots/picture_actions.h"
#include "widgets/theme/theme.h"
#include "widgets/time_choice/time_choice.h"

namespace kw {

namespace {

const QString columnKey = QStringLiteral("column");
const QString rowKey = QStringLiteral("row");
const QString medianKey = QStringLiteral("median");

QString counted(size_t count) {
  return QLocale().toString(static_cast<qulonglong>(count));
}

}  // namespace

HeatMapPanel::HeatMapPanel(Content& content, Selection& selection, QWidget* parent)
    : QWidget(parent),
      m_content(content),
      m_selection(selection),
      m_choice(new TimeChoice(content)),
      m_column(new ChoiceBox),
      m_row(new ChoiceBox),
      m_view(new HeatMapView),
      m_title(new QLabel),
      m_footnote(new QLabel),
      m_median(new QAction(tr("Median"), this)),
      m_swap(new QAction(tr("Swap"), this)),
      m_feed(new ParameterFeed(content, *m_choice, *this)),
      m_picture(new PictureActions(
          QStringLiteral("heatMap"), *this, [this] { return grab().toImage(); },
          [this] { return m_view->tableText(); })) {
  setObjectName(QStringLiteral("heatMap"));
  makeActions();
  layOut();
  listen();
  listParameters();
  showEmptyText();
  showWords();
}

QList<QAction*> HeatMapPanel::panelActions() const {
  return QList<QAction*>{m_median, m_swap} + m_picture->actions();
}

void HeatMapPanel::makeActions() {
  m_median->setObjectName(QStringLiteral("heatMap.median"));
  m_median->setCheckable(true);
  m_median->setShortcut(Qt::Key_M);
  m_median->setToolTip(tr("The median time of each cell instead of the best one"));
  m_swap->setObjectName(QStringLiteral("heatMap.swap"));
  m_swap->setShortcut(Qt::Key_T);
  m_swap->setToolTip(tr("Columns become rows"));
  for (QAction* action : {m_median, m_swap}) {
    action->setShortcutContext(Qt::WidgetWithChildrenShortcut);
    addAction(action);
  }
}

void HeatMapPanel::layOut() {
  m_title->setWordWrap(true);
  m_title->setObjectName(QStringLiteral("heatMapTitle"));
  m_footnote->setWordWrap(true);
  m_footnote->setObjectName(QStringLiteral("heatMapFootnote"));
  m_footnote->setProperty("role", QStringLiteral("secondary"));
  m_column->setAccessibleName(tr("Parameter of the columns"));
  m_column->setToolTip(m_column->accessibleName());
  m_column->setObjectName(QStringLiteral("heatMapColumn"));
  m_row->setAccessibleName(tr("Parameter of the rows"));
  m_row->setToolTip(m_row->accessibleName());
  m_row->setObjectName(QStringLiteral("heatMapRow"));
  for (ChoiceBox* box : {m_column, m_row})
    box->setSizeAdjustPolicy(ChoiceBox::AdjustToContents);
  auto* tools = new QHBoxLayout;
  tools->setSpacing(spacing::between);
  tools->addWidget(m_column);
  tools->addWidget(m_row);
  tools->addWidget(toolButton(m_swap));
  tools->addWidget(m_choice);
  tools->addWidget(toolButton(m_median));
  tools->addStretch();
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(spacing::groups, spacing::between, spacing::groups, spacing::between);
  column->setSpacing(spacing::within);
  column->addWidget(makeHostHeading(m_content, this));
  column->addWidget(m_title);
  column->addLayout(tools);
  column->addWidget(m_view, 1);
  column->addWidget(m_footnote);
  setFocusProxy(m_view);
}

void HeatMapPanel::listen() {
  connect(m_feed, &ParameterFeed::updated, this, &HeatMapPanel::take);
  connect(&m_content, &Content::problemChanged, this, &HeatMapPanel::showEmptyText);
  connect(&m_content, &Content::runStateChanged, this, &HeatMapPanel::showEmptyText);
  connect(m_column, &ChoiceBox::activated, this, [this] { chosen(*m_column, *m_row); });
  connect(m_row, &ChoiceBox::activated, this, [this] { chosen(*m_row, *m_column); });
  connect(m_swap, &QAction::triggered, this,
          [this] { choosePair(m_row->currentText(), m_column->currentText()); });
  connect(m_median, &QAction::toggled, this, [this](bool median) {
    m_view->setFigure(median ? view::PairFigure::median : view::PairFigure::best);
    showWords();
  });
  connect(m_view, &HeatMapView::picked, this, &HeatMapPanel::pick);
  connect(m_view, &HeatMapView::pointed, &m_selection, &Selection::hover);
  connect(
      m_picture, &PictureActions::saved, this, [this](const QString& path, const QString& error) {
        Q_EMIT m_content.noticed(error.isEmpty() ? tr("The picture is in %1.").arg(path) : error);
      });
}

void HeatMapPanel::take(bool anew, bool complete) {
  if (anew) listParameters();
  if (complete || anew) showTable();
}

void HeatMapPanel::listParameters() {
  const auto& axes = m_feed->lines().axes();
  for (ChoiceBox* box : {m_column, m_row}) {
    const QSignalBlocker blocker(box);
    box->clear();
    for (const view::ParameterAxis& axis : axes)
      box->addItem(QString::fromStdString(axis.name));
    box->setEnabled(axes.size() > 1);
  }
  m_swap->setEnabled(axes.size() > 1);
}

void HeatMapPanel::choosePair(const QString& column, const QString& row) {
  m_wantedColumn = column;
  m_wantedRow = row;
  showTable();
}

void HeatMapPanel::chosen(ChoiceBox& box, ChoiceBox& other) {
  const bool isColumn = &box == m_column;
  const QString before = isColumn ? m_wantedColumn : m_wantedRow;
  const QString otherNow = box.currentText() == other.currentText() ? before : other.currentText();
  choosePair(isColumn ? box.currentText() : otherNow, isColumn ? otherNow : box.currentText());
}

HeatMapView::Axis HeatMapPanel::axisOf(size_t axis) const {
  const view::ParameterAxis& parameter = m_feed->lines().axes()[axis];
  HeatMapView::Axis made{QString::fromStdString(parameter.name), {}};
  for (const std::string& value : parameter.values)
    made.values << QString::fromStdString(value);
  return made;
}

void HeatMapPanel::showTable() {
  const view::ParameterLines& lines = m_feed->lines();
  const auto usual = view::usualPair(lines);
  if (!usual) {
    m_view->setTable({}, {}, {});
    showEmptyText();
    return showWords();
  }
  int column = m_column->findText(m_wantedColumn), row = m_row->findText(m_wantedRow);
  if (column < 0 || row < 0 || column == row) {
    column = static_cast<int>(usual->column);
    row = static_cast<int>(usual->row);
  }
  m_column->setCurrentIndex(column);
  m_row->setCurrentIndex(row);
  const auto x = static_cast<size_t>(column), y = static_cast<size_t>(row);
  m_view->setTable(view::PairTable(lines, x, y), axisOf(x), axisOf(y));
  showEmptyText();
  showWords();
}

void HeatMapPanel::showWords() {
  const QString figure = m_median->isChecked() ? tr("Median") : tr("Best");
  const view::PairTable& table = m_view->table();
  m_title->setText(table.cells() == 0 ? tr("Time of each pair of values")
                                      : tr("%1 time of each pair of values of %2 and %3, %4")
                                            .arg(figure, m_column->currentText(),
                                                 m_row->currentText(), m_choice->words()));
  QStringList notes;
  if (table.best()) {
    notes << tr("Diamonds mark the best candidate and its two values.");
    if (table.emptyCells() > 0)
      notes << tr("Hatched: no candidate (%1 of %2 cells).")
                   .arg(counted(table.emptyCells()), counted(table.cells()));
    if (table.untimedCells() > 0)
      notes
          << tr("Cross: candidates, but none with a time (%1).").arg(counted(table.untimedCells()));
    if (m_feed->lines().failed() > 0)
      notes << tr("%1 that failed have no time.").arg(counted(m_feed->lines().failed()));
    if (table.unknownRows() > 0)
      notes << tr("%1 not shown: with a value that the space no longer has.")
                   .arg(counted(table.unknownRows()));
  }
  m_footnote->setText(notes.join(QLatin1Char(' ')));
  m_footnote->setVisible(!notes.isEmpty());
}

void HeatMapPanel::showEmptyText() {
  const auto& problem = m_content.problem();
  const Space* space = problem && problem->problem.space ? &*problem->problem.space : nullptr;
  if (!problem)
    m_view->setEmptyText(tr("Nothing is open"),
                         tr("Open a problem or a session: the times of each pair of values of two "
                            "parameters will appear here."));
  else if (!space || space->parameters.size() < 2)
    m_view->setEmptyText(tr("This problem has fewer than two parameters"),
                         tr("Add a second one to the parameter space: their values are set against "
                            "each other here."));
  else
    m_view->setEmptyText(tr("No candidate was timed yet"),
                         tr("Start Tune: the best time of each pair of values will appear here."));
}

void HeatMapPanel::pick(Selection::Id id, Qt::KeyboardModifiers modifiers) {
  if (modifiers & Qt::ControlModifier)
    m_selection.toggle(id);
  else
    m_selection.selectOnly(id);
}

bool HeatMapPanel::settled() const {
  return m_feed->settled();
}

QVariantMap HeatMapPanel::saveState() const {
  QVariantMap state = m_choice->saveState();
  state.insert(columnKey, m_wantedColumn);
  state.insert(rowKey, m_wantedRow);
  state.insert(medianKey, m_median->isChecked());
  return state;
}

void HeatMapPanel::restoreState(const QVariantMap& state) {
  m_choice->restoreState(state);
  m_wantedColumn = state.value(columnKey).toString();
  m_wantedRow = state.value(rowKey).toString();
  m_median->setChecked(state.value(medianKey).toBool());
}

}  // namespace kw
