// SPDX-License-Identifier: GPL-3.0-or-later
// Prints the longest event that the window's thread handled during each step of exploring a big
// session: `exploring_throughput [ROWS]`.
#include <QAction>
#include <QApplication>
#include <QElapsedTimer>
#include <QMouseEvent>
#include <algorithm>
#include <cstdio>
#include <functional>
#include <vector>

#include "support/sample_evaluations.h"
#include "widgets/controls/choice_box.h"
#include "widgets/curves/curves_panel.h"
#include "widgets/heat_map/heat_map_panel.h"
#include "widgets/importance/importance_panel.h"
#include "widgets/parameters_plot/parallel_view.h"
#include "widgets/parameters_plot/parameters_panel.h"
#include "widgets/theme/theme.h"

using namespace kw;

namespace {

constexpr size_t portion = 4000;  // as the window gets a session's rows

// Sees how long each event takes.
class Application : public QApplication {
 public:
  using QApplication::QApplication;

  bool notify(QObject* receiver, QEvent* event) override {
    if (m_depth++ == 0) m_timer.start();
    const bool done = QApplication::notify(receiver, event);
    if (--m_depth == 0)
      longest = std::max(longest, static_cast<double>(m_timer.nsecsElapsed()) * 1e-6);
    return done;
  }
  double longest = 0;  // milliseconds

 private:
  QElapsedTimer m_timer;
  int m_depth = 0;
};

std::vector<view::CandidateRow> rows(const LoadedProblem& problem, size_t count) {
  std::vector<view::CandidateRow> made;
  const auto names = view::performanceCases(problem.problem);
  for (const Evaluation& evaluation : test::sampleEvaluations(problem, count, false))
    made.push_back(view::rowOf(evaluation, names));
  return made;
}

class Bench {
 public:
  Bench(Application& application, size_t count)
      : m_application(application),
        m_problem(std::make_shared<const LoadedProblem>(test::libraryProblem("rmsnorm"))),
        m_rows(rows(*m_problem, count)) {}

  int run() {
    std::printf("%zu rows, longest event of the window's thread in ms\n", m_rows.size());
    parameters();
    open<HeatMapPanel>("heat map", [this](HeatMapPanel& panel) {
      step("heat map: swap",
           [&] { panel.findChild<QAction*>(QStringLiteral("heatMap.swap"))->trigger(); });
      step("heat map: median",
           [&] { panel.findChild<QAction*>(QStringLiteral("heatMap.median"))->trigger(); });
    });
    open<ImportancePanel>("importance", [](ImportancePanel&) {});
    open<CurvesPanel>("runs", [](CurvesPanel&) {});
    return 0;
  }

 private:
  // What `work` does directly counts too.
  void step(
      const char* what, const std::function<void()>& work,
      const std::function<bool()>& settled = [] { return true; }) {
    m_application.longest = 0;
    QElapsedTimer own, all;
    all.start();
    own.start();
    work();
    m_application.longest = static_cast<double>(own.nsecsElapsed()) * 1e-6;
    do {
      QCoreApplication::processEvents(QEventLoop::AllEvents, 10);
    } while (all.elapsed() < 300 || (!settled() && all.elapsed() < 60'000));
    std::printf("%-36s %7.1f   (%lld ms in all)\n", what, m_application.longest,
                static_cast<long long>(all.elapsed()));
  }

  template <class Panel>
  void open(const char* name, const std::function<void(Panel&)>& use) {
    Content content;
    Selection selection;
    content.setProblem(m_problem);
    content.setRecordedRuns({{"random", 1, "2000", ""}});
    Panel panel(content, selection);
    panel.resize(1600, 1000);
    panel.show();
    double longest = 0;
    for (size_t at = 0; at < m_rows.size(); at += portion) {
      const auto begin = m_rows.begin() + static_cast<std::ptrdiff_t>(at);
      const auto end = begin + static_cast<std::ptrdiff_t>(std::min(portion, m_rows.size() - at));
      content.appendCandidates({begin, end});
      m_application.longest = 0;
      QCoreApplication::processEvents();
      longest = std::max(longest, m_application.longest);
    }
    std::printf("%s, while rows come: %.1f\n", name, longest);
    step(
        name, [] {}, [&] { return panel.settled(); });
    use(panel);
  }

  void parameters() {
    open<ParametersPanel>("parameters", [this](ParametersPanel& panel) {
      ParallelView& view = panel.parallel();
      const auto settled = [&] { return panel.settled(); };
      const auto move = [&](QPointF at, Qt::MouseButtons buttons) {
        QMouseEvent event(QEvent::MouseMove, at, view.mapToGlobal(at), Qt::NoButton, buttons,
                          Qt::NoModifier);
        QCoreApplication::sendEvent(&view, &event);
      };
      const QRectF area = view.axisLayout().area();
      step(
          "parameters: hover", [&] { move(area.center(), Qt::NoButton); }, settled);
      const double first = view.axisLayout().x(0),
                   time = view.axisLayout().x(view.axisLayout().axes() - 1);
      const auto brush = [&](double x) {
        const QPointF from(x, area.bottom() - 5);
        QMouseEvent press(QEvent::MouseButtonPress, from, view.mapToGlobal(from), Qt::LeftButton,
                          Qt::LeftButton, Qt::NoModifier);
        QCoreApplication::sendEvent(&view, &press);
        move({x, area.bottom() - area.height() / 4}, Qt::LeftButton);
      };
      const auto release = [&] {
        QMouseEvent event(QEvent::MouseButtonRelease, area.center(),
                          view.mapToGlobal(area.center()), Qt::LeftButton, Qt::NoButton,
                          Qt::NoModifier);
        QCoreApplication::sendEvent(&view, &event);
      };
      step(
          "parameters: brush an axis", [&] { brush(first); }, settled);
      release();
      step(
          "parameters: brush the time", [&] { brush(time); }, settled);
      release();
      auto* fastest = panel.findChild<ChoiceBox*>(QStringLiteral("parametersFastest"));
      step(
          "parameters: best 1,000", [&] { fastest->setCurrentIndex(3); }, settled);
      step(
          "parameters: clear the brushes", [&] { view.clearBrushes(); }, settled);
      step(
          "parameters: select 1,000",
          [&] { panel.findChild<QAction*>(QStringLiteral("parameters.selectShown"))->trigger(); },
          settled);
      step(
          "parameters: all again", [&] { fastest->setCurrentIndex(0); }, settled);
      step(
          "parameters: select all",
          [&] { panel.findChild<QAction*>(QStringLiteral("parameters.selectShown"))->trigger(); },
          settled);
      step(
          "parameters: another theme", [&] { Theme::instance().setName(ThemeName::dark); },
          settled);
    });
  }

  Application& m_application;
  std::shared_ptr<const LoadedProblem> m_problem;
  std::vector<view::CandidateRow> m_rows;
};

}  // namespace

int main(int count, char** arguments) {
  if (qEnvironmentVariableIsEmpty("QT_QPA_PLATFORM")) qputenv("QT_QPA_PLATFORM", "offscreen");
  Application application(count, arguments);
  Theme::instance().apply();
  const QStringList given = QApplication::arguments();
  return Bench(application, given.size() > 1 ? given[1].toULongLong() : 100'000).run();
}
