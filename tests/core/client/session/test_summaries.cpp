// SPDX-License-Identifier: GPL-3.0-or-later
// Summaries are what their evaluations say, whoever wrote the session and whatever befell it.
#include <SQLiteCpp/Database.h>

#include <QTest>

#include "base/files/files.h"
#include "client/session/summary_code.h"
#include "core/client/session/samples.h"
#include "core/model/records/sample_records.h"

using namespace kw;
using namespace kw::test;
using Mode = Session::Mode;

namespace {

template <class T>
T value(Result<T> result) {
  if (!result) qFatal("%s", result.error().text().c_str());
  return std::move(*result);
}

std::vector<std::string> encoded(const std::vector<EvaluationSummary>& summaries) {
  std::vector<std::string> all;
  for (const EvaluationSummary& one : summaries)
    all.push_back(encodeSummary(one));
  return all;
}

// Worked out from the whole evaluations.
std::vector<std::string> expected(Session& session) {
  std::vector<std::string> all;
  for (const Evaluation& one : value(session.evaluations()))
    all.push_back(encodeSummary(summaryOf(one)));
  return all;
}

std::vector<std::string> summariesOf(Session& session) {
  return encoded(value(session.summariesAfter(0)).summaries);
}

EvaluationSummary sampleSummary() {
  EvaluationSummary summary = summaryOf(sampleEvaluation());
  Difference difference;
  difference.caseName = "tail";
  difference.argument = "out";
  difference.what = "differs";
  difference.index = {-1, 3, int64_t{1} << 62};
  difference.got = -0.0;
  difference.want = 1e300;
  difference.count = 7;
  summary.verdict.difference = difference;
  summary.verdict.notApplicableTo = {"one", ""};
  summary.candidate.configuration =
      Configuration({{"A", int64_t{-5}}, {"B", 0.25}, {"C", std::string("a\0b", 3)}, {"D", true}});
  summary.spills = 1234567;
  summary.occupancy = 0.75;
  return summary;
}

}  // namespace

class TestSummaries : public QObject {
  Q_OBJECT

  std::optional<files::TemporaryFolder> m_folder;
  std::filesystem::path m_file;

  void makeSession(int count) {
    auto session = opened(m_file, Mode::create);
    for (int n = 0; n < count; ++n)
      session->storeEvaluation(0, evaluation(n), {});
    QVERIFY(session->flush());
  }
  int64_t execute(const std::string& sql) {
    SQLite::Database database(m_file.string(), SQLite::OPEN_READWRITE);
    return database.exec(sql);
  }
  int64_t ask(const std::string& sql) {
    SQLite::Database database(m_file.string(), SQLite::OPEN_READONLY);
    return database.execAndGet(sql).getInt64();
  }

 private slots:
  void init() {
    m_folder.emplace(value(files::TemporaryFolder::make()));
    m_file = m_folder->path() / "s.kwr";
  }

  void bytesGiveBackEveryMember() {
    const EvaluationSummary before = sampleSummary();
    const auto after = decodeSummary(encodeSummary(before));
    QVERIFY(after.has_value());
    QCOMPARE(encodeSummary(*after), encodeSummary(before));
    QCOMPARE(after->key, before.key);
    QCOMPARE(after->deviceId, before.deviceId);
    QCOMPARE(after->deviceModel, before.deviceModel);
    QCOMPARE(after->protocol, before.protocol);
    QCOMPARE(after->started, before.started);
    QCOMPARE(after->geomean, before.geomean);
    QCOMPARE(after->registers, before.registers);
    QCOMPARE(after->spills, before.spills);
    QCOMPARE(after->staticShared, before.staticShared);
    QCOMPARE(after->occupancy, before.occupancy);
    QCOMPARE(after->candidate.isTemplate, before.candidate.isTemplate);
    QCOMPARE(after->candidate.textHash, before.candidate.textHash);
    QVERIFY(after->candidate.configuration == before.candidate.configuration);
    QVERIFY(after->cases == before.cases);
    QVERIFY(!after->cases.empty());
    QVERIFY(after->verdict.kind == before.verdict.kind);
    QCOMPARE(after->verdict.message, before.verdict.message);
    QCOMPARE(after->verdict.notApplicableTo, before.verdict.notApplicableTo);
    QCOMPARE(after->verdict.difference->index, before.verdict.difference->index);
    QVERIFY(std::signbit(after->verdict.difference->got));
  }

