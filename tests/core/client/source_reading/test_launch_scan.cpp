// SPDX-License-Identifier: GPL-3.0-or-later
// Launches are found wherever host code keeps them, and nowhere else.
#include <QTest>

#include "base/files/files.h"
#include "client/source_reading/launch_scan.h"
#include "support/printing.h"

using namespace kw;
using reading::FoundLaunch;

namespace {

std::string dataText(const std::string& name) {
  return files::readText(std::string(KW_TEST_DATA) + "/new_problem/" + name).value();
}

std::vector<FoundLaunch> launches(std::string_view text) {
  return reading::launchesIn(reading::locate(text));
}

using Texts = std::vector<std::string>;

}  // namespace

class TestLaunchScan : public QObject {
  Q_OBJECT

 private slots:
  void allPartsOfALaunchAreRead() {
    const auto found = launches(
        "  ns::inner::norm<float, N<2>, 8><<<dim3(a, b), 256, 4 * n, s>>>(x, f(y, z), n);");
    QCOMPARE(found.size(), size_t{1});
    QCOMPARE(found[0].function, std::string("ns::inner::norm"));
    QCOMPARE(found[0].templateArguments, (Texts{"float", "N<2>", "8"}));
    QCOMPARE(found[0].grid, std::string("dim3(a, b)"));
    QCOMPARE(found[0].block, std::string("256"));
    QCOMPARE(found[0].sharedMemory, std::string("4* n"));
    QCOMPARE(found[0].arguments, (Texts{"x", "f(y, z)", "n"}));
  }

  void aConfigurationMayCompareAndShift() {
    const auto found = launches("k<<<(n < 3 ? 1 : n >> 2), (a > b), 0>>>();");
    QCOMPARE(found.size(), size_t{1});
    QCOMPARE(found[0].block, std::string("(a> b)"));
    QVERIFY(found[0].arguments.empty());
  }

  void commentsStringsAndShiftsAreNoLaunches() {
    const auto found = launches(dataText("tricks.cu"));
    QCOMPARE(found.size(), size_t{1});
    QCOMPARE(found[0].function, std::string("real"));
    QCOMPARE(found[0].arguments, (Texts{"y", "x", "n"}));
  }

  void bodiesOfMacrosAreLookedInto() {
    const auto found = launches(dataText("framework.cu"));
    QCOMPARE(found.size(), size_t{1});
    QCOMPARE(found[0].function, std::string("lab::rowScale"));
    QCOMPARE(found[0].templateArguments, (Texts{"scalar_t", "WARPS"}));
    QVERIFY(!found[0].macroBody.empty());
  }

  void whatIsNotClosedIsNoLaunch_data() {
    QTest::addColumn<QString>("text");
    QTest::newRow("no end") << "k<<<1, 2";
    QTest::newRow("no arguments") << "k<<<1, 2>>>;";
    QTest::newRow("arguments not closed") << "k<<<1, 2>>>(a, b";
    QTest::newRow("no name") << "<<<1, 2>>>(a);";
    QTest::newRow("no block") << "k<<<1>>>(a);";
    QTest::newRow("five parts") << "k<<<1, 2, 3, 4, 5>>>(a);";
    QTest::newRow("ends in a template") << "k<int<<<";
    QTest::newRow("apart") << "k<< <1, 2> >>(a);";
  }
  void whatIsNotClosedIsNoLaunch() {
    QFETCH(QString, text);
    QCOMPARE(launches(text.toStdString()).size(), size_t{0});
  }

  void aGridIsFollowedToItsDefinition() {
    const std::string text =
        "void f(int n) { dim3 grid(n / 4, 2); const int t = 128; dim3 block = dim3(t); k<<<grid, "
        "block>>>(n); }";
    const auto all = reading::locate(text);
    const auto found = reading::launchesIn(all);
    const reading::HostDefinitions definitions(all, 0, found.at(0));
    QCOMPARE(definitions.extents("grid"), (Texts{"n/4", "2"}));
    QCOMPARE(definitions.extents("block"), (Texts{"t"}));
    QCOMPARE(definitions.find("t"), std::string("128"));
    QCOMPARE(definitions.extents("other"), (Texts{"other"}));
  }

  void definitionsThatLeadInACircleEnd() {
    const std::string text = "dim3 a = b; dim3 b = a; k<<<a, b>>>();";
    const auto all = reading::locate(text);
    const reading::HostDefinitions definitions(all, 0, reading::launchesIn(all).at(0));
    QCOMPARE(definitions.extents("a").size(), size_t{1});
  }

  void aHugeFileIsReadInOneGo() {
    std::string text;
    for (int i = 0; i < 50000; ++i)
      text += "int f" + std::to_string(i) + "(int a) { return a < 3 ? a << 2 : a; }\n";
    text += "void go() { last<<<1, 2>>>(3); }\n";
    QCOMPARE(launches(text).size(), size_t{1});
  }
};

QTEST_APPLESS_MAIN(TestLaunchScan)
#include "test_launch_scan.moc"
