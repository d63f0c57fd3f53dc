// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/start/entry_list.h"

#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QListView>
#include <QMenu>
#include <QPushButton>
#include <QSortFilterProxyModel>
#include <QStackedWidget>
#include <QVBoxLayout>
#include <algorithm>

#include "widgets/start/entry_delegate.h"
#include "widgets/theme/theme.h"

namespace kw {

EntryList::EntryList(const QString& name, const QString& title, const QString& empty,
                     QWidget* parent)
    : QWidget(parent),
      m_model(new EntryModel(this)),
      m_shown(new QSortFilterProxyModel(this)),
      m_title(new QLabel(title, this)),
      m_filter(new QLineEdit(this)),
      m_list(new QListView(this)),
      m_empty(new QLabel(this)),
      m_stack(new QStackedWidget(this)),
      m_remove(new QPushButton(tr("Remove from the list"), this)),
      m_emptyText(empty) {
  setObjectName(name);
  m_shown->setSourceModel(m_model);
  m_shown->setFilterRole(EntryModel::filterRole);
  m_shown->setFilterCaseSensitivity(Qt::CaseInsensitive);
  m_filter->setPlaceholderText(tr("Filter"));
  m_filter->setAccessibleName(tr("Filter of: %1").arg(title));
  m_filter->setClearButtonEnabled(true);
  m_filter->installEventFilter(this);
  m_list->setModel(m_shown);
  m_list->setItemDelegate(new EntryDelegate(m_list));
  m_list->setAccessibleName(title);
  m_list->setUniformItemSizes(true);
  m_list->setMouseTracking(true);
  m_list->setSpacing(1);
  m_list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  m_list->setContextMenuPolicy(Qt::CustomContextMenu);
  m_list->installEventFilter(this);
  m_empty->setProperty("role", "secondary");
  m_empty->setWordWrap(true);
  m_empty->setAlignment(Qt::AlignCenter);
  m_empty->setMargin(spacing::panel);
  m_remove->setAccessibleName(m_remove->text());
  m_remove->hide();

  auto* top = new QHBoxLayout;
  top->setSpacing(spacing::between);
  top->addWidget(m_title);
  top->addStretch(1);
  top->addWidget(m_remove);
  top->addWidget(m_filter);
  m_stack->addWidget(m_empty);
  m_stack->addWidget(m_list);
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(spacing::groups, spacing::between, spacing::groups, spacing::groups);
  layout->setSpacing(spacing::between);
  layout->addLayout(top);
  layout->addWidget(m_stack, 1);

  connect(m_filter, &QLineEdit::textChanged, this, [this](const QString& text) {
    m_shown->setFilterFixedString(text);
    if (m_shown->rowCount() > 0 && !m_list->currentIndex().isValid() && !text.isEmpty())
      m_list->setCurrentIndex(m_shown->index(0, 0));
    follow();
  });
  connect(m_list, &QListView::activated, this, &EntryList::open);
  // One click opens, as on any start page, also where the desktop says that it takes two.
  connect(m_list, &QListView::clicked, this, [this](const QModelIndex& index) {
    if (!m_list->style()->styleHint(QStyle::SH_ItemView_ActivateItemOnSingleClick)) open(index);
  });
  connect(m_list, &QListView::customContextMenuRequested, this, &EntryList::showMenu);
  connect(m_list->selectionModel(), &QItemSelectionModel::currentChanged, this, &EntryList::follow);
  connect(m_remove, &QPushButton::clicked, this, &EntryList::removeCurrent);
  connect(m_model, &QAbstractItemModel::modelReset, this, &EntryList::follow);
  connect(m_model, &QAbstractItemModel::dataChanged, this, &EntryList::follow);
  connect(&Theme::instance(), &Theme::changed, this, &EntryList::restyle);
  restyle();
  follow();
}

void EntryList::enter() {
  if (!m_list->currentIndex().isValid()) m_list->setCurrentIndex(m_shown->index(0, 0));
  m_list->setFocus(Qt::OtherFocusReason);
}

void EntryList::setRemovable(bool removable) {
  m_removable = removable;
}

void EntryList::setEmptyText(const QString& text) {
  m_emptyText = text;
  follow();
}

void EntryList::follow() {
  m_stack->setCurrentIndex(m_shown->rowCount() > 0 ? 1 : 0);
  m_empty->setText(m_model->rowCount() > 0 ? tr("Nothing matches the filter.") : m_emptyText);
  m_filter->setVisible(m_model->rowCount() > 0);
  const QModelIndex current = m_list->currentIndex();
  m_remove->setVisible(m_removable && current.isValid() &&
                       current.data(EntryModel::missingRole).toBool());
}

void EntryList::open(const QModelIndex& index) {
  if (!index.isValid()) return;
  // A missing one too: it may be there again, and else opening it says what to do.
  Q_EMIT opened(index.data(EntryModel::pathRole).toString());
}

void EntryList::removeCurrent() {
  const QModelIndex current = m_list->currentIndex();
  if (!m_removable || !current.isValid()) return;
  const int row = current.row();
  Q_EMIT removed(current.data(EntryModel::pathRole).toString());
  // The list is made anew; whoever goes through it by keyboard stays where they were.
  if (m_shown->rowCount() > 0)
    m_list->setCurrentIndex(m_shown->index(std::min(row, m_shown->rowCount() - 1), 0));
}

bool EntryList::eventFilter(QObject* watched, QEvent* event) {
  if (event->type() != QEvent::KeyPress) return QWidget::eventFilter(watched, event);
  auto* key = static_cast<QKeyEvent*>(event);
  return watched == m_list ? handleListKey(key) : handleFilterKey(key);
}

// What is typed over the list goes into the filter.
bool EntryList::handleListKey(QKeyEvent* event) {
  if (event->key() == Qt::Key_Delete && m_removable) {
    removeCurrent();
    return true;
  }
  if (event->key() == Qt::Key_Escape && !m_filter->text().isEmpty()) {
    m_filter->clear();
    return true;
  }
  const bool printable = !event->text().isEmpty() && event->text().front().isPrint() &&
                         !(event->modifiers() & (Qt::ControlModifier | Qt::AltModifier));
  if (!printable || event->key() == Qt::Key_Space) return false;
  m_filter->setFocus(Qt::OtherFocusReason);
  m_filter->insert(event->text());
  return true;
}

bool EntryList::handleFilterKey(QKeyEvent* event) {
  switch (event->key()) {
    case Qt::Key_Down:
      m_list->setFocus(Qt::OtherFocusReason);
      if (!m_list->currentIndex().isValid()) m_list->setCurrentIndex(m_shown->index(0, 0));
      return true;
    case Qt::Key_Return:
    case Qt::Key_Enter: {
      const QModelIndex current = m_list->currentIndex();
      open(current.isValid() ? current : m_shown->index(0, 0));
      return true;
    }
    case Qt::Key_Escape:
      m_filter->clear();
      return true;
    default:
      return false;
  }
}

void EntryList::showMenu(const QPoint& at) {
  const QModelIndex index = m_list->indexAt(at);
  if (!index.isValid()) return;
  auto* menu = new QMenu(this);
  menu->setAttribute(Qt::WA_DeleteOnClose);
  menu->addAction(tr("Open"), this, [this, at] { open(m_list->indexAt(at)); });
  if (m_removable) menu->addAction(tr("Remove from the list"), this, &EntryList::removeCurrent);
  menu->popup(m_list->viewport()->mapToGlobal(at));
}

void EntryList::restyle() {
  QFont bold = Theme::instance().interfaceFont();
  bold.setBold(true);
  m_title->setFont(bold);
  m_filter->setFixedWidth(fontMetrics().averageCharWidth() * 18);
  // The button that comes and goes is the highest.
  m_title->setMinimumHeight(m_remove->sizeHint().height());
}

}  // namespace kw
