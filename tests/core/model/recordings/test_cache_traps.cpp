// SPDX-License-Identifier: GPL-3.0-or-later
// What breaks readers of Kernel Tuner caches. A row is taken for what it says, or told with its
// reason; a failure never becomes a time.
#include <QTest>

#include "model/recordings/read_recording.h"
#include "support/printing.h"
#include "support/recording_text.h"

using namespace kw;

namespace {

// A cache of two parameters with these rows.
std::string cacheOf(const std::string& rows, const std::string& header = {}) {
  return "{\"device_name\":\"\",\"kernel_name\":\"k\",\n\"tune_params_keys\":[\"a\",\"b\"],"
         "\"tune_params\":{\"a\":[1,2,4],\"b\":[\"x\",\"y\"]},\n" +
         header + "\"cache\":{\n" + rows + "}}";
}

std::string row(const std::string& content) {
  return "\"k" + std::to_string(std::hash<std::string>()(content)) + "\":{\"a\":1,\"b\":\"x\"" +
         (content.empty() ? "" : ",") + content + "}";
}

const std::string good = R"("2,y":{"a":2,"b":"y","time":5})";

Result<ReadRecording> read(const std::string& text) {
  return readRecordingBytes(text, "cache.json");
}

std::string linesOf(const Result<ReadRecording>& result) {
  std::string text = test::errorText(result);
  if (result)
    for (const std::string& line : result->report.lines())
      text += "\n" + line;
  return text;
}

}  // namespace

class TestCacheTraps : public QObject {
  Q_OBJECT

 private slots:
  void aRowWithoutATimeIsNotTakenAndItsPlaceIsTold_data() {
    QTest::addColumn<QString>("content");
    QTest::addColumn<QString>("reason");
    QTest::newRow("0") << "\"time\":0"
                       << "its time is 0";
    QTest::newRow("0.0") << "\"time\":0.0"
                         << "its time is 0";
    QTest::newRow("negative") << "\"time\":-3"
                              << "its time is negative";
    QTest::newRow("NaN") << "\"time\":NaN"
                         << "its time is NaN";
    QTest::newRow("Infinity") << "\"time\":Infinity"
                              << "its time is infinite";
    QTest::newRow("-Infinity") << "\"time\":-Infinity"
                               << "its time is infinite";
    QTest::newRow("too large") << "\"time\":1e999"
                               << "its time is infinite";
    QTest::newRow("null") << "\"time\":null"
                          << "it has no \"time\"";
    QTest::newRow("missing") << "\"times\":[1,2]"
                             << "it has no \"time\"";
    QTest::newRow("boolean") << "\"time\":true"
                             << "its \"time\" is a boolean";
    QTest::newRow("array") << "\"time\":[1]"
                           << "its \"time\" is an array";
  }
  void aRowWithoutATimeIsNotTakenAndItsPlaceIsTold() {
    QFETCH(QString, content);
    QFETCH(QString, reason);
    const auto result = read(cacheOf(row(test::utf8(content)) + ",\n" + good));
    KW_VERIFY_OK(result);
    QCOMPARE(result->recording.rows.size(), size_t{1});
    QCOMPARE(result->recording.rows[0].milliseconds, 5.0);
    QCOMPARE(result->report.notTaken.size(), size_t{1});
    KW_VERIFY_CONTAINS(linesOf(result), "cache.json:4: row 1 (k");
    KW_VERIFY_CONTAINS(linesOf(result), "is not taken: " + test::utf8(reason));
  }

  void aFileOfNothingButSuchRowsIsRefusedWithTheFirstReason() {
    const std::string text = linesOf(read(cacheOf(row("\"time\":0"))));
    KW_VERIFY_CONTAINS(text, "no row of this Kernel Tuner cache can be taken");
    KW_VERIFY_CONTAINS(text, "its time is 0");
  }

  void aTextInTimeIsAFailureWhateverElseTheRowHolds() {
    const auto result = read(cacheOf(
        row(R"("time":"CompilationFailedConfig","times":[1,2],"GFLOP/s":1e9)") + ",\n" + good));
    const RecordedRow& first = result->recording.rows[0];
    QCOMPARE(first.verdict, VerdictKind::failedToCompile);
    QCOMPARE(first.milliseconds, 0.0);
    QCOMPARE(first.failure, std::string("CompilationFailedConfig"));
    QCOMPARE(result->report.failed, size_t{1});
  }

  void anErrorFieldIsAFailureEvenBesideATime() {
    const auto result =
        read(cacheOf(row(R"("time":1.5,"__error__":"RuntimeFailedConfig")") + ",\n" + good));
    QCOMPARE(result->recording.rows[0].verdict, VerdictKind::crashed);
    QCOMPARE(result->recording.rows[0].milliseconds, 0.0);
  }

