// SPDX-License-Identifier: GPL-3.0-or-later
// What stands where in the panel.
#include <QAction>
#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QSplitter>
#include <QVBoxLayout>

#include "widgets/space/constraint_model.h"
#include "widgets/space/fitted_table.h"
#include "widgets/space/parameter_model.h"
#include "widgets/space/space_panel.h"
#include "widgets/space/values_delegate.h"
#include "widgets/theme/theme.h"

namespace kw {

namespace {

void embolden(QLabel* label) {
  QFont font;
  font.setWeight(QFont::DemiBold);  // the rest is the theme's
  label->setFont(font);
}

}  // namespace

// What comes of an edit stays in sight, wherever the tables are scrolled to.
QWidget* SpacePanel::makePage(QWidget* tables) {
  auto* page = new QWidget(this);
  auto* layout = new QVBoxLayout(page);
  layout->setContentsMargins(0, spacing::between, 0, 0);
  layout->setSpacing(spacing::within);
  m_heading = makeLabel("heading");
  m_heading->setObjectName(QStringLiteral("space.heading"));
  embolden(m_heading);
  m_note = makeLabel("secondary");
  m_faults = makeLabel("failed");
  m_faults->setObjectName(QStringLiteral("space.faults"));
  for (QLabel* label : {m_heading, m_note, m_faults}) {
    label->setIndent(spacing::between);  // a style sheet drops a label's margins
    layout->addWidget(label);
  }
  layout->addWidget(tables, 1);
  return page;
}

QWidget* SpacePanel::makeBody() {
  auto* body = new QWidget(this);
  auto* layout = new QVBoxLayout(body);
  layout->setContentsMargins(0, 0, 0, spacing::between);
  layout->setSpacing(spacing::within);
  m_limits = makeLabel("secondary");
  m_requires = makeLabel("secondary");
  m_parameterTable = makeTable(m_parameters, tr("Parameters"));
  m_parameterTable->setItemDelegateForColumn(ParameterModel::valuesColumn,
                                             new ValuesDelegate(m_parameterTable));
  m_constraintTable = makeTable(m_constraints, tr("Constraints"));
  auto* sections = new QSplitter(Qt::Vertical, body);
  sections->setChildrenCollapsible(false);
  sections->addWidget(makeSection(tr("Parameters"), m_parameterTable, m_addParameter));
  sections->addWidget(makeSection(tr("Constraints"), m_constraintTable, m_addConstraint));
  sections->setStretchFactor(0, 3);
  sections->setStretchFactor(1, 2);
  auto* evaluate = new QPushButton(m_evaluate->text(), body);
  evaluate->setToolTip(tr("Verify and time one configuration of your choice"));
  connect(evaluate, &QPushButton::clicked, m_evaluate, &QAction::trigger);
  connect(m_evaluate, &QAction::changed, evaluate,
          [this, evaluate] { evaluate->setEnabled(m_evaluate->isEnabled()); });
  layout->addWidget(sections, 1);
  for (QLabel* label : {m_limits, m_requires}) {
    label->setIndent(spacing::between);  // a style sheet drops a label's margins
    layout->addWidget(label);
  }
  auto* row = new QHBoxLayout;
  row->setContentsMargins(spacing::between, spacing::within, spacing::between, 0);
  row->addWidget(evaluate);
  row->addStretch(1);
  layout->addLayout(row);
  return body;
}

QWidget* SpacePanel::makeSection(const QString& title, QTableView* table, QAction* add) {
  auto* section = new QWidget(this);
  auto* layout = new QVBoxLayout(section);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(spacing::within);
  auto* row = new QHBoxLayout;
  row->setContentsMargins(spacing::between, 0, spacing::between, 0);
  auto* heading = new QLabel(title, section);
  heading->setBuddy(table);
  embolden(heading);
  auto* button = new QPushButton(tr("Add"), section);
  button->setAccessibleName(add->text());
  button->setToolTip(add->text());
  connect(button, &QPushButton::clicked, add, &QAction::trigger);
  row->addWidget(heading, 1);
  row->addWidget(button);
  layout->addLayout(row);
  layout->addWidget(table, 1);
  setTabOrder(table, button);
  return section;
}

QTableView* SpacePanel::makeTable(QAbstractItemModel* model, const QString& name) {
  const bool isParameters = model == m_parameters;
  auto* table = isParameters ? new FittedTable(3, 12, this) : new FittedTable(2, 8, this);
  table->setModel(model);
  table->setAccessibleName(name);
  table->setSelectionBehavior(QAbstractItemView::SelectRows);
  table->setSelectionMode(QAbstractItemView::SingleSelection);
  table->setEditTriggers(QAbstractItemView::DoubleClicked | QAbstractItemView::EditKeyPressed);
  table->setTabKeyNavigation(false);
  table->setShowGrid(false);
  table->setWordWrap(false);
  table->setTextElideMode(Qt::ElideRight);
  table->setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
  table->setContextMenuPolicy(Qt::CustomContextMenu);
  table->verticalHeader()->hide();
  QHeaderView* header = table->horizontalHeader();
  header->setHighlightSections(false);
  header->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
  header->setMinimumSectionSize(1);
  const int wide = isParameters ? int{ParameterModel::valuesColumn} : ConstraintModel::textColumn;
  for (int column = 0; column < model->columnCount(); ++column)
    header->setSectionResizeMode(
        column, column == wide ? QHeaderView::Stretch : QHeaderView::ResizeToContents);
  if (isParameters)
    header->setSectionResizeMode(ParameterModel::meaningColumn, QHeaderView::Stretch);
  // Where there is no room for so few rows, the panel scrolls as a whole.
  const auto fit = [table, header] {
    const int row = Theme::instance().scaled(spacing::row);
    table->verticalHeader()->setMinimumSectionSize(1);
    table->verticalHeader()->setDefaultSectionSize(row);
    table->refit();
    header->headerDataChanged(Qt::Horizontal, 0, header->count() - 1);  // columns follow the font
    table->viewport()->update();
  };
  fit();
  connect(&Theme::instance(), &Theme::changed, table, fit);
  connect(model, &QAbstractItemModel::dataChanged, table->viewport(),
          qOverload<>(&QWidget::update));
  auto* draftTable = static_cast<DraftTable*>(model);
  connect(table->itemDelegate(), &QAbstractItemDelegate::closeEditor, draftTable,
          &DraftTable::dropEmptyNewRowLater);
  // Enter edits too.
  connect(table, &QAbstractItemView::activated, table, [table](const QModelIndex& index) {
    if (index.flags().testFlag(Qt::ItemIsEditable) && !table->isPersistentEditorOpen(index))
      table->edit(index);
  });
  connect(table->selectionModel(), &QItemSelectionModel::currentChanged, this,
          &SpacePanel::keepRowInSightLater);
  connect(table, &QWidget::customContextMenuRequested, this, [this, table](const QPoint& place) {
    if (table == m_parameterTable) valueMenu(place);
  });
  return table;
}

// In a narrow dock values and constraints matter most; tool tips have the rest.
void SpacePanel::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  const bool narrow = width() < Theme::instance().scaled(440);
  m_parameterTable->setColumnHidden(ParameterModel::meaningColumn, narrow);
  m_constraintTable->setColumnHidden(ConstraintModel::addsColumn, narrow);
}

}  // namespace kw
