// SPDX-License-Identifier: GPL-3.0-or-later
#include <fcntl.h>
#include <unistd.h>

#include <QRegularExpression>
#include <QTest>
#include <thread>

#include "base/log/log.h"
#include "base/process/child.h"
#include "support/printing.h"

using namespace kw;

namespace {

// What the calls write to standard error.
template <class Calls>
QStringList logged(Calls calls) {
  process::PipePair pipe = process::makePipe().value();
  const process::Descriptor before(::dup(STDERR_FILENO));
  ::dup2(pipe.write.get(), STDERR_FILENO);
  std::string text;
  std::jthread reader([&] {
    char buffer[4096];
    for (ssize_t got = 0; (got = ::read(pipe.read.get(), buffer, sizeof buffer)) > 0;)
      text.append(buffer, static_cast<size_t>(got));
  });
  calls();
  ::dup2(before.get(), STDERR_FILENO);
  pipe.write.reset();
  reader.join();
  return QString::fromStdString(text).split('\n', Qt::SkipEmptyParts);
}

}  // namespace

class TestLog : public QObject {
  Q_OBJECT

 private slots:
  void aLineHasTimeLevelAndPart() {
    const QStringList lines = logged([] { log::warning("runner", "lost the device"); });
    QCOMPARE(lines.size(), 1);
    const QRegularExpression form(
        "^\\d\\d:\\d\\d:\\d\\d\\.\\d\\d\\d warning runner: lost the device$");
    QVERIFY2(form.match(lines.front()).hasMatch(), qPrintable(lines.front()));
  }

  void messagesBelowTheLevelAreDropped() {
    const auto all = [] {
      log::debug("p", "1");
      log::info("p", "2");
      log::warning("p", "3");
      log::error("p", "4");
    };
    QCOMPARE(logged(all).size(), 2);
    log::setLevel(log::Level::debug);
    QCOMPARE(logged(all).size(), 4);
    log::setLevel(log::Level::off);
    QCOMPARE(logged(all).size(), 0);
    log::setLevel(log::Level::warning);
    QCOMPARE(log::level(), log::Level::warning);
  }

  void linesOfSeveralThreadsStayWhole() {
    const QStringList lines = logged([] {
      std::vector<std::jthread> threads;
      for (int thread = 0; thread < 4; ++thread)
        threads.emplace_back([] {
          for (int i = 0; i < 200; ++i)
            log::error("part", std::string(100, 'x'));
        });
    });
    QCOMPARE(lines.size(), 800);
    for (const QString& line : lines)
      QVERIFY(line.endsWith("error part: " + QString(100, 'x')));
  }
};

QTEST_APPLESS_MAIN(TestLog)
#include "test_log.moc"
