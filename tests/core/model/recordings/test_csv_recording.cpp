// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>

#include "base/files/files.h"
#include "model/recordings/read_recording.h"
#include "model/recordings/write_recording.h"
#include "support/printing.h"
#include "support/recording_text.h"

using namespace kw;

namespace {

Result<ReadRecording> read(const std::string& text) {
  return readRecordingBytes(text, "times.csv");
}

std::string linesOf(const Result<ReadRecording>& result) {
  std::string text = test::errorText(result);
  if (result)
    for (const std::string& line : result->report.lines())
      text += "\n" + line;
  return text;
}

}  // namespace

class TestCsvRecording : public QObject {
  Q_OBJECT

 private slots:
  void theTimeIsFoundByItsNameWithItsUnit_data() {
    QTest::addColumn<QString>("column");
    QTest::addColumn<double>("milliseconds");
    QTest::newRow("time") << "time" << 8.0;
    QTest::newRow("time_ms") << "time_ms" << 8.0;
    QTest::newRow("capitals") << "Time_MS" << 8.0;
    QTest::newRow("milliseconds") << "milliseconds" << 8.0;
    QTest::newRow("duration_us") << "duration_us" << 0.008;
    QTest::newRow("KTT's") << "Computation duration (us)" << 0.008;
    QTest::newRow("ns") << "runtime [ns]" << 8e-6;
    QTest::newRow("s") << "kernel_time_s" << 8000.0;
  }
  void theTimeIsFoundByItsNameWithItsUnit() {
    QFETCH(QString, column);
    QFETCH(double, milliseconds);
    const auto result = read("a,b," + test::utf8(column) + ",power\n1,x,8,90\n");
    KW_VERIFY_OK(result);
    QVERIFY(qFuzzyCompare(result->recording.rows[0].milliseconds, milliseconds));
    QCOMPARE(test::parametersText(result->recording), std::string("a: 1\nb: 'x'\n"));
    QCOMPARE(result->recording.rows[0].metrics.at("power"), 90.0);
    QCOMPARE(result->report.notes.size(), column == "time" ? size_t{1} : size_t{0});
  }

  void textThatIsNotUtf8IsReadAsLatin1AndComesBack() {
    const auto result = read("a,time_ms\n\xE4,1\n\xF6,2\n");
    KW_VERIFY_OK(result);
    KW_VERIFY_CONTAINS(linesOf(result), "read as Latin-1");
    QCOMPARE(test::parametersText(result->recording), std::string("a: '\u00E4' '\u00F6'\n"));
    for (const std::string& written :
         {writeT4(result->recording), writeKernelTunerCache(result->recording),
          writeCsv(result->recording)})
      QCOMPARE(read(written)->recording.rows.size(), size_t{2});
    QVERIFY(linesOf(read("a,time_ms\n\u00E4,1\n")).find("Latin-1") == std::string::npos);
  }

  void aProfileOfNsightComputeIsRefusedByItsName_data() {
    QTest::addColumn<QString>("text");
    const QString launch =
        R"("ID","Process ID","Process Name","Host Name","Kernel Name","Context","Stream",)"
        R"("Block Size","Grid Size","Device","CC",)";
    const QString row =
        R"text("0","498","k","127.0.0.1","f(int)","1","7","(256, 1, 1)","(96, 1, 1)","0","9.0",)text";
    QTest::newRow("raw page") << launch + "\"gpu__time_duration.sum\"\n" + row + "\"210.5\"\n";
    QTest::newRow("details page") << launch + "\"Metric Name\",\"Duration\"\n" + row +
                                         "\"a\",\"1\"\n";
    QTest::newRow("with its log") << "==PROF== Connected to process 498 (/tmp/k)\n" + launch + "\n";
  }
  void aProfileOfNsightComputeIsRefusedByItsName() {
    QFETCH(QString, text);
    const auto result = read(test::utf8(text));
    QVERIFY(!result);
    QCOMPARE(result.error().kind, ErrorKind::badInput);
    KW_VERIFY_CONTAINS(result.error().text(), "this is a profile of Nsight Compute (ncu --csv)");
    KW_VERIFY_CONTAINS(result.error().text(), "Kernel Tuner caches, T4, KTT results and CSV");
  }

  void separatorsQuotesCommentsAndLineEndsOfAllKindsAreRead() {
    for (const char* text : {
             "a,b,time_ms\n1,\"x, \"\"y\"\"\",2.5\n",
             "a;b;time_ms\r\n1;x, \"y\";2,5\r\n\r\n",
             "# made by hand, for a test\na\tb\ttime_ms\n1\tx, \"y\"\t2.5",
             "\xEF\xBB\xBF\"a\",\"b\",\"time_ms\"\n\"1\",\"x, \"\"y\"\"\",\"2.5\"\n",
         }) {
      const auto result = read(text);
      KW_VERIFY_OK(result);
      KW_VERIFY_CONTAINS(test::rowsText(result->recording), "a=1 b='x, \"y\"' verified '' 2.5");
    }
  }

  void whatStandsInQuotesIsNoSeparator() {
    const auto result = read("\"a;b;c;\nd\",time_ms\n1,5\n2,6\n");
    KW_VERIFY_OK(result);
    QCOMPARE(test::parametersText(result->recording), std::string("a;b;c;\nd: 1 2\n"));
    const auto again = read(writeCsv(result->recording));
    KW_VERIFY_OK(again);
    QCOMPARE(test::recordingText(again->recording), test::recordingText(result->recording));
    // One in the middle of a cell opens nothing.
    QCOMPARE(test::parametersText(read("5\" disk;b;time_ms\n1;2;5\n")->recording),
             std::string("5\" disk: 1\nb: 2\n"));
  }

