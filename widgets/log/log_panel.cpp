// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/log/log_panel.h"

#include <QAction>
#include <QClipboard>
#include <QGuiApplication>
#include <QLabel>
#include <QLineEdit>
#include <QListView>
#include <QPushButton>
#include <QScrollBar>
#include <QSortFilterProxyModel>
#include <QStackedWidget>
#include <QVBoxLayout>
#include <algorithm>

#include "widgets/content/content.h"
#include "widgets/log/log_model.h"
#include "widgets/selection/selection.h"
#include "widgets/theme/theme.h"

namespace kw {

LogPanel::LogPanel(Content& content, Selection&, QWidget* parent)
    : QWidget(parent),
      m_model(new LogModel(this)),
      m_shown(new QSortFilterProxyModel(this)),
      m_filter(new QLineEdit(this)),
      m_list(new QListView(this)),
      m_empty(new QLabel(this)),
      m_footer(new QLabel(this)),
      m_stack(new QStackedWidget(this)) {
  setObjectName(QStringLiteral("logPanel"));
  m_shown->setSourceModel(m_model);
  m_shown->setFilterCaseSensitivity(Qt::CaseInsensitive);
  m_filter->setPlaceholderText(tr("Filter the log"));
  m_filter->setAccessibleName(tr("Filter of the log"));
  m_filter->setClearButtonEnabled(true);
  m_list->setModel(m_shown);
  m_list->setAccessibleName(tr("Log"));
  m_list->setUniformItemSizes(true);
  m_list->setSelectionMode(QAbstractItemView::ExtendedSelection);
  m_list->setTextElideMode(Qt::ElideRight);
  m_empty->setProperty("role", "secondary");
  m_empty->setAlignment(Qt::AlignCenter);
  m_empty->setWordWrap(true);
  m_footer->setProperty("role", "secondary");
  makeActions();
  layOut();
  setFocusProxy(m_list);

  const auto setFont = [this] { m_list->setFont(Theme::instance().codeFont()); };
  setFont();
  connect(&Theme::instance(), &Theme::changed, this, setFont);
  connect(m_filter, &QLineEdit::textChanged, this, [this](const QString& text) {
    m_shown->setFilterFixedString(text);
    follow();
  });
  connect(m_list->verticalScrollBar(), &QScrollBar::valueChanged, this,
          [this](int value) { m_followsEnd = value >= m_list->verticalScrollBar()->maximum(); });
  connect(m_list->verticalScrollBar(), &QScrollBar::rangeChanged, this, &LogPanel::scrollIfAtEnd);
  connect(m_model, &LogModel::linesChanged, this, &LogPanel::follow);
  connect(&content, &Content::noticed, this, &LogPanel::add);
  follow();
}

void LogPanel::makeActions() {
  const auto make = [this](const char* name, const QString& text, const QKeySequence& keys) {
    auto* action = new QAction(text, this);
    action->setObjectName(QString::fromLatin1(name));
    action->setShortcut(keys);
    action->setShortcutContext(Qt::WidgetWithChildrenShortcut);
    addAction(action);
    return action;
  };
  m_copy = make("log.copy", tr("Copy log lines"), QKeySequence::Copy);
  m_clear = make("log.clear", tr("Clear the log"), {});
  m_focusFilter = make("log.filter", tr("Filter the log"), QKeySequence::Find);
  connect(m_copy, &QAction::triggered, this, &LogPanel::copy);
  connect(m_clear, &QAction::triggered, m_model, &LogModel::clear);
  connect(m_focusFilter, &QAction::triggered, this, [this] {
    m_filter->setFocus(Qt::ShortcutFocusReason);
    m_filter->selectAll();
  });
}

void LogPanel::layOut() {
  auto* copyButton = new QPushButton(tr("Copy"), this);
  copyButton->setToolTip(tr("Copy the selected lines, or all that are shown"));
  copyButton->setAccessibleName(m_copy->text());
  auto* clearButton = new QPushButton(tr("Clear"), this);
  clearButton->setAccessibleName(m_clear->text());
  connect(copyButton, &QPushButton::clicked, m_copy, &QAction::trigger);
  connect(clearButton, &QPushButton::clicked, m_clear, &QAction::trigger);
  const auto followActions = [this, copyButton, clearButton] {
    copyButton->setEnabled(m_copy->isEnabled());
    clearButton->setEnabled(m_clear->isEnabled());
  };
  connect(m_copy, &QAction::changed, this, followActions);
  connect(m_clear, &QAction::changed, this, followActions);

  auto* top = new QHBoxLayout;
  top->setSpacing(spacing::between);
  top->addWidget(m_filter, 1);
  top->addWidget(copyButton);
  top->addWidget(clearButton);
  m_stack->addWidget(m_empty);
  m_stack->addWidget(m_list);
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(spacing::between, spacing::between, spacing::between,
                             spacing::between);
  layout->setSpacing(spacing::between);
  layout->addLayout(top);
  layout->addWidget(m_stack, 1);
  layout->addWidget(m_footer);
}

QList<QAction*> LogPanel::panelActions() const {
  return {m_copy, m_clear, m_focusFilter};
}

void LogPanel::add(const QString& text) {
  m_model->add(text);
}

void LogPanel::copy() const {
  QList<int> rows;
  for (const QModelIndex& index : m_list->selectionModel()->selectedIndexes())
    rows.append(index.row());
  std::sort(rows.begin(), rows.end());
  if (rows.isEmpty())
    for (int row = 0; row < m_shown->rowCount(); ++row)
      rows.append(row);
  QString text;
  for (const int row : rows)
    text +=
        m_model->lineText(m_shown->mapToSource(m_shown->index(row, 0)).row()) + QLatin1Char('\n');
  QGuiApplication::clipboard()->setText(text);
}

void LogPanel::follow() {
  const bool any = m_model->rowCount() > 0, shown = m_shown->rowCount() > 0;
  m_stack->setCurrentIndex(shown ? 1 : 0);
  m_empty->setText(any ? tr("No line matches the filter.")
                       : tr("Notices appear here: what was opened, what a run does, and what "
                            "went wrong."));
  m_copy->setEnabled(shown);
  m_clear->setEnabled(any);
  m_footer->setVisible(m_model->dropped() > 0);
  const QString kept = locale().toString(LogModel::mostLines);
  m_footer->setText(m_model->dropped() == 1
                        ? tr("1 earlier line is gone: the log keeps %1.").arg(kept)
                        : tr("%1 earlier lines are gone: the log keeps %2.")
                              .arg(locale().toString(m_model->dropped()), kept));
}

void LogPanel::scrollIfAtEnd() {
  if (m_followsEnd) m_list->scrollToBottom();
}

}  // namespace kw
