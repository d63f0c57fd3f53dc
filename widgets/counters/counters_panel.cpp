// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/counters/counters_panel.h"

#include <QHBoxLayout>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QStackedWidget>
#include <QTreeView>
#include <QVBoxLayout>

#include "model/formats/wording.h"
#include "widgets/controls/action_button.h"
#include "widgets/controls/word_bar.h"
#include "widgets/counters/counters_delegate.h"
#include "widgets/counters/counters_model.h"
#include "widgets/profile_action/profile_action.h"
#include "widgets/theme/theme.h"

namespace kw {

namespace {

QLabel* makeLabel(const char* name, const char* role, QWidget* parent) {
  auto* label = new QLabel(parent);
  label->setObjectName(QLatin1String(name));
  label->setWordWrap(true);
  label->setTextFormat(Qt::PlainText);
  if (role) label->setProperty("role", QLatin1String(role));
  return label;
}

}  // namespace

CountersPanel::CountersPanel(Content& content, Selection& selection, QWidget* parent)
    : QWidget(parent),
      m_content(content),
      m_selection(selection),
      m_model(new CountersModel(this)),
      m_profile(new ProfileAction(content, selection, this)) {
  setObjectName(QStringLiteral("counters"));
  makeActions();
  makeView();
  layOut();
  listen();
  refresh();
}

void CountersPanel::makeActions() {
  const auto make = [this](const char* name, const QString& text, const QKeySequence& keys) {
    auto* action = new QAction(text, this);
    action->setObjectName(QStringLiteral("counters.") + QLatin1String(name));
    action->setShortcut(keys);
    action->setShortcutContext(Qt::WidgetWithChildrenShortcut);
    action->setToolTip(
        QStringLiteral("%1 (%2)").arg(text, keys.toString(QKeySequence::NativeText)));
    addAction(action);
    return action;
  };
  m_profile->setObjectName(QStringLiteral("counters.profile"));
  m_copy = make("copy", tr("Copy rows as TSV"), QKeySequence::Copy);
  m_copyAll = make("copyAll", tr("Copy all"), Qt::CTRL | Qt::SHIFT | Qt::Key_C);
  m_export = make("export", tr("Export as CSV…"), Qt::CTRL | Qt::SHIFT | Qt::Key_E);
  m_focusFilter = make("focusFilter", tr("Filter"), QKeySequence::Find);
  connect(m_copy, &QAction::triggered, this, [this] { copy(false); });
  connect(m_copyAll, &QAction::triggered, this, [this] { copy(true); });
  connect(m_export, &QAction::triggered, this, &CountersPanel::askAndExport);
  connect(m_focusFilter, &QAction::triggered, this, [this] {
    m_filter->setFocus(Qt::ShortcutFocusReason);
    m_filter->selectAll();
  });
}

void CountersPanel::makeView() {
  m_view = new QTreeView(this);
  m_view->setObjectName(QStringLiteral("counters.table"));
  m_view->setAccessibleName(tr("Metrics of the profile"));
  m_view->setModel(m_model);
  m_view->setItemDelegate(new CountersDelegate(m_view));
  m_view->setSelectionMode(QAbstractItemView::ExtendedSelection);
  m_view->setUniformRowHeights(true);
  m_view->setAllColumnsShowFocus(true);
  m_view->setTextElideMode(Qt::ElideRight);
  m_view->setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
  m_view->viewport()->installEventFilter(this);
  m_view->setContextMenuPolicy(Qt::CustomContextMenu);
  m_view->header()->setSectionsMovable(false);
  m_view->header()->setStretchLastSection(false);
  m_view->header()->setHighlightSections(false);
  connect(m_view, &QTreeView::collapsed, this,
          [this](const QModelIndex& index) { m_collapsed.insert(m_model->idAt(index)); });
  connect(m_view, &QTreeView::expanded, this,
          [this](const QModelIndex& index) { m_collapsed.erase(m_model->idAt(index)); });
  connect(m_view, &QWidget::customContextMenuRequested, this, [this](const QPoint& at) {
    auto* menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    menu->addActions({m_copy, m_copyAll, m_export});
    menu->addSeparator();
    menu->addAction(m_profile);
    menu->popup(m_view->viewport()->mapToGlobal(at));
  });
}

void CountersPanel::layOut() {
  m_hostHeading = makeLabel("counters.host", "warning", this);
  m_hostHeading->setText(QString::fromUtf8(hostHeading.data(), hostHeading.size()));
  m_regime = makeLabel("counters.regime", nullptr, this);
  m_advice = makeLabel("counters.advice", nullptr, this);
  m_collector = makeLabel("counters.collector", "secondary", this);
  m_filtered = makeLabel("counters.filtered", "secondary", this);
  m_below = makeLabel("counters.missing", "secondary", this);
  m_filter = new QLineEdit(this);
  m_filter->setObjectName(QStringLiteral("counters.filter"));
  m_filter->setAccessibleName(tr("Filter of the metrics"));
  m_filter->setPlaceholderText(tr("Filter: dram, stall, modelled, missing"));
  m_filter->setClearButtonEnabled(true);
  m_filter->setMinimumWidth(Theme::instance().scaled(120));
  m_filter->installEventFilter(this);
  auto* tools = new WordBar(tr("Actions on the profile"), {m_profile, m_copyAll, m_export}, this);
  tools->setObjectName(QStringLiteral("counters.toolBar"));

  auto* page = new QWidget(this);
  auto* column = new QVBoxLayout(page);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  auto* words = new QVBoxLayout;
  words->setContentsMargins(spacing::between, spacing::between, spacing::between, 0);
  words->setSpacing(spacing::within);
  for (QLabel* label : {m_hostHeading, m_regime, m_advice, m_collector})
    words->addWidget(label);
  auto* bar = new QHBoxLayout;
  bar->setContentsMargins(spacing::between, spacing::within, spacing::between, spacing::within);
  bar->setSpacing(spacing::between);
  bar->addWidget(m_filter, 2);
  bar->addWidget(tools, 3);
  auto* foot = new QVBoxLayout;
  foot->setContentsMargins(spacing::between, spacing::within, spacing::between, spacing::within);
  foot->setSpacing(spacing::within);
  foot->addWidget(m_filtered);
  foot->addWidget(m_below);
  column->addLayout(words);
  column->addLayout(bar);
  column->addWidget(m_view, 1);
  column->addLayout(foot);

  auto* emptyPage = new QWidget(this);
  m_empty = makeLabel("counters.empty", "secondary", emptyPage);
  m_empty->setAlignment(Qt::AlignCenter);
  auto* middle = new QVBoxLayout(emptyPage);
  middle->setContentsMargins(spacing::panel, spacing::panel, spacing::panel, spacing::panel);
  middle->setSpacing(spacing::groups);
  middle->addStretch(1);
  middle->addWidget(m_empty);
  middle->addWidget(new ActionButton(m_profile, emptyPage, true), 0, Qt::AlignHCenter);
  middle->addStretch(1);

  m_pages = new QStackedWidget(this);
  m_pages->addWidget(emptyPage);
  m_pages->addWidget(page);
  auto* whole = new QVBoxLayout(this);
  whole->setContentsMargins(0, 0, 0, 0);
  whole->addWidget(m_pages);
  setFocusProxy(m_view);
  QWidget* before = m_filter;
  for (QWidget* button : tools->buttons()) {
    setTabOrder(before, button);
    before = button;
  }
  setTabOrder(before, m_view);
}

void CountersPanel::listen() {
  connect(&m_content, &Content::profilesChanged, this, &CountersPanel::refresh);
  connect(&m_content, &Content::problemChanged, this, &CountersPanel::refresh);
  connect(&m_content, &Content::candidatesReset, this, &CountersPanel::refresh);
  connect(&m_content, &Content::deviceChanged, this, &CountersPanel::refresh);
  connect(&m_content, &Content::candidatesAppended, this, &CountersPanel::follow);
  connect(&m_content, &Content::winnerChanged, this, &CountersPanel::follow);
  connect(&m_content, &Content::runStateChanged, this, &CountersPanel::showEmpty);
  connect(&m_content, &Content::sessionChanged, this, &CountersPanel::showEmpty);
  connect(&m_selection, &Selection::selectionChanged, this, &CountersPanel::refresh);
  connect(&m_selection, &Selection::baselineChanged, this, &CountersPanel::refresh);
  connect(m_filter, &QLineEdit::textChanged, this, &CountersPanel::applyFilter);
  connect(&Theme::instance(), &Theme::changed, this, [this] {
    sizeColumns();
    m_view->viewport()->update();
  });
}

bool CountersPanel::eventFilter(QObject* watched, QEvent* event) {
  if (watched == m_view->viewport() && event->type() == QEvent::Resize) sizeColumns();
  const bool isKey = event->type() == QEvent::KeyPress || event->type() == QEvent::ShortcutOverride;
  if (watched != m_filter || !isKey) return QWidget::eventFilter(watched, event);
  return filterKey(*static_cast<QKeyEvent*>(event));
}

// Down, Return and Escape lead to the table; Escape lets everything pass again.
bool CountersPanel::filterKey(QKeyEvent& press) {
  if (press.modifiers() & ~Qt::KeypadModifier) return false;
  const int key = press.key();
  const bool isEscape = key == Qt::Key_Escape;
  const bool leads =
      isEscape || key == Qt::Key_Down || key == Qt::Key_Return || key == Qt::Key_Enter;
  if (press.type() == QEvent::ShortcutOverride) {
    if (isEscape) press.accept();  // before the window takes it
    return false;
  }
  if (!leads) return false;
  if (isEscape) m_filter->clear();
  if (!m_view->currentIndex().isValid()) m_view->setCurrentIndex(m_model->index(0, 0));
  m_view->setFocus(Qt::ShortcutFocusReason);
  return true;
}

}  // namespace kw
