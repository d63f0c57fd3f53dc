// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/start/start_page.h"

#include <QAction>
#include <QDragEnterEvent>
#include <QFileDialog>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QLabel>
#include <QLocale>
#include <QMimeData>
#include <QPainter>
#include <QPushButton>
#include <QVBoxLayout>
#include <algorithm>

#include "widgets/settings/settings.h"
#include "widgets/start/entry_list.h"
#include "widgets/theme/theme.h"

namespace kw {

namespace {

// "today 14:02", "yesterday", else the date.
QString whenText(const QDateTime& when) {
  if (!when.isValid()) return {};
  const QDateTime local = when.toLocalTime();
  const QLocale locale;
  const qint64 days = local.daysTo(QDateTime::currentDateTime());
  if (days == 0) return StartPage::tr("today %1").arg(local.toString(QStringLiteral("HH:mm")));
  if (days == 1) return StartPage::tr("yesterday");
  return locale.toString(local.date(), QLocale::ShortFormat);
}

StartEntry entryOf(const RecentFile& file) {
  StartEntry entry;
  const QFileInfo info(file.path);
  entry.path = file.path;
  entry.title = !file.name.isEmpty() ? file.name
                : file.isSession()   ? info.completeBaseName()
                                     : info.fileName();
  QStringList parts;
  if (!file.problem.isEmpty() && file.problem != entry.title) parts.append(file.problem);
  if (!file.device.isEmpty()) parts.append(StartPage::tr("on %1").arg(file.device));
  parts.append(info.path());
  entry.detail = parts.join(QStringLiteral(" · "));
  entry.aside = whenText(file.opened);
  return entry;
}

QString localPath(const QMimeData* data) {
  for (const QUrl& url : data->urls())
    if (url.isLocalFile()) return url.toLocalFile();
  return {};
}

}  // namespace

StartPage::StartPage(Settings& settings, QWidget* parent) : QWidget(parent), m_settings(settings) {
  setObjectName(QStringLiteral("startPage"));
  setAccessibleName(tr("Start page"));
  setAcceptDrops(true);
  makeActions();
  m_recent =
      new EntryList(QStringLiteral("start.recent"), tr("Recent"),
                    tr("What you open appears here. Open a kernel of the library to begin."), this);
  m_recent->setRemovable(true);
  m_library = new EntryList(QStringLiteral("start.library"), tr("Kernel library"),
                            tr("The library is being read."), this);
  for (EntryList* list : {m_recent, m_library})
    connect(list, &EntryList::opened, this, &StartPage::openWanted);
  connect(m_recent, &EntryList::removed, &settings, &Settings::removeRecent);
  connect(&settings, &Settings::recentChanged, this, &StartPage::showRecent);
  layOut();
  connect(&Theme::instance(), &Theme::changed, this, &StartPage::restyle);
  restyle();
  refresh();
}

void StartPage::makeActions() {
  m_newProblem = new QAction(tr("New problem from a .cu file…"), this);
  m_newProblem->setObjectName(QStringLiteral("start.newProblem"));
  m_newProblem->setShortcut(QKeySequence::New);
  connect(m_newProblem, &QAction::triggered, this, &StartPage::newProblemWanted);
  m_openFolder = new QAction(tr("Open a problem folder…"), this);
  m_openFolder->setObjectName(QStringLiteral("start.openFolder"));
  m_openFolder->setShortcut(Qt::CTRL | Qt::SHIFT | Qt::Key_O);
  m_openSession = new QAction(tr("Open a session…"), this);
  m_openSession->setObjectName(QStringLiteral("start.openSession"));
  m_openSession->setShortcut(QKeySequence::Open);
  connect(m_openFolder, &QAction::triggered, this, &StartPage::askForFolder);
  connect(m_openSession, &QAction::triggered, this, &StartPage::askForSession);
}

QWidget* StartPage::makeHeading() {
  auto* heading = new QWidget(this);
  m_title = new QLabel(tr("Kernelwright"), heading);
  m_subtitle = new QLabel(tr("Open a CUDA kernel, tune it, and see why it got faster."), heading);
  m_subtitle->setProperty("role", "secondary");
  auto* texts = new QVBoxLayout;
  texts->setSpacing(2);
  texts->addWidget(m_title);
  texts->addWidget(m_subtitle);
  auto* row = new QHBoxLayout(heading);
  row->setContentsMargins(0, 0, 0, 0);
  row->setSpacing(spacing::between);
  row->addLayout(texts, 1);
  for (QAction* action : panelActions()) {
    const bool isLong = action == m_newProblem;  // too long for a narrow page
    auto* button = new QPushButton(isLong ? tr("New problem…") : action->text(), heading);
    button->setAccessibleName(action->text());
    button->setToolTip(action->shortcut().toString(QKeySequence::NativeText));
    if (action == m_openFolder) button->setProperty("accent", true);
    connect(button, &QPushButton::clicked, action, &QAction::trigger);
    row->addWidget(button, 0, Qt::AlignBottom);
  }
  return heading;
}

QWidget* StartPage::makeRecording() {
  m_recording = new QFrame(this);
  m_recording->setObjectName(QStringLiteral("card"));
  m_recordingTitle = new QLabel(m_recording);
  m_recordingText = new QLabel(m_recording);
  m_recordingText->setObjectName(QStringLiteral("start.provenance"));
  m_recordingText->setTextFormat(Qt::PlainText);
  m_recordingText->setWordWrap(true);
  m_recordingText->setProperty("role", "secondary");
  m_lookAround = new QPushButton(tr("Look around"), m_recording);
  m_lookAround->setObjectName(QStringLiteral("start.lookAround"));
  m_lookAround->setAccessibleName(tr("Look around in the recorded session"));
  connect(m_lookAround, &QPushButton::clicked, this,
          [this] { Q_EMIT openWanted(m_recordingPath); });
  auto* texts = new QVBoxLayout;
  texts->setSpacing(2);
  texts->addWidget(m_recordingTitle);
  texts->addWidget(m_recordingText);
  auto* row = new QHBoxLayout(m_recording);
  row->setContentsMargins(spacing::groups, spacing::between, spacing::groups, spacing::between);
  row->setSpacing(spacing::groups);
  row->addLayout(texts, 1);
  row->addWidget(m_lookAround);
  m_recording->hide();
  return m_recording;
}

QWidget* StartPage::makeFoot() {
  auto* foot = new QWidget(this);
  m_drop = new QLabel(
      tr("Drop a .cu file, a problem folder, a problem.json or a session anywhere here"), foot);
  m_drop->setObjectName(QStringLiteral("dropArea"));
  m_drop->setAlignment(Qt::AlignCenter);
  m_hints = new QLabel(tr("Ctrl+Shift+P finds every action. F1 opens the help."), foot);
  m_hints->setProperty("role", "secondary");
  m_hints->setAlignment(Qt::AlignCenter);
  auto* rows = new QVBoxLayout(foot);
  rows->setContentsMargins(0, 0, 0, 0);
  rows->setSpacing(spacing::between);
  rows->addWidget(m_drop);
  rows->addWidget(m_hints);
  return foot;
}

void StartPage::layOut() {
  m_column = new QWidget(this);
  auto* lists = new QHBoxLayout;
  lists->setSpacing(spacing::groups);
  for (EntryList* list : {m_recent, m_library}) {
    auto* card = new QFrame(m_column);
    card->setObjectName(QStringLiteral("card"));
    auto* inside = new QVBoxLayout(card);
    inside->setContentsMargins(1, 1, 1, 1);
    inside->addWidget(list);
    lists->addWidget(card, 1);
  }
  auto* rows = new QVBoxLayout(m_column);
  rows->setContentsMargins(0, 0, 0, 0);
  rows->setSpacing(spacing::groups);
  rows->addWidget(makeHeading());
  rows->addLayout(lists, 1);
  rows->addWidget(makeRecording());
  rows->addWidget(makeFoot());
  auto* page = new QHBoxLayout(this);
  page->setContentsMargins(spacing::panel, spacing::panel, spacing::panel, spacing::panel);
  page->addStretch(1);
  page->addWidget(m_column, 1000);
  page->addStretch(1);
}

void StartPage::refresh() {
  struct Found {
    QVector<LibraryKernel> library;
    QVector<ShippedRecording> recordings;
  };
  m_job.start(
      [](std::stop_token) {
        return Found{readLibrary(), readRecordings(recordingsFolder())};
      },
      [this](const Found& found) {
        QVector<StartEntry> entries;
        for (const LibraryKernel& kernel : found.library)
          entries.append({kernel.path, kernel.name, kernel.description, {}, false});
        m_library->setEmptyText(tr("No kernel library was found beside this program."));
        m_library->model().setEntries(std::move(entries));
        showRecordings(found.recordings);
        takeFocus();
      });
  showRecent();
}

// Whoever has only a keyboard can begin at once. What got the focus here later keeps it.
void StartPage::takeFocus() {
  const QWidget* focus = window()->focusWidget();
  const bool isHere = m_entered && focus && focus->isVisible() && isAncestorOf(focus);
  if (!isVisible() || isHere) return;
  m_entered = true;
  (m_recent->model().rowCount() > 0 ? m_recent : m_library)->enter();
}

void StartPage::showRecent() {
  QVector<StartEntry> entries;
  QStringList paths;
  for (const RecentFile& file : m_settings.values().recent) {
    entries.append(entryOf(file));
    paths.append(file.path);
  }
  m_recent->model().setEntries(std::move(entries));
  // Looking takes long where a file lies on a network that does not answer.
  m_recentJob.start([paths](std::stop_token) { return missingOf(paths); },
                    [this](const QStringList& missing) { m_recent->model().setMissing(missing); });
}

void StartPage::showRecordings(const QVector<ShippedRecording>& recordings) {
  m_recording->setVisible(!recordings.isEmpty());
  if (recordings.isEmpty()) return;
  const ShippedRecording& first = recordings.front();
  m_recordingPath = first.path;
  // A device's name begins with a consonant or a vowel: no article fits both.
  m_recordingTitle->setText(first.device.isEmpty()
                                ? tr("A recorded session to look around in")
                                : tr("A session recorded on: %1").arg(first.device));
  m_recordingText->setText(first.provenance.isEmpty() ? first.name : first.provenance);
  m_lookAround->setToolTip(first.path);
}

void StartPage::askForFolder() {
  auto* dialog = new QFileDialog(this, tr("Open a problem folder"));
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  dialog->setFileMode(QFileDialog::Directory);
  dialog->setOption(QFileDialog::ShowDirsOnly);
  connect(dialog, &QFileDialog::fileSelected, this, &StartPage::openWanted);
  dialog->open();
}

void StartPage::askForSession() {
  auto* dialog = new QFileDialog(this, tr("Open a session"));
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  dialog->setFileMode(QFileDialog::ExistingFile);
  dialog->setNameFilters({tr("Sessions (*.kwr)"), tr("All files (*)")});
  connect(dialog, &QFileDialog::fileSelected, this, &StartPage::openWanted);
  dialog->open();
}

void StartPage::dragEnterEvent(QDragEnterEvent* event) {
  if (localPath(event->mimeData()).isEmpty()) return;
  event->acceptProposedAction();
  m_dragging = true;
  restyle();
}

void StartPage::dragLeaveEvent(QDragLeaveEvent*) {
  m_dragging = false;
  restyle();
}

void StartPage::dropEvent(QDropEvent* event) {
  m_dragging = false;
  restyle();
  const QString path = localPath(event->mimeData());
  if (path.isEmpty()) return;
  event->acceptProposedAction();
  const qsizetype others = event->mimeData()->urls().size() - 1;
  if (others > 0)
    Q_EMIT noticed(
        tr("Of %1 files that were dropped, only '%2' is opened: one can be open at a time.")
            .arg(others + 1)
            .arg(path));
  Q_EMIT openWanted(path);
}

void StartPage::paintEvent(QPaintEvent*) {
  QPainter(this).fillRect(rect(), Theme::instance().tokens().window);
}

void StartPage::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  restyle();
}

// Sizes follow the font, colours the theme.
void StartPage::restyle() {
  const Tokens& tokens = Theme::instance().tokens();
  const QString sheet =
      QStringLiteral(
          "QFrame#card { background: %1; border: 1px solid %2; border-radius: %3px; }"
          "QLabel#dropArea { color: %4; border: 1px dashed %5; border-radius: %3px; padding: %6px; "
          "}")
          .arg(tokens.panel.name(), tokens.hairline.name())
          .arg(spacing::corner)
          .arg((m_dragging ? tokens.text : tokens.secondaryText).name(),
               (m_dragging ? tokens.accent : tokens.disabledText).name())
          .arg(height() < Theme::instance().scaled(700) ? spacing::between : spacing::panel);
  if (sheet != m_column->styleSheet()) m_column->setStyleSheet(sheet);
  QFont large = Theme::instance().interfaceFont();
  large.setPointSizeF(large.pointSizeF() * 1.8);
  large.setWeight(QFont::DemiBold);
  m_title->setFont(large);
  QFont bold = Theme::instance().interfaceFont();
  bold.setBold(true);
  m_recordingTitle->setFont(bold);
  m_column->setMaximumWidth(Theme::instance().scaled(1180));
}

}  // namespace kw