  void cellsAreNumbersBooleansOrTexts() {
    const auto result =
        read(",a,time_ms\n0,1,1\n1,0.5,1\n2,true,1\n3,float4,1\n4,'12',1\n5,inf,1\n");
    QCOMPARE(test::parametersText(result->recording),
             std::string("a: 0.5 1 '12' 'float4' 'inf'\n"));  // true equals 1
    KW_VERIFY_CONTAINS(linesOf(result), "measured again in row 3");
  }

  void aFailureIsNoTimeHoweverItIsTold_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("failure");
    QTest::newRow("in the time") << "a,time_ms\n1,RuntimeFailedConfig\n"
                                 << "RuntimeFailedConfig";
    QTest::newRow("status") << "a,time_ms,status\n1,3,ComputationFailed\n"
                            << "ComputationFailed";
    QTest::newRow("error") << "a,time_ms,error\n1,3,it burned\n"
                           << "it burned";
    QTest::newRow("invalidity") << "a,time_ms,invalidity\n1,,compile\n"
                                << "compile";
  }
  void aFailureIsNoTimeHoweverItIsTold() {
    QFETCH(QString, text);
    QFETCH(QString, failure);
    const auto result = read(test::utf8(text));
    KW_VERIFY_OK(result);
    QVERIFY(!result->recording.rows[0].ok());
    QCOMPARE(result->recording.rows[0].milliseconds, 0.0);
    QCOMPARE(result->recording.rows[0].failure, test::utf8(failure));
  }

  void rowsThatCannotBeReadAreToldWithTheirLine() {
    const auto result = read("a,time_ms,status\n1,0,ok\n2,,ok\n3,nan,ok\n4,5\n,5,ok\n6,7,ok\n");
    QCOMPARE(result->recording.rows.size(), size_t{1});
    const std::string lines = linesOf(result);
    KW_VERIFY_CONTAINS(lines, "times.csv:2: row 1 is not taken: its time is 0");
    KW_VERIFY_CONTAINS(lines, "times.csv:3: row 2 is not taken: its time is empty");
    KW_VERIFY_CONTAINS(lines, "times.csv:4: row 3 is not taken: its time is NaN");
    KW_VERIFY_CONTAINS(lines,
                       "times.csv:5: row 4 is not taken: it has 2 cells, and the header has 3");
    KW_VERIFY_CONTAINS(lines, "times.csv:6: row 5 is not taken: the parameter \"a\" is empty");
  }

  void parametersAreFoundRightOfTheTimeWhereNoneIsLeftOfIt() {
    const auto result = read("time_ms,a,b\n5,1,2\n");
    QCOMPARE(test::parametersText(result->recording), std::string("a: 1\nb: 2\n"));
  }

  void aTextThatIsNoValueIsNotTaken() {
    const auto result =
        read("a,time_ms\n" + std::string(4096, 'x') + ",1\n" + std::string(4097, 'y') + ",2\n");
    QCOMPARE(result->recording.rows.size(), size_t{1});
    KW_VERIFY_CONTAINS(linesOf(result), "row 2 is not taken: the value of \"a\" is 4");
  }

  void aColumnThatDeniesIsHonoured() {
    for (const char* column : {"correct", "valid", "passed", "is_correct"})
      for (const char* denied : {"false", "0", "no", "False"}) {
        const auto result =
            read(std::string("a,time_ms,") + column + "\n1,0.1," + denied + "\n2,5,true\n3,6,1\n");
        KW_VERIFY_OK(result);
        QCOMPARE(result->recording.rows.size(), size_t{3});
        QCOMPARE(result->recording.rows[0].verdict, VerdictKind::wrong);
        QVERIFY(result->recording.rows[1].ok() && result->recording.rows[2].ok());
      }
    const auto both =
        read("a,time_ms,status,correct\n1,0.1,ok,false\n2,0.1,timeout,true\n3,1,ok,1\n");
    KW_VERIFY_OK(both);
    QVERIFY(!both->recording.rows[0].ok() && !both->recording.rows[1].ok());
  }

  void aParameterCalledTimeTakesAPrefix() {
    const auto result = read("parameter:time,grid_size_x,time_ms\n1,8,5\n");
    QCOMPARE(test::parametersText(result->recording), std::string("time: 1\ngrid_size_x: 8\n"));
    const auto again = read(writeCsv(result->recording));
    KW_VERIFY_OK(again);
    QCOMPARE(test::recordingText(again->recording), test::recordingText(result->recording));
  }

  void tablesWithoutTimesOrParametersAreRefused() {
    KW_VERIFY_CONTAINS(linesOf(read("a,b\n1,2\n")),
                       "times.csv:1: no column holds times: expected one named \"time\"");
    KW_VERIFY_CONTAINS(linesOf(read("time\n1\n")), "no column holds a parameter");
    KW_VERIFY_CONTAINS(linesOf(read("a,a,time\n1,2,3\n")), "the column \"a\" is there twice");
  }

  void aTableThatEndsInsideQuotesLosesItsLastRowOnly() {
    const auto result = read("a,time_ms,note\n1,5,fine\n2,6,\"cut o");
    KW_VERIFY_OK(result);
    QCOMPARE(result->recording.rows.size(), size_t{1});
    QVERIFY(!result->report.isWhole);
  }
};

QTEST_APPLESS_MAIN(TestCsvRecording)
#include "test_csv_recording.moc"
