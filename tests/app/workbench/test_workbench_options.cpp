// SPDX-License-Identifier: GPL-3.0-or-later
// What the command line of `kernelwright` may say, and what is answered to what it may not.
#include <QTest>

#include "workbench/options.h"

using namespace kw;

namespace {

WorkbenchOptions accepted(const QStringList& arguments) {
  WorkbenchOptions options;
  const QString fault = readOptions(arguments, options);
  if (!fault.isEmpty()) QTest::qFail(qPrintable(fault), __FILE__, __LINE__);
  return options;
}

}  // namespace

class TestWorkbenchOptions : public QObject {
  Q_OBJECT

 private slots:
  void withoutAnythingTheStartPageIsShown() {
    const WorkbenchOptions options = accepted({});
    QCOMPARE(options.file, QString());
    QCOMPARE(options.screenshot, QString());
    QVERIFY(!options.size);
    QCOMPARE(options.scale, 1.0);
    QCOMPARE(options.theme, QString());
    QCOMPARE(options.panel, QString());
    QCOMPARE(options.tune, QString());
    QVERIFY(!options.help && !options.version);
  }

  void aFileIsOpened() { QCOMPARE(accepted({"silu_and_mul"}).file, QString("silu_and_mul")); }

  void helpAndVersionAreAskedFor() {
    QVERIFY(accepted({"--help"}).help);
    QVERIFY(accepted({"-h"}).help);
    QVERIFY(accepted({"--version"}).version);
    QVERIFY(!accepted({"--version"}).help);
  }

  void aPictureIsDescribed() {
    const WorkbenchOptions options =
        accepted({"--screenshot", "out.png", "--size", "1280x800", "--scale", "2", "--theme",
                  "dark", "--panel", "latency", "run.kwr"});
    QCOMPARE(options.screenshot, QString("out.png"));
    QCOMPARE(options.size, std::optional(QSize(1280, 800)));
    QCOMPARE(options.scale, 2.0);
    QCOMPARE(options.theme, QString("dark"));
    QCOMPARE(options.panel, QString("latency"));
    QCOMPARE(options.file, QString("run.kwr"));
  }

  void valuesMayFollowAnEqualsSign() {
    const WorkbenchOptions options =
        accepted({"--screenshot=a=b.png", "--size=200x16384", "--scale=0.5", "--theme=light"});
    QCOMPARE(options.screenshot, QString("a=b.png"));
    QCOMPARE(options.size, std::optional(QSize(200, 16384)));
    QCOMPARE(options.scale, 0.5);
    QCOMPARE(options.theme, QString("light"));
  }

  void tuningBeginsWithABudget() {
    QCOMPARE(accepted({"--tune", "24", "reduction"}).tune, QString("24"));
    QCOMPARE(accepted({"--tune=60s", "reduction"}).tune, QString("60s"));
  }

  void theOrderDoesNotMatter() {
    QCOMPARE(accepted({"run.kwr", "--screenshot", "out.png"}).file, QString("run.kwr"));
    QCOMPARE(accepted({"--panel", "log", "--screenshot", "out.png"}).panel, QString("log"));
  }

  void whatIsWrongIsSaid_data() {
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<QString>("fault");
    const auto add = [](const char* name, const QStringList& arguments, const QString& fault) {
      QTest::newRow(name) << arguments << fault;
    };
    const QString size =
        "--size takes WIDTHxHEIGHT, each from 200 to 16384, such as 1600x1000; found '%1'";
    for (const char* text : {"1280", "1280x", "x800", "1280x800x3", "199x800", "1280x199",
                             "16385x800", "800x16385", "-800x600", "800 x 600", "123456x800", ""})
      add(qPrintable(QStringLiteral("size '%1'").arg(QLatin1String(text))),
          {QStringLiteral("--size=") + QLatin1String(text)}, size.arg(QLatin1String(text)));
    const QString scale = "--scale takes a number from 0.5 to 4; found '%1'";
    for (const char* text : {"0.49", "4.1", "two", "", "nan", "-1"})
      add(qPrintable(QStringLiteral("scale '%1'").arg(QLatin1String(text))),
          {"--scale", QLatin1String(text)}, scale.arg(QLatin1String(text)));
    add("theme", {"--theme", "blue"}, "--theme takes light or dark; found 'blue'");
    add("theme of no name", {"--theme="}, "--theme takes light or dark; found ''");
    add("picture of another kind", {"--screenshot", "out.jpg"},
        "--screenshot takes a file that ends in .png; found 'out.jpg'");
    add("picture without a name", {"--screenshot="},
        "--screenshot takes a file that ends in .png; found ''");
    for (const char* name : {"--screenshot", "--size", "--scale", "--theme", "--panel", "--tune"})
      add(qPrintable(QLatin1String(name) + QStringLiteral(" without a value")),
          {"run.kwr", QLatin1String(name)}, QLatin1String(name) + QStringLiteral(" needs a value"));
    add("panel without a picture", {"--panel", "log", "run.kwr"}, "--panel goes with --screenshot");
    add("tuning of nothing", {"--tune", "24"}, "--tune needs a FILE to tune");
    add("two files", {"a.kwr", "b.kwr"}, "one file at most: found a.kwr and b.kwr");
    add("unknown option", {"--colour"}, "there is no option --colour; see kernelwright --help");
    add("unknown option with a value", {"--colour=red"},
        "there is no option --colour=red; see kernelwright --help");
    add("unknown letter", {"-x"}, "there is no option -x; see kernelwright --help");
    add("value of a flag", {"--help=yes"},
        "there is no option --help=yes; see kernelwright --help");
  }
  void whatIsWrongIsSaid() {
    QFETCH(QStringList, arguments);
    QFETCH(QString, fault);
    WorkbenchOptions options;
    QCOMPARE(readOptions(arguments, options), fault);
  }

  void aBudgetThatIsNoneIsRefused() {
    WorkbenchOptions options;
    QVERIFY(readOptions({"--tune", "soon", "reduction"}, options).startsWith("--tune: "));
    QVERIFY(readOptions({"--tune=", "reduction"}, options).startsWith("--tune: "));
  }

  void theHelpNamesEveryOption() {
    for (const char* name : {"--screenshot", "--size", "--scale", "--theme", "--panel", "--tune"})
      QVERIFY2(helpText().contains(QLatin1String(name)), name);
  }
};

QTEST_APPLESS_MAIN(TestWorkbenchOptions)
#include "test_workbench_options.moc"