  void aFailureThatNobodyKnowsIsOneAllTheSameAndIsTold() {
    const auto result = read(cacheOf(row(R"("time":"3.87")") + ",\n" + good));
    QVERIFY(!result->recording.rows[0].ok());
    QCOMPARE(result->recording.rows[0].failure, std::string("3.87"));
    KW_VERIFY_CONTAINS(linesOf(result), "not among those known here");
  }

  void valuesAreThoseOfTheRowNotOfItsKey() {
    // Both keys are "1,2,3" once joined; Python would have kept one, an appended file has both.
    const auto result = read(
        R"({"tune_params_keys":["a","b"],"tune_params":{"a":["1,2","1"],"b":["3","2,3"]},"cache":{
            "1,2,3":{"a":"1,2","b":"3","time":4}, "1,2,3":{"a":"1","b":"2,3","time":6}}})");
    KW_VERIFY_OK(result);
    KW_VERIFY_CONTAINS(test::rowsText(result->recording), "a='1,2' b='3' verified '' 4.0");
    KW_VERIFY_CONTAINS(test::rowsText(result->recording), "a='1' b='2,3' verified '' 6.0");
  }

  void aConfigurationThatIsMeasuredAgainCountsAsLatest() {
    const auto result = read(cacheOf(row("\"time\":3") + ",\n" + good + ",\n" + row("\"time\":7")));
    QCOMPARE(result->recording.rows.size(), size_t{2});
    QCOMPARE(result->recording.rows[0].milliseconds, 7.0);
    KW_VERIFY_CONTAINS(linesOf(result), "row 1 (k");
    KW_VERIFY_CONTAINS(linesOf(result), "measured again in row 3");
  }

  void valuesGivenTwiceOrAsIntegerAndRealAreOne() {
    const auto result = read(
        R"({"tune_params_keys":["a"],"tune_params":{"a":[2,2.0,4,4]},"cache":{
            "2":{"a":2.0,"time":1}, "4":{"a":4,"time":2}}})");
    QCOMPARE(test::parametersText(result->recording), std::string("a: 2 4\n"));
    KW_VERIFY_CONTAINS(linesOf(result), "given twice (2 and 2.0 count as the same)");
  }

  void aValueThatTheFileDoesNotListIsTakenAndTold() {
    const auto result = read(cacheOf(R"("8,x":{"a":8,"b":"x","time":1})"));
    QCOMPARE(test::parametersText(result->recording), std::string("a: 1 2 4 8\nb: 'x' 'y'\n"));
    KW_VERIFY_CONTAINS(linesOf(result), "a value of \"a\" that the file does not list");
  }

  void aRowThatLacksAParameterOrHasNoPlainValueIsNotTaken() {
    const auto result = read(cacheOf(R"("1":{"a":1,"time":1}, "2":{"a":1,"b":null,"time":1},
        "3":{"a":[1],"b":"x","time":1}, "4":7, )" +
                                     good));
    QCOMPARE(result->recording.rows.size(), size_t{1});
    KW_VERIFY_CONTAINS(linesOf(result), "the parameter \"b\" is missing");
    KW_VERIFY_CONTAINS(linesOf(result), "the parameter \"b\" is null");
    KW_VERIFY_CONTAINS(linesOf(result), "the parameter \"a\" is an array");
    KW_VERIFY_CONTAINS(linesOf(result),
                       "row 4 (4) is not taken: expected an object, found an integer");
  }

  void aParameterCalledTimeIsReadFromTheKeys() {
    const auto result = read(
        R"({"tune_params_keys":["time","grid_size_x"],"tune_params":{"time":[1,2],"grid_size_x":[8,16]},"cache":{
            "1,8":{"time":5.5,"grid_size_x":8}, "2,8":{"time":"RuntimeFailedConfig","grid_size_x":8},
            "3,8":{"time":4,"grid_size_x":8}}})");
    KW_VERIFY_OK(result);
    const std::string rows = test::rowsText(result->recording);
    KW_VERIFY_CONTAINS(rows, "time=1 grid_size_x=8 verified '' 5.5");
    KW_VERIFY_CONTAINS(rows, "time=2 grid_size_x=8 crashed");
    KW_VERIFY_CONTAINS(linesOf(result),
                       "row 3 (3,8) is not taken: the parameter \"time\" cannot be told");
  }

  void oneOrTwoValuesAndNamesThatBeginAlikeAreFine() {
    const auto result = read(
        R"({"tune_params_keys":["a","ab"],"tune_params":{"a":[1],"ab":[true,false]},"cache":{
            "1,True":{"a":1,"ab":true,"time":1}, "1,False":{"a":1,"ab":false,"time":2}}})");
    QCOMPARE(test::parametersText(result->recording), std::string("a: 1\nab: true false\n"));
    QCOMPARE(result->recording.rows.size(), size_t{2});
  }

  void problemSizesOfAllFormsAreKept_data() {
    QTest::addColumn<QString>("written");
    QTest::addColumn<QString>("kept");
    QTest::newRow("list") << "[4096, 4096]"
                          << "[4096,4096]";
    QTest::newRow("number") << "20000000"
                            << "20000000";
    QTest::newRow("callable") << "\"callable\""
                              << "callable";
    QTest::newRow("text that is a number") << "\"12\""
                                           << "\"12\"";
    QTest::newRow("null") << "null"
                          << "";
  }
  void problemSizesOfAllFormsAreKept() {
    QFETCH(QString, written);
    QFETCH(QString, kept);
    const auto result = read(cacheOf(good, "\"problem_size\":" + test::utf8(written) + ","));
    QCOMPARE(result->recording.problemSize, test::utf8(kept));
  }

  void anObjectiveThatIsNoTimeIsToldAndTheTimeIsRead() {
    for (const char* objective : {"\"GFLOP/s\"", "[\"GFLOP/s\",\"time\"]"}) {
      const auto result = read(cacheOf(R"("2,y":{"a":2,"b":"y","time":5,"GFLOP/s":700})",
                                       std::string("\"objective\":") + objective + ","));
      QCOMPARE(result->recording.rows[0].milliseconds, 5.0);
      QCOMPARE(result->recording.objective, std::string("time"));
      KW_VERIFY_CONTAINS(linesOf(result), "the run optimised " + std::string(objective));
    }
    const auto plain = read(cacheOf(good, "\"objective\":[\"time\"],"));
    QVERIFY(plain->report.notes.empty());
    QVERIFY(read(cacheOf(good))->report.notes.empty());  // missing
  }

  void anObjectiveThatIsNoTimeWithoutTimesIsRefused() {
    const std::string text = linesOf(
        read(cacheOf(R"("2,y":{"a":2,"b":"y","GFLOP/s":700})", "\"objective\":\"GFLOP/s\",")));
    KW_VERIFY_CONTAINS(text, "no row of this Kernel Tuner cache can be taken");
    KW_VERIFY_CONTAINS(text, "the run optimised \"GFLOP/s\"");
  }

  void whatHasNoFieldIsKept() {
    const auto result = read(cacheOf(
        R"("2,y":{"a":2,"b":"y","time":5,"times":[5,NaN,0],"power":[1,2],"note":"warm","clock":NaN,"W":90})",
        "\"kernel_tuner_version\":\"1.4\","));
    const RecordedRow& first = result->recording.rows[0];
    QCOMPARE(result->recording.further.at("kernel_tuner_version"), std::string("\"1.4\""));
    QCOMPARE(first.further.at("power"), std::string("[1,2]"));
    QCOMPARE(first.further.at("note"), std::string("\"warm\""));
    QCOMPARE(first.metrics.at("W"), 90.0);
    QCOMPARE(first.samples, std::vector<double>{5.0});
    KW_VERIFY_CONTAINS(linesOf(result), "\"clock\" is left out where it is NaN");
    KW_VERIFY_CONTAINS(linesOf(result), "samples that are no times are left out");
  }

  void anEndOfAnyKindIsRead_data() {
    QTest::addColumn<QString>("end");
    QTest::addColumn<bool>("isWhole");
    QTest::newRow("whole") << "}}" << true;
    QTest::newRow("comma and braces") << ",}}" << true;
    QTest::newRow("no braces") << "" << false;
    QTest::newRow("comma") << "," << false;
    QTest::newRow("comma and line end") << ",\n" << false;
    QTest::newRow("one brace") << "}" << false;
    QTest::newRow("half a row") << R"(,"4,x":{"a":4,"b":"x","time":1.2)" << false;
    QTest::newRow("half a word") << R"(,"4,x":{"a":4,"b":"x","time":Na)" << false;
    QTest::newRow("half a key") << ",\"4," << false;
    QTest::newRow("NULs of a crashed disk") << QString(",") + QString(3, QChar(0)) << false;
  }
  void anEndOfAnyKindIsRead() {
    QFETCH(QString, end);
    QFETCH(bool, isWhole);
    std::string text = cacheOf(row("\"time\":3") + ",\n" + good);
    text.resize(text.size() - 2);
    const auto result = read(text + test::utf8(end));
    KW_VERIFY_OK(result);
    QCOMPARE(result->recording.rows.size(), size_t{2});
    QCOMPARE(result->report.isWhole, isWhole);
  }

  void damageInTheMiddleIsToldWithItsPlace() {
    const auto result = read(cacheOf(good + ",\n\"x\":{\"a\":2 \"b\"},\n" + row("\"time\":3")));
    QCOMPARE(result->recording.rows.size(), size_t{1});
    QVERIFY(!result->report.isWhole);
    KW_VERIFY_CONTAINS(linesOf(result), "line 5, column 12: expected JSON, found \"\"b\"}");
    KW_VERIFY_CONTAINS(linesOf(result), "those after it are not");
  }
};

QTEST_APPLESS_MAIN(TestCacheTraps)
#include "test_cache_traps.moc"
