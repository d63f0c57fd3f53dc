// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/palette/shortcuts_dialog.h"

#include <QClipboard>
#include <QDialogButtonBox>
#include <QGuiApplication>
#include <QHeaderView>
#include <QLineEdit>
#include <QPushButton>
#include <QSortFilterProxyModel>
#include <QStandardItemModel>
#include <QTableView>
#include <QVBoxLayout>

#include "widgets/palette/action_registry.h"
#include "widgets/theme/theme.h"

namespace kw {

ShortcutsDialog::ShortcutsDialog(const ActionRegistry& registry, QWidget* parent)
    : QDialog(parent),
      m_model(new QStandardItemModel(0, 3, this)),
      m_shown(new QSortFilterProxyModel(this)),
      m_filter(new QLineEdit(this)),
      m_table(new QTableView(this)) {
  setObjectName(QStringLiteral("shortcutsDialog"));
  setWindowTitle(tr("Keyboard shortcuts"));
  fill(registry);
  m_shown->setSourceModel(m_model);
  m_shown->setFilterKeyColumn(-1);
  m_shown->setFilterCaseSensitivity(Qt::CaseInsensitive);
  m_filter->setPlaceholderText(tr("Filter by action, keys or category"));
  m_filter->setAccessibleName(tr("Filter of the shortcuts"));
  m_filter->setClearButtonEnabled(true);
  connect(m_filter, &QLineEdit::textChanged, m_shown, &QSortFilterProxyModel::setFilterFixedString);

  m_table->setModel(m_shown);
  m_table->setAccessibleName(tr("Actions and their keys"));
  m_table->horizontalHeader()->setSortIndicator(2, Qt::AscendingOrder);
  m_table->setSortingEnabled(true);
  m_table->setSelectionBehavior(QAbstractItemView::SelectRows);
  m_table->setEditTriggers(QAbstractItemView::NoEditTriggers);
  m_table->setTabKeyNavigation(false);
  m_table->setShowGrid(false);
  m_table->verticalHeader()->hide();
  m_table->verticalHeader()->setDefaultSectionSize(Theme::instance().scaled(spacing::row));
  m_table->horizontalHeader()->setSectionResizeMode(0, QHeaderView::Stretch);
  m_table->horizontalHeader()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
  for (const int column : {1, 2})
    m_table->horizontalHeader()->setSectionResizeMode(column, QHeaderView::ResizeToContents);

  auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
  QPushButton* copyButton = buttons->addButton(tr("Copy"), QDialogButtonBox::ActionRole);
  copyButton->setToolTip(tr("Copy the rows shown, as tab-separated text"));
  connect(copyButton, &QPushButton::clicked, this, &ShortcutsDialog::copy);
  connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);

  auto* layout = new QVBoxLayout(this);
  layout->addWidget(m_filter);
  layout->addWidget(m_table, 1);
  layout->addWidget(buttons);
  const int letters = fontMetrics().averageCharWidth();
  resize(letters * 100, Theme::instance().scaled(480));
}

void ShortcutsDialog::fill(const ActionRegistry& registry) {
  m_model->setHorizontalHeaderLabels({tr("Action"), tr("Keys"), tr("Category")});
  for (const RegisteredAction& each : registry.actions()) {
    const QString keys =
        QKeySequence::listToString(each.action->shortcuts(), QKeySequence::NativeText);
    m_model->appendRow({new QStandardItem(each.text()), new QStandardItem(keys),
                        new QStandardItem(each.category)});
  }
}

QString ShortcutsDialog::shownAsTsv() const {
  QStringList lines{tr("Action") + QLatin1Char('\t') + tr("Keys") + QLatin1Char('\t') +
                    tr("Category")};
  for (int row = 0; row < m_shown->rowCount(); ++row) {
    QStringList fields;
    for (int column = 0; column < m_shown->columnCount(); ++column)
      fields.append(m_shown->index(row, column).data().toString());
    lines.append(fields.join(QLatin1Char('\t')));
  }
  return lines.join(QLatin1Char('\n')) + QLatin1Char('\n');
}

void ShortcutsDialog::copy() const {
  QGuiApplication::clipboard()->setText(shownAsTsv());
}

}  // namespace kw
