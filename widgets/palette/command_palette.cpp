// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/palette/command_palette.h"

#include <QApplication>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QListView>
#include <QVBoxLayout>
#include <algorithm>

#include "widgets/palette/action_registry.h"
#include "widgets/palette/palette_delegate.h"
#include "widgets/palette/palette_model.h"
#include "widgets/theme/theme.h"

namespace kw {

namespace {
constexpr int shownRows = 12;
}

CommandPalette::CommandPalette(ActionRegistry& registry, QWidget* window)
    : QFrame(window, Qt::Popup | Qt::FramelessWindowHint),
      m_registry(registry),
      m_model(new PaletteModel(registry, this)),
      m_filter(new QLineEdit(this)),
      m_list(new QListView(this)),
      m_nothing(new QLabel(tr("No action matches."), this)),
      m_open(new QAction(tr("Command palette…"), this)) {
  setObjectName(QStringLiteral("commandPalette"));
  setAccessibleName(tr("Command palette"));
  m_filter->setPlaceholderText(tr("Type a few letters of an action"));
  m_filter->setAccessibleName(tr("Filter of the actions"));
  m_filter->installEventFilter(this);
  m_list->setModel(m_model);
  m_list->setItemDelegate(new PaletteDelegate(m_list));
  m_list->setUniformItemSizes(true);
  m_list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  m_list->setFocusPolicy(Qt::NoFocus);  // the filter keeps it and passes the arrows on
  m_list->setMouseTracking(true);
  m_list->setAccessibleName(tr("Actions"));
  m_nothing->setProperty("role", "secondary");
  m_nothing->setMargin(spacing::groups);

  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(spacing::between, spacing::between, spacing::between,
                             spacing::between);
  layout->setSpacing(spacing::between);
  layout->addWidget(m_filter);
  layout->addWidget(m_list, 1);
  layout->addWidget(m_nothing);

  m_open->setObjectName(QStringLiteral("palette.open"));
  m_open->setShortcut(Qt::CTRL | Qt::SHIFT | Qt::Key_P);
  connect(m_open, &QAction::triggered, this, &CommandPalette::popUp);
  connect(m_filter, &QLineEdit::textChanged, this, &CommandPalette::filter);
  connect(m_filter, &QLineEdit::returnPressed, this, &CommandPalette::runCurrent);
  connect(m_list, &QListView::clicked, this, &CommandPalette::runCurrent);
  connect(&Theme::instance(), &Theme::changed, this, &CommandPalette::restyle);
  restyle();
}

void CommandPalette::popUp() {
  m_focusBefore = QApplication::focusWidget();
  m_model->reload();
  m_filter->clear();
  filter({});
  show();
  m_filter->setFocus(Qt::PopupFocusReason);
}

void CommandPalette::filter(const QString& query) {
  m_model->setQuery(query);
  const bool any = m_model->rowCount() > 0;
  m_list->setVisible(any);
  m_nothing->setVisible(!any);
  place();
  if (any) {
    m_list->scrollToTop();
    m_list->setCurrentIndex(m_model->index(m_model->firstRow()));
  }
}

void CommandPalette::runCurrent() {
  const QPointer<QAction> action = m_model->actionAt(m_list->currentIndex().row());
  if (!action || !m_list->isVisible()) return;
  if (!action->isEnabled()) return;  // its reason stands in the row
  hide();                            // the focus is back before the action looks for it
  if (!action) return;
  m_registry.noteRun(action);
  action->trigger();
}

bool CommandPalette::eventFilter(QObject* watched, QEvent* event) {
  if (watched != m_filter || event->type() != QEvent::KeyPress)
    return QFrame::eventFilter(watched, event);
  const int rows = m_model->rowCount();
  const int row = m_list->currentIndex().row();
  int wanted = row;
  switch (static_cast<QKeyEvent*>(event)->key()) {
    case Qt::Key_Down:
      wanted = row + 1 < rows ? row + 1 : 0;
      break;
    case Qt::Key_Up:
      wanted = row > 0 ? row - 1 : rows - 1;
      break;
    case Qt::Key_PageDown:
      wanted = std::min(row + shownRows, rows - 1);
      break;
    case Qt::Key_PageUp:
      wanted = std::max(row - shownRows, 0);
      break;
    case Qt::Key_Escape:
      hide();
      return true;
    default:
      return QFrame::eventFilter(watched, event);
  }
  if (rows > 0) m_list->setCurrentIndex(m_model->index(wanted));
  return true;
}

void CommandPalette::hideEvent(QHideEvent* event) {
  QFrame::hideEvent(event);
  if (m_focusBefore) m_focusBefore->setFocus(Qt::PopupFocusReason);
}

void CommandPalette::place() {
  const QWidget* window = parentWidget()->window();
  const int letters = fontMetrics().averageCharWidth();
  const int width = std::min(letters * 90, window->width() - 2 * spacing::panel);
  const int rows = std::min(shownRows, std::max(1, m_model->rowCount()));
  const int row = Theme::instance().scaled(spacing::button);
  const int height = std::min(m_filter->sizeHint().height() + rows * row + 4 * spacing::between,
                              window->height() - 2 * spacing::panel);
  setFixedSize(width, height);
  move(window->mapToGlobal(QPoint((window->width() - width) / 2, window->height() / 10)));
}

void CommandPalette::restyle() {
  const Tokens& tokens = Theme::instance().tokens();
  setStyleSheet(QStringLiteral("#commandPalette { background: %1; border: 1px solid %2; }")
                    .arg(tokens.panel.name(), tokens.hairline.name()));
}

}  // namespace kw