  void bytesThatAreNoSummaryAreRefused() {
    const std::string bytes = encodeSummary(sampleSummary());
    for (size_t size = 0; size < bytes.size(); ++size)
      QVERIFY2(!decodeSummary(std::string_view(bytes).substr(0, size)),
               qPrintable(QString::number(size)));
    QVERIFY(!decodeSummary(bytes + '\0'));
    // Whatever a changed byte makes of it, it is read without harm.
    for (size_t at = 0; at < bytes.size(); ++at)
      for (const int change : {1, 0x80, 0xFF}) {
        std::string other = bytes;
        other[at] = static_cast<char>(other[at] ^ change);
        (void)decodeSummary(other);
      }
  }

  void aSessionSummarisesItsEvaluationsInOrder() {
    makeSession(25);
    auto session = opened(m_file, Mode::readOnly);
    QCOMPARE(summariesOf(*session), expected(*session));
    QCOMPARE(ask("SELECT count(*) FROM summaries"), int64_t{25});
    const SummaryRows later = value(session->summariesAfter(20));
    QCOMPARE(later.summaries.size(), size_t{5});
    QCOMPARE(later.summaries.front().key, keyOf(20));
    QCOMPARE(later.last, int64_t{25});
    QCOMPARE(value(session->summariesAfter(25)).last, int64_t{25});
  }

  void anEvaluationThatIsIgnoredLeavesTheSummaryOfTheFirst() {
    makeSession(3);
    auto session = opened(m_file, Mode::readWrite);
    Evaluation other = evaluation(9);
    other.key = keyOf(1);
    session->storeEvaluation(0, other, {});
    QVERIFY(session->flush());
    QCOMPARE(summariesOf(*session), expected(*session));
  }

  void aSessionOfAnOlderProgramIsReadAsItIs() {
    makeSession(30);
    execute("DROP TABLE summaries");
    auto session = opened(m_file, Mode::readOnly);
    QCOMPARE(summariesOf(*session), expected(*session));
    QVERIFY(!SQLite::Database(m_file.string()).tableExists("summaries"));
  }

  void aSessionOfAnOlderProgramGetsItsSummariesWhenItIsOpenedForWriting() {
    makeSession(1200);
    execute("DROP TABLE summaries");
    {
      auto session = opened(m_file, Mode::readWrite);
      QCOMPARE(summariesOf(*session), expected(*session));
      const Status flushed = session->flush();
      QVERIFY2(flushed, flushed ? "" : flushed.error().text().c_str());
    }
    QCOMPARE(ask("SELECT count(*) FROM summaries"), int64_t{1200});
    auto again = opened(m_file, Mode::readOnly);
    QCOMPARE(summariesOf(*again), expected(*again));
  }

  void whatAnOlderProgramAddsInBetweenIsSummarised() {
    makeSession(20);
    execute("DELETE FROM summaries WHERE evaluation IN (1, 7, 8, 20)");
    auto session = opened(m_file, Mode::readOnly);
    QCOMPARE(summariesOf(*session), expected(*session));
    QCOMPARE(value(session->summariesAfter(18)).summaries.size(), size_t{2});
  }

  void whatCannotBeReadIsWorkedOutAnewAndMended_data() {
    QTest::addColumn<QString>("damage");
    QTest::newRow("cut")
        << "UPDATE summaries SET summary = substr(summary, 1, 9) WHERE evaluation = 4";
    QTest::newRow("empty") << "UPDATE summaries SET summary = x'' WHERE evaluation < 3";
    QTest::newRow("another version") << "UPDATE summaries SET version = 99";
    QTest::newRow("text") << "UPDATE summaries SET summary = 'hello' WHERE evaluation = 12";
    QTest::newRow("number") << "UPDATE summaries SET summary = 5 WHERE evaluation = 1";
  }
  void whatCannotBeReadIsWorkedOutAnewAndMended() {
    QFETCH(QString, damage);
    makeSession(12);
    QVERIFY(execute(damage.toStdString()) > 0);
    {
      auto session = opened(m_file, Mode::readWrite);
      QCOMPARE(summariesOf(*session), expected(*session));
      const Status flushed = session->flush();
      QVERIFY2(flushed, flushed ? "" : flushed.error().text().c_str());
    }
    QCOMPARE(ask("SELECT count(*) FROM summaries WHERE version = 1 AND length(summary) > 100"),
             int64_t{12});
  }

  void aReaderSeesSummariesAsTheyAreCommitted() {
    makeSession(2);
    auto writer = opened(m_file, Mode::readWrite);
    auto reader = opened(m_file, Mode::readOnly);
    QCOMPARE(value(reader->summariesAfter(0)).last, int64_t{2});
    QVERIFY(storeWhole(*writer, 2));
    const SummaryRows added = value(reader->summariesAfter(2));
    QCOMPARE(added.summaries.size(), size_t{1});
    QCOMPARE(added.summaries[0].key, keyOf(2));
  }
};

QTEST_GUILESS_MAIN(TestSummaries)
#include "test_summaries.moc"
