// SPDX-License-Identifier: GPL-3.0-or-later
// window_throughput [COUNT [KEEP.kwr]]: the whole window with every panel, tuning on a device that
// costs nothing. Prints how long it took from start to a usable window, the longest time the
// window's thread was away from its events while COUNT evaluations arrived through engine, runner
// and session, the time to open that session again, and the memory. Leaves a copy of the session
// where KEEP.kwr is given.
// window_throughput FILE.kwr: opens that session only, three times, and then explores it: each
// panel of the whole recording is brought to the front, and a brush drawn over an axis of the
// parallel coordinates.
#include <time.h>
#include <QApplication>
#include <QDockWidget>
#include <QElapsedTimer>
#include <QMouseEvent>
#include <QTemporaryDir>
#include <QTest>
#include <QTimer>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <functional>
#include <string>
#include <vector>

#include "base/files/files.h"
#include "support/null_problem.h"
#include "widgets/parameters_plot/parallel_view.h"
#include "widgets/parameters_plot/parameters_panel.h"
#include "widgets/settings/settings.h"
#include "widgets/window/main_window.h"

namespace {

using namespace kw;

constexpr int longestWait = 60'000;  // milliseconds

// Of this thread, so that what others do with the processors does not count.
double processorMilliseconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) * 1e3 + static_cast<double>(now.tv_nsec) / 1e6;
}

// A tick each millisecond: what lies between two of them beyond that, the thread was busy.
class Heartbeat : public QObject {
 public:
  Heartbeat() {
    m_timer.setTimerType(Qt::PreciseTimer);
    m_timer.setInterval(1);
    connect(&m_timer, &QTimer::timeout, this, [this] {
      const double processor = processorMilliseconds();
      if (m_clock.isValid()) {
        m_gaps.push_back(static_cast<double>(m_clock.nsecsElapsed()) / 1e6);
        m_mostProcessor = std::max(m_mostProcessor, processor - m_processor);
      }
      m_processor = processor;
      m_clock.start();
    });
  }
  void begin() {
    m_gaps.clear();
    m_clock.invalidate();
    m_mostProcessor = 0;
    m_timer.start();
  }
  void report(const char* what) {
    m_timer.stop();
    std::sort(m_gaps.begin(), m_gaps.end());
    if (m_gaps.empty()) return;
    const auto over =
        std::count_if(m_gaps.begin(), m_gaps.end(), [](double gap) { return gap > 50; });
    std::printf(
        "%s: longest block %.1f ms, at most %.1f ms of it its own processor time, 99.9 %% below "
        "%.1f ms, %td of %zu over 50 ms\n",
        what, m_gaps.back(), m_mostProcessor, m_gaps[m_gaps.size() * 999 / 1000], over,
        m_gaps.size());
  }

 private:
  QTimer m_timer;
  QElapsedTimer m_clock;
  std::vector<double> m_gaps;
  double m_processor = 0, m_mostProcessor = 0;
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

// Not QTest's, which sleeps between looks at the events.
void pass(int milliseconds) {
  QEventLoop loop;
  QTimer::singleShot(milliseconds, &loop, &QEventLoop::quit);
  loop.exec();
}

// `work`, and what the window does of it until it has settled, at least 300 ms.
void step(MainWindow& window, const std::string& what, const std::function<void()>& work) {
  Heartbeat heartbeat;
  heartbeat.begin();
  pass(5);
  work();
  pass(300);
  (void)QTest::qWaitFor([&] { return window.isSettled(); }, longestWait);
  heartbeat.report(what.c_str());
}

void mouse(ParallelView& view, QEvent::Type type, QPointF at, Qt::MouseButton button,
           Qt::MouseButtons buttons) {
  QMouseEvent event(type, at, view.mapToGlobal(at), button, buttons, Qt::NoModifier);
  QCoreApplication::sendEvent(&view, &event);
}

// From the lower end of the axis up, in steps, as a hand does it.
void brush(ParallelView& view, size_t axis) {
  const QRectF area = view.axisLayout().area();
  const double x = view.axisLayout().x(axis);
  const QPointF from(x, area.bottom() - 5);
  mouse(view, QEvent::MouseButtonPress, from, Qt::LeftButton, Qt::LeftButton);
  for (int i = 1; i <= 20; ++i) {
    mouse(view, QEvent::MouseMove, {x, area.bottom() - i * area.height() / 30}, Qt::NoButton,
          Qt::LeftButton);
    pass(10);
  }
  mouse(view, QEvent::MouseButtonRelease, area.center(), Qt::LeftButton, Qt::NoButton);
}

void explore(MainWindow& window) {
  for (QDockWidget* dock : window.findChildren<QDockWidget*>())
    step(window, "showing " + dock->windowTitle().toStdString(), [&] {
      dock->show();
      dock->raise();
    });
  auto* panel = window.findChild<ParametersPanel*>();
  for (QDockWidget* dock : window.findChildren<QDockWidget*>())
    if (dock->isAncestorOf(panel)) dock->raise();
  step(window, "back to the parameters", [] {});
  ParallelView& view = panel->parallel();
  step(window, "brushing the first axis", [&] { brush(view, 0); });
  step(window, "brushing the time", [&] { brush(view, view.axisLayout().axes() - 1); });
  step(window, "clearing the brushes", [&] { view.clearBrushes(); });
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
      if (time == 2) explore(window);
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
