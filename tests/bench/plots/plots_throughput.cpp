// SPDX-License-Identifier: GPL-3.0-or-later
// Appends rows in batches to a content that both plots show, and prints how long the window's
// thread was busy at a stretch.
#include <QApplication>
#include <QDir>
#include <QElapsedTimer>
#include <QHBoxLayout>
#include <QSplitter>
#include <algorithm>
#include <cstdio>
#include <vector>

#include "support/sample_evaluations.h"
#include "widgets/content/content.h"
#include "widgets/latency/latency_panel.h"
#include "widgets/parameters_plot/parameters_panel.h"
#include "widgets/selection/selection.h"
#include "widgets/theme/theme.h"

using namespace kw;

namespace {

constexpr size_t batch = 330;  // rows a beat of 33 ms brings at 10,000 a second

std::shared_ptr<const LoadedProblem> problem() {
  static const auto loaded = std::make_shared<const LoadedProblem>(test::libraryProblem("rmsnorm"));
  return loaded;
}

std::vector<view::CandidateRow> rows(size_t count) {
  std::vector<view::CandidateRow> made;
  const auto names = view::performanceCases(problem()->problem);
  for (const Evaluation& evaluation : test::sampleEvaluations(*problem(), count, false))
    made.push_back(view::rowOf(evaluation, names));
  return made;
}

void settle(int milliseconds) {
  QElapsedTimer timer;
  timer.start();
  while (timer.elapsed() < milliseconds)
    QCoreApplication::processEvents(QEventLoop::AllEvents, 10);
}

struct Both {
  Content content;
  Selection selection;
  QSplitter window{Qt::Vertical};
  LatencyPanel* latency = nullptr;
  ParametersPanel* parameters = nullptr;

  explicit Both(QSize size) {
    content.setProblem(problem());
    content.setDevice(test::sampleDevice());
    latency = new LatencyPanel(content, selection);
    parameters = new ParametersPanel(content, selection);
    window.addWidget(latency);
    window.addWidget(parameters);
    window.resize(size);
    window.show();
    settle(200);
  }
};

int measure(size_t count) {
  std::vector<view::CandidateRow> all = rows(count);
  Both both(QSize(1600, 1000));
  std::vector<double> blocks;
  QElapsedTimer total, block;
  total.start();
  for (size_t at = 0; at < all.size(); at += batch) {
    const auto end = std::min(all.size(), at + batch);
    std::vector<view::CandidateRow> some(std::make_move_iterator(all.begin() + at),
                                         std::make_move_iterator(all.begin() + end));
    block.start();
    both.content.appendCandidates(std::move(some));
    blocks.push_back(static_cast<double>(block.nsecsElapsed()) * 1e-6);
    // One event after the other, as the loop would take them.
    for (int i = 0; i < 4; ++i) {
      block.start();
      QCoreApplication::processEvents(QEventLoop::AllEvents);
      blocks.push_back(static_cast<double>(block.nsecsElapsed()) * 1e-6);
    }
  }
  const double milliseconds = static_cast<double>(total.nsecsElapsed()) * 1e-6;
  std::sort(blocks.rbegin(), blocks.rend());
  std::printf("%zu rows in batches of %zu: %.0f ms in all\n", count, batch, milliseconds);
  std::printf("longest blocks of the window's thread, ms:");
  for (size_t i = 0; i < std::min<size_t>(5, blocks.size()); ++i)
    std::printf(" %.1f", blocks[i]);
  const auto timed = [&](const char* what, auto work) {
    block.start();
    work();
    QCoreApplication::processEvents();
    std::printf("%s: %.1f ms\n", what, static_cast<double>(block.nsecsElapsed()) * 1e-6);
  };
  std::printf("\n");
  settle(700);
  timed("zoom",
        [&] { both.latency->plot().zoomBy(1.3, both.latency->plot().plotArea().center()); });
  timed("hover", [&] { both.selection.hover(500); });
  timed("select 1,000", [&] {
    std::vector<view::CandidateId> ids(1000);
    for (size_t i = 0; i < ids.size(); ++i)
      ids[i] = static_cast<view::CandidateId>(i * 7 + 1);
    both.selection.select(ids);
  });
  both.selection.select({});
  timed("theme", [&] { Theme::instance().setName(ThemeName::dark); });
  block.start();
  both.latency->restoreState({{QStringLiteral("logarithmic"), true}});
  double longest = 0;
  for (int i = 0; i < 100; ++i) {
    QElapsedTimer each;
    each.start();
    QCoreApplication::processEvents(QEventLoop::AllEvents, 5);
    longest = std::max(longest, static_cast<double>(each.nsecsElapsed()) * 1e-6);
    settle(2);
  }
  std::printf("another scale, longest block: %.1f ms\n", longest);
  return 0;
}

void shoot(const QString& folder, size_t count, QSize size, ThemeName theme, const char* what) {
  Theme::instance().setName(theme);
  Both both(size);
  if (count > 0) both.content.resetCandidates(rows(count));
  settle(300);
  if (count > 5) {
    both.selection.select({3, 7});
    both.selection.setBaseline(2);
    both.selection.hover(9);
  }
  for (int i = 0; i < 100 && !(both.latency->settled() && both.parameters->settled()); ++i)
    settle(50);
  const QString name =
      QStringLiteral("%1/%2-%3-%4.png")
          .arg(folder, QString::number(count),
               theme == ThemeName::dark ? QStringLiteral("dark") : QStringLiteral("light"),
               QString::fromLatin1(what));
  both.window.grab().save(name);
}

int screenshots(const QString& folder) {
  QDir().mkpath(folder);
  for (const size_t count : {size_t{0}, size_t{1}, size_t{30}, size_t{5000}})
    for (const ThemeName theme : {ThemeName::light, ThemeName::dark}) {
      shoot(folder, count, QSize(1400, 1000), theme, "wide");
      shoot(folder, count, QSize(500, 900), theme, "narrow");
    }
  return 0;
}

}  // namespace

int main(int count, char** arguments) {
  if (qEnvironmentVariableIsEmpty("QT_QPA_PLATFORM")) qputenv("QT_QPA_PLATFORM", "offscreen");
  QApplication application(count, arguments);
  Theme::instance().apply();
  const QStringList given = QApplication::arguments();
  if (given.size() == 3 && given[1] == QLatin1String("--screenshots")) return screenshots(given[2]);
  return measure(given.size() > 1 ? given[1].toULongLong() : 100'000);
}
