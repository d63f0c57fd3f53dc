// SPDX-License-Identifier: GPL-3.0-or-later
// Streams candidates (100,000, or as many as the argument says) into a roofline and prints how long
// the window's thread was busy at a stretch; then what a zoom, a hover and a theme take.
#include <QApplication>
#include <QElapsedTimer>
#include <algorithm>
#include <cstdio>

#include "support/sample_evaluations.h"
#include "widgets/content/content.h"
#include "widgets/roofline/roofline_panel.h"
#include "widgets/selection/selection.h"
#include "widgets/theme/theme.h"

using namespace kw;

namespace {

constexpr size_t batch = 330;  // rows a beat of 33 ms brings at 10,000 a second

double milliseconds(auto work) {
  QElapsedTimer timer;
  timer.start();
  work();
  return static_cast<double>(timer.nsecsElapsed()) * 1e-6;
}

void settle(const RooflinePanel& panel) {
  do
    QCoreApplication::processEvents(QEventLoop::AllEvents, 10);
  while (!panel.settled());
}

}  // namespace

int main(int count, char** arguments) {
  if (qEnvironmentVariableIsEmpty("QT_QPA_PLATFORM")) qputenv("QT_QPA_PLATFORM", "offscreen");
  QApplication application(count, arguments);
  Theme::instance().apply();
  const size_t rows = count > 1 ? QString::fromLatin1(arguments[1]).toULongLong() : 100'000;
  const auto problem = std::make_shared<const LoadedProblem>(test::libraryProblem("rmsnorm"));
  const auto names = view::performanceCases(problem->problem);
  const auto evaluations = test::sampleEvaluations(*problem, rows, false);
  DeviceInfo device = test::sampleDevice();
  device.measuredPeaks = {{"dram_copy_bytes_per_second", 4e12}, {"fp32_flops_per_second", 6e13}};
  Content content;
  Selection selection;
  content.setProblem(problem);
  content.setDevice(device);
  RooflinePanel panel(content, selection);
  panel.restoreState(
      {{QStringLiteral("case"), QStringLiteral("*")}});  // all cases: the most points
  panel.resize(1600, 700);
  panel.show();
  settle(panel);
  std::vector<double> blocks;
  const double all = milliseconds([&] {
    for (size_t at = 0; at < evaluations.size(); at += batch) {
      std::vector<view::CandidateRow> some;
      for (size_t i = at; i < std::min(evaluations.size(), at + batch); ++i)
        some.push_back(view::rowOf(evaluations[i], names));
      blocks.push_back(milliseconds([&] { content.appendCandidates(std::move(some)); }));
      for (int i = 0; i < 4; ++i)
        blocks.push_back(milliseconds([] { QCoreApplication::processEvents(); }));
    }
  });
  settle(panel);
  std::ranges::sort(blocks, std::greater());
  std::printf("%zu rows, %zu points: %.0f ms in all; longest blocks, ms: %.1f %.1f %.1f\n", rows,
              panel.points().points().size(), all, blocks[0], blocks[1], blocks[2]);
  const auto timed = [&panel](const char* what, auto work) {
    const double taken = milliseconds([&] {
      work();
      QCoreApplication::processEvents();
    });
    settle(panel);
    std::printf("%s: %.1f ms\n", what, taken);
  };
  timed("zoom", [&] { panel.plot().zoomBy(1.3, panel.plot().plotArea().center()); });
  timed("hover", [&] { selection.hover(500); });
  timed("select 1,000", [&] {
    std::vector<view::CandidateId> ids(1000);
    for (size_t i = 0; i < ids.size(); ++i)
      ids[i] = static_cast<view::CandidateId>(i * 7 + 1);
    selection.select(ids);
  });
  timed("theme", [] { Theme::instance().setName(ThemeName::dark); });
  timed("everything anew", [&] {
    content.setDevice(device);
    settle(panel);
  });
  return 0;
}
