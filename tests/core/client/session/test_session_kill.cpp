// SPDX-License-Identifier: GPL-3.0-or-later
// A writer that is killed at any moment loses nothing that it had said was committed.
#include <unistd.h>

#include <QTest>
#include <algorithm>
#include <set>
#include <sstream>

#include "base/files/files.h"
#include "core/client/session/samples.h"

using namespace kw;
using namespace kw::test;

namespace {

struct Said {
  std::set<int> begun;
  std::set<int> stored;
};

// Lets the writer say `bytes` bytes, kills it, and reads what it had still said.
Said killAfter(const std::filesystem::path& file, size_t bytes) {
  auto child = process::Child::start(actor({"write-for-ever", file.string()}));
  if (!child) qFatal("%s", child.error().text().c_str());
  std::string said;
  char buffer[512];
  bool killed = false;
  while (true) {
    const ssize_t got = read(child->output().get(), buffer, sizeof buffer);
    if (got <= 0) break;
    said.append(buffer, static_cast<size_t>(got));
    if (!killed && said.size() >= bytes) {
      child->kill();
      killed = true;
    }
  }
  child->wait();
  if (!killed) qFatal("the writer ended by itself: %s", said.c_str());
  Said numbers;
  std::istringstream lines(said.substr(0, said.rfind('\n') + 1));
  std::string what;
  int number = 0;
  while (lines >> what >> number)
    (what == "stored" ? numbers.stored : numbers.begun).insert(number);
  return numbers;
}

}  // namespace

class TestSessionKill : public QObject {
  Q_OBJECT

 private slots:
  void nothingCommittedIsLost_data() {
    QTest::addColumn<int>("bytes");
    // How much it says before it is killed: from the first commit to some thousand.
    for (const int bytes : {1, 20, 111, 400, 1500, 4000, 9001, 20'000})
      QTest::addRow("after %d bytes", bytes) << bytes;
  }
  void nothingCommittedIsLost() {
    QFETCH(int, bytes);
    auto folder = files::TemporaryFolder::make();
    QVERIFY(folder);
    const auto file = folder->path() / "s.kwr";
    const Said said = killAfter(file, static_cast<size_t>(bytes));

    auto session = opened(file, Session::Mode::readWrite);
    const auto attempts = session->unfinishedAttempts();
    QVERIFY(attempts);
    std::set<std::string> unfinished;
    for (const AttemptRecord& attempt : *attempts)
      unfinished.insert(attempt.key);
    for (const int n : said.stored)
      QVERIFY(session->find(keyOf(n))->has_value());
    for (const int n : said.begun) {
      const bool evaluated = session->find(keyOf(n))->has_value();
      QCOMPARE(unfinished.contains(keyOf(n)), !evaluated);
    }
    // And it can be gone on with.
    QVERIFY(storeWhole(*session, 1'000'000));
  }
};

QTEST_APPLESS_MAIN(TestSessionKill)
#include "test_session_kill.moc"
