// SPDX-License-Identifier: GPL-3.0-or-later
#include "sample_window.h"

#include <QApplication>
#include <QDir>
#include <QFile>
#include <QLabel>
#include <QSignalSpy>
#include <QTest>
#include <QThreadPool>

#include "client/session/session.h"
#include "support/sample_evaluations.h"
#include "support/sample_profiles.h"
#include "widgets/log/log_model.h"

namespace kw::test {

namespace {

constexpr int patience = 60'000;
constexpr int quietLooksNeeded = 8;
constexpr size_t candidates = 30;

void require(bool done, const char* what) {
  if (!done) qFatal("%s", what);
}

// Of the source, some candidates, and the best one, the fastest on geometric mean.
void storeProfiles(Session& session, const std::vector<Evaluation>& evaluations) {
  const Evaluation* best = &evaluations.front();
  for (const Evaluation& one : evaluations)
    if (one.verdict.ok() && one.geomean > 0 && one.geomean < best->geomean) best = &one;
  session.storeProfile(sampleProfile(evaluations.front().candidate, 64), {});
  session.storeProfile(sampleProfile(evaluations[1].candidate, 47), {});
  session.storeProfile(sampleProfile(evaluations[2].candidate, 71), {});
  session.storeProfile(sampleProfile(best->candidate, 87), {});
}

void makeSession(const QString& path) {
  auto session = Session::open(path.toStdString(), Session::Mode::create);
  require(session.has_value(), "the sample session cannot be made");
  const LoadedProblem problem = libraryProblem();
  (*session)->storeProblem(problem, {});
  (*session)->storeDevice(sampleDevice(), {});
  RunRecord run;
  run.strategy = "random";
  run.seed = 7;
  run.budget = std::to_string(candidates);
  run.begun = "2026-01-01T00:00:00Z";
  const int64_t id = (*session)->beginRun(run, {});
  const std::vector<Evaluation> evaluations = sampleEvaluations(problem, candidates);
  for (const Evaluation& evaluation : evaluations)
    (*session)->storeEvaluation(0, evaluation, {});
  storeProfiles(**session, evaluations);
  (*session)->endRun(id, "finished", {});
  require((*session)->flush().has_value(), "the sample session cannot be written");
}

void write(const QString& path, const QByteArray& text) {
  QFile file(path);
  require(file.open(QIODevice::WriteOnly) && file.write(text) == text.size(), "no file to write");
}

// A relative link would be one to somewhere else.
void link(const QString& kernel, const QString& library) {
  require(QFile::link(QStringLiteral(KW_SOURCE_FOLDER "/templates/") + kernel,
                      library + QLatin1Char('/') + kernel),
          "no link to the kernel library");
}

}  // namespace

SampleFolder::SampleFolder() {
  makeSession(session());
  const QString data = m_folder.filePath(QStringLiteral("data"));
  const QString library = data + QStringLiteral("/templates");
  const QString recordings = data + QStringLiteral("/resources/sessions");
  require(QDir().mkpath(library) && QDir().mkpath(recordings), "no folder for the library");
  for (const char* kernel : {"gemm_fp16", "reduction", "silu_and_mul"})
    if (QFile::exists(QStringLiteral(KW_SOURCE_FOLDER "/templates/") + QLatin1String(kernel)))
      link(QLatin1String(kernel), library);
  QFile::copy(session(), recordings + QStringLiteral("/sample.kwr"));
  write(recordings + QStringLiteral("/sample.txt"),
        "A session that was made up for pictures: no device measured it.\n");
  // Files that are gone: their dates are not shown, which would be said relative to today.
  write(settings(),
        "[General]\nformat=1\n[recent]\nsize=2\n"
        "1\\path=/home/ada/softmax.kwr\n1\\problem=softmax\n1\\device=Sample GPU\n"
        "2\\path=/home/ada/kernels/layer_norm\n2\\problem=layer_norm\n");
  qputenv("KERNELWRIGHT_DATA", data.toUtf8());
  qputenv("KERNELWRIGHT_CONFIG", m_folder.path().toUtf8());
  qputenv("XDG_STATE_HOME", m_folder.path().toUtf8());
}

SampleWindow::SampleWindow(const SampleFolder& folder, ThemeName theme, QSize size)
    : m_settings(folder.settings()),
      m_window(m_settings, {.forPicture = true, .size = size, .theme = theme}) {
  m_window.show();
}

bool SampleWindow::open(const QString& session) {
  QSignalSpy opened(&m_window, &MainWindow::openDone);
  m_window.open(session);
  if (!QTest::qWaitFor([&] { return !opened.isEmpty(); }, patience)) return false;
  const auto best = m_window.content().candidates().best();
  if (!best) return false;
  m_window.selection().select({1, 2, *best});
  auto* log = m_window.findChild<LogModel*>();
  const QDateTime noon(QDate(2026, 1, 1), QTime(12, 0));
  log->add(QStringLiteral("Opened a session of 31 results"), noon);
  log->add(QStringLiteral("Warning: the clocks of the GPU are not fixed"), noon.addSecs(1));
  log->add(QStringLiteral("BLOCK=256,VEC=4: verified"), noon.addSecs(75));
  return settle();
}

bool SampleWindow::isSettled() {
  return m_window.isSettled() && QThreadPool::globalInstance()->activeThreadCount() == 0;
}

bool SampleWindow::settle() {
  int quiet = 0;
  return QTest::qWaitFor(
      [&] {
        quiet = isSettled() ? quiet + 1 : 0;
        return quiet >= quietLooksNeeded;
      },
      patience);
}

QImage SampleWindow::picture(QWidget* widget) {
  // A caret blinks.
  if (QWidget* focused = QApplication::focusWidget()) focused->clearFocus();
  hidePlaces();
  return widget->grab().toImage();
}

// The session lies in a folder with another name each time.
void SampleWindow::hidePlaces() {
  if (auto* line = m_window.findChild<QWidget*>(QStringLiteral("statusLine")))
    line->findChild<QLabel*>()->setText(QStringLiteral("/home/ada/silu_and_mul.kwr"));
}

}  // namespace kw::test
