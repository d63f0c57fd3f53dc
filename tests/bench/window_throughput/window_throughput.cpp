// SPDX-License-Identifier: GPL-3.0-or-later
// window_throughput [COUNT [KEEP.kwr]]: the whole window with every panel, tuning on a device that
// costs nothing. Prints how long it took from start to a usable window, the longest time the
// window's thread was away from its events while COUNT evaluations arrived through engine, runner
// and session, the time to open that session again, and the memory. Leaves a copy of the session
// where KEEP.kwr is given.
// window_throughput FILE.kwr: opens that session only, three times.
#include <QApplication>
#include <QElapsedTimer>
#include <QTemporaryDir>
#include <QTest>
#include <QTimer>
#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "base/files/files.h"
#include "support/null_problem.h"
#include "widgets/settings/settings.h"
#include "widgets/window/main_window.h"

namespace {

using namespace kw;

constexpr int longestWait = 60'000;  // milliseconds

// A tick each millisecond: what lies between two of them beyond that, the thread was busy.
class Heartbeat : public QObject {
 public:
  Heartbeat() {
    m_timer.setTimerType(Qt::PreciseTimer);
    m_timer.setInterval(1);
    connect(&m_timer, &QTimer::timeout, this, [this] {
      if (m_clock.isValid()) m_gaps.push_back(static_cast<double>(m_clock.nsecsElapsed()) / 1e6);
      m_clock.start();
    });
  }
  void begin() {
    m_gaps.clear();
    m_clock.invalidate();
    m_timer.start();
  }
  void report(const char* what) {
    m_timer.stop();
    std::sort(m_gaps.begin(), m_gaps.end());
    if (m_gaps.empty()) return;
    const auto over =
        std::count_if(m_gaps.begin(), m_gaps.end(), [](double gap) { return gap > 50; });
    std::printf("%s: longest block %.1f ms, 99.9 %% below %.1f ms, %td of %zu over 50 ms\n", what,
                m_gaps.back(), m_gaps[m_gaps.size() * 999 / 1000], over, m_gaps.size());
  }

 private:
  QTimer m_timer;
  QElapsedTimer m_clock;
  std::vector<double> m_gaps;
};

long residentMegabytes() {
  std::ifstream status("/proc/self/status");
  for (std::string line; std::getline(status, line);)
    if (line.starts_with("VmRSS:")) return std::stol(line.substr(6)) / 1024;
  return 0;
}

// The null problem with over 100,000 configurations, some of which fail.
bool makeProblem(const std::string& folder) {
  if (!test::makeNullProblem(folder)) return false;
  Result<std::string> text = files::readText(folder + "/space.json");
  if (!text) return false;
  const std::string before = "\"parameters\":";
  const size_t at = text->find(before);
  if (at == std::string::npos) return false;
  text->insert(at,
               "\"constraints\": [\"FAULT == 'none' or FAULT == 'wrong' and INDEX < 30\"],\n  ");
  return files::writeAtomically(folder + "/space.json", *text).has_value();
}

void wait(MainWindow& window) {
  QEventLoop loop;
  QObject::connect(&window, &MainWindow::openDone, &loop, &QEventLoop::quit);
  QObject::connect(&window, &MainWindow::openFailed, &loop, [&](const QString& text) {
    std::fprintf(stderr, "%s\n", qUtf8Printable(text));
    loop.quit();
  });
  loop.exec();
}

void openAndReport(MainWindow& window, const QString& session) {
  Heartbeat heartbeat;
  heartbeat.begin();
  QElapsedTimer clock;
  clock.start();
  qint64 first = 0;
  const auto seen = QObject::connect(&window.content(), &Content::candidatesAppended, &window, [&] {
    if (first == 0) first = clock.elapsed();
  });
  window.open(session);
  wait(window);
  const qint64 opened = clock.elapsed();
  QObject::disconnect(seen);
  heartbeat.report("while opening");
  std::printf("opening the session: first rows after %lld ms, all %zu after %lld ms\n",
              static_cast<long long>(first), window.content().candidates().size(),
              static_cast<long long>(opened));
}

}  // namespace

int main(int argc, char** argv) {
  std::setvbuf(stdout, nullptr, _IOLBF, 0);
  QElapsedTimer clock;
  clock.start();
  if (!qEnvironmentVariableIsSet("QT_QPA_PLATFORM")) qputenv("QT_QPA_PLATFORM", "offscreen");
  QTemporaryDir folder;
  qputenv("XDG_STATE_HOME", folder.path().toUtf8());
  qputenv("KERNELWRIGHT_CONFIG", folder.path().toUtf8());
  QApplication application(argc, argv);
  const QString given = argc > 1 ? QString::fromLocal8Bit(argv[1]) : QStringLiteral("100000");
  const size_t count = given.toULong();
  const QString problem = folder.filePath(QStringLiteral("problem"));
  if (!makeProblem(problem.toStdString())) return 1;

  Settings settings;
  MainWindow window(settings, {.forPicture = false, .size = QSize(1600, 1000), .theme = {}});
  window.show();
  QApplication::processEvents();
  std::printf("start to a usable window: %lld ms\n", static_cast<long long>(clock.elapsed()));
  if (count == 0) {
    for (int time = 0; time < 3; ++time) {
      openAndReport(window, given);
      window.workbench().close();
      (void)QTest::qWaitFor([&] { return window.isSettled(); }, longestWait);
    }
    return 0;
  }
  window.open(problem);
  wait(window);

  RunChoices request;
  request.device = QStringLiteral("null");
  request.runners = {QStringLiteral(KW_NULL_RUNNER)};
  request.strategy = QStringLiteral("random");
  request.budget = QString::number(count);
  Heartbeat heartbeat;
  heartbeat.begin();
  clock.restart();
  QEventLoop loop;
  QObject::connect(&window.workbench(), &Workbench::runFinished, &loop, &QEventLoop::quit);
  window.workbench().tune(request);
  loop.exec();
  const double seconds = static_cast<double>(clock.elapsed()) / 1e3;
  const size_t rows = window.content().candidates().size();
  heartbeat.report("while tuning");
  std::printf("%zu rows in %.1f s: %.0f a second; %ld MB resident\n", rows, seconds,
              static_cast<double>(rows) / seconds, residentMegabytes());

  const QString session = window.content().session().path;
  window.workbench().close();
  QApplication::processEvents();
  openAndReport(window, session);
  if (argc > 2)
    std::filesystem::copy_file(session.toStdString(), argv[2],
                               std::filesystem::copy_options::overwrite_existing);
  return 0;
}
