// SPDX-License-Identifier: GPL-3.0-or-later
// What happens in the dialog. What it consists of is in new_problem_layout.cpp, what it shows of
// the answers in new_problem_outcome.cpp.
#include "widgets/new_problem/new_problem_dialog.h"

#include <QCheckBox>
#include <QDir>
#include <QDropEvent>
#include <QFileDialog>
#include <QFileInfo>
#include <QLabel>
#include <QLineEdit>
#include <QMimeData>
#include <QPushButton>
#include <QStyle>
#include <QUrl>

#include "client/source_reading/gathered_source.h"
#include "widgets/new_problem/argument_rows.h"
#include "widgets/new_problem/kernel_list.h"
#include "widgets/new_problem/problem_preview.h"

namespace kw {

namespace {

constexpr int typingMilliseconds = 200;
constexpr int progressMilliseconds = 100;

std::vector<std::filesystem::path> foldersIn(const QString& text) {
  std::vector<std::filesystem::path> folders;
  for (const QString& one : text.split(QLatin1Char(':'), Qt::SkipEmptyParts))
    folders.emplace_back(one.trimmed().toStdString());
  return folders;
}

QString sentenceOf(const Error& error) {
  QString text = QString::fromStdString(withoutDashes(error.message));
  if (!error.advice.empty())
    text += QStringLiteral(" (%1)").arg(QString::fromStdString(withoutDashes(error.advice)));
  if (!text.isEmpty()) text[0] = text[0].toUpper();
  return text;
}

QString localPath(const QMimeData& data) {
  for (const QUrl& url : data.urls())
    if (url.isLocalFile()) return url.toLocalFile();
  return {};
}

}  // namespace

NewProblemDialog::NewProblemDialog(QWidget* parent) : QDialog(parent) {
  setObjectName(QStringLiteral("newProblemDialog"));
  setWindowTitle(tr("New problem from a .cu file"));
  m_delay.setSingleShot(true);
  m_delay.setInterval(typingMilliseconds);
  m_progress.setInterval(progressMilliseconds);
  layOut();
  connect(&m_delay, &QTimer::timeout, this, &NewProblemDialog::workOut);
  connect(&m_progress, &QTimer::timeout, this, &NewProblemDialog::showProgress);
  connect(&m_reading, &Job::runningChanged, m_stop, &QWidget::setVisible);
  connect(m_stop, &QPushButton::clicked, this, [this] {
    m_reading.cancel();
    m_progress.stop();
    say(tr("Reading was stopped. Choose a file, or press Return in its field to read it again."),
        "secondary");
  });
  say(tr("Choose a file with a kernel; host and framework code may be in it."), "secondary");
}

void NewProblemDialog::setFile(const QString& path) {
  m_file->setText(QDir::toNativeSeparators(path));
  read();
}

void NewProblemDialog::dragEnterEvent(QDragEnterEvent* event) {
  if (!localPath(*event->mimeData()).isEmpty()) event->acceptProposedAction();
}

void NewProblemDialog::dropEvent(QDropEvent* event) {
  event->acceptProposedAction();
  setFile(localPath(*event->mimeData()));
}

bool NewProblemDialog::isSettled() const {
  return !m_reading.running() && !m_working.running() && !m_writing.running() &&
         !m_delay.isActive();
}

void NewProblemDialog::chooseFile() {
  auto* dialog = new QFileDialog(this, tr("Choose a file with a kernel"));
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  dialog->setFileMode(QFileDialog::ExistingFile);
  dialog->setNameFilters({tr("CUDA C++ (*.cu *.cuh *.cpp *.h *.hpp)"), tr("All files (*)")});
  connect(dialog, &QFileDialog::fileSelected, this, &NewProblemDialog::setFile);
  dialog->open();
}

void NewProblemDialog::chooseFolder() {
  auto* dialog = new QFileDialog(this, tr("Choose the folder in which the problem is made"));
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  dialog->setFileMode(QFileDialog::Directory);
  dialog->setOption(QFileDialog::ShowDirsOnly);
  connect(dialog, &QFileDialog::fileSelected, this, [this](const QString& around) {
    const QString name = m_kernels->chosen();
    m_folderTouched = true;
    m_fields[QStringLiteral("folder")]->setText(
        QDir(around).filePath(name.isEmpty() ? QStringLiteral("problem") : name));
  });
  dialog->open();
}

void NewProblemDialog::read() {
  m_delay.stop();
  m_working.cancel();
  m_source.reset();
  m_prepared.reset();
  m_make->setEnabled(false);
  m_form->setEnabled(false);
  m_preview->clear();
  const QString path = m_file->text().trimmed();
  if (path.isEmpty()) return;
  m_read = std::make_shared<std::atomic<size_t>>(0);
  m_toRead = std::make_shared<std::atomic<size_t>>(0);
  m_progress.start();
  showProgress();
  m_reading.start(
      [path, folders = foldersIn(m_includes->text()), done = m_read,
       all = m_toRead](std::stop_token stop) -> Result<ReadFile> {
        KW_ASSIGN(reading::GatheredSource source,
                  reading::gatherSource(path.toStdString(), folders));
        ReadFile file;
        KW_ASSIGN(file.kernels, drafting::foundKernels(source, stop, [&](size_t read, size_t of) {
                    *done = read;
                    *all = of;
                  }));
        file.source = std::make_shared<const reading::GatheredSource>(std::move(source));
        return file;
      },
      [this](Result<ReadFile> file) { showRead(std::move(file)); });
}

void NewProblemDialog::showProgress() {
  if (!m_reading.running() && m_source) return;
  say(*m_toRead > 0 ? tr("Reading kernels: %1 of %2").arg(*m_read).arg(*m_toRead)
                    : tr("Reading the file"),
      "secondary");
}

void NewProblemDialog::showRead(Result<ReadFile> file) {
  m_progress.stop();
  m_kernels->setKernels({});
  if (!file) {
    if (file.error().kind != ErrorKind::cancelled) say(sentenceOf(file.error()), "failed");
    return;
  }
  m_source = std::move(file->source);
  m_form->setEnabled(true);
  m_kernels->setKernels(file->kernels);
  if (m_kernels->chosen().isEmpty())
    say(tr("None of the file's kernels can be used; the list says why."), "failed");
  else
    m_kernels->setFocus();
}

void NewProblemDialog::chooseKernel() {
  if (!m_source || m_kernels->chosen().isEmpty()) {
    m_working.cancel();
    m_delay.stop();
    m_make->setEnabled(false);
    m_preview->clear();
    m_arguments->setArguments({});
    if (const QString fault = m_kernels->fault(); !fault.isEmpty()) say(fault, "failed");
    return;
  }
  // What was said of another kernel is of no use for this one.
  for (const char* field : {"instance", "grid", "block", "shared-memory"})
    m_fields[QLatin1String(field)]->clear();
  m_arguments->setArguments({});
  if (!m_folderTouched) {
    QLineEdit* folder = m_fields[QStringLiteral("folder")];
    folder->setText(
        QFileInfo(m_file->text().trimmed()).absoluteDir().filePath(m_kernels->chosen()));
  }
  workOut();
}

QString NewProblemDialog::text(const char* field) const {
  return m_fields[QLatin1String(field)]->text().trimmed();
}

FormAnswers NewProblemDialog::answers() const {
  FormAnswers form;
  drafting::AnswerTexts& texts = form.texts;
  texts.kernel = m_kernels->chosen().toStdString();
  texts.instance = text("instance").toStdString();
  texts.grid = text("grid").toStdString();
  texts.block = text("block").toStdString();
  texts.sharedMemory = text("shared-memory").toStdString();
  texts.oracle = text("oracle").toStdString();
  m_arguments->addTo(texts);
  for (const QString& size : text("size").split(QLatin1Char(';'), Qt::SkipEmptyParts))
    texts.sizes.push_back(size.trimmed().toStdString());
  form.folder = text("folder").toStdString();
  form.lifts = m_lifts->isChecked();
  return form;
}

void NewProblemDialog::workOutSoon() {
  m_make->setEnabled(false);
  if (m_source) m_delay.start();
}

void NewProblemDialog::workOut() {
  m_delay.stop();
  if (!m_source || m_kernels->chosen().isEmpty()) return;
  m_prepared.reset();
  m_make->setEnabled(false);
  m_working.start(
      [source = m_source, form = answers()](std::stop_token) { return workedOut(*source, form); },
      [this](const WorkedOut& out) { showOutcome(out); });
}

void NewProblemDialog::say(const QString& text, const char* role) {
  m_verdict->setText(text);
  m_verdict->setProperty("role", role);
  m_verdict->style()->unpolish(m_verdict);
  m_verdict->style()->polish(m_verdict);
}

void NewProblemDialog::make() {
  if (!m_prepared || m_writing.running()) return;
  m_make->setEnabled(false);
  say(tr("Writing the problem"), "secondary");
  m_writing.start(
      [prepared = *m_prepared](std::stop_token) { return drafting::storeProblem(prepared); },
      [this](Result<drafting::WrittenProblem> written) {
        if (!written) return say(sentenceOf(written.error()), "failed");
        accept();
        Q_EMIT made(QString::fromStdString(written->folder.string()));
      });
}

}  // namespace kw
