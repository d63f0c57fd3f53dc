// SPDX-License-Identifier: GPL-3.0-or-later
// `kernelwright` as a whole program: pictures without a display, exit statuses and messages.
#include <QFileInfo>
#include <QImage>
#include <QProcess>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

namespace {

constexpr int patience = 90'000;

struct Outcome {
  int status = -1;
  QString output, errors;
};

}  // namespace

class TestScreenshots : public QObject {
  Q_OBJECT

 private:
  Outcome run(const QStringList& arguments) const {
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    for (const char* display : {"DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM", "QT_SCALE_FACTOR"})
      environment.remove(QLatin1String(display));
    for (const char* place : {"XDG_STATE_HOME", "XDG_RUNTIME_DIR", "KERNELWRIGHT_CONFIG"})
      environment.insert(QLatin1String(place), m_folder.path());
    QProcess program;
    program.setProcessEnvironment(environment);
    program.start(QStringLiteral(KW_WORKBENCH), arguments);
    if (!program.waitForFinished(patience) || program.exitStatus() != QProcess::NormalExit)
      return {-1, {}, program.errorString()};
    return {program.exitCode(), QString::fromUtf8(program.readAllStandardOutput()),
            QString::fromUtf8(program.readAllStandardError())};
  }
  QString file(const char* name) const { return m_folder.filePath(QLatin1String(name)); }

  QTemporaryDir m_folder;

 private slots:
  void cleanup() { QFile::remove(file("out.png")); }

  void aLibraryProblemIsDrawnInTheSizeThatWasAskedFor() {
    const Outcome outcome =
        run({"--screenshot", file("out.png"), "--size", "1200x800", "silu_and_mul"});
    QVERIFY2(outcome.status == 0, qPrintable(outcome.errors));
    QCOMPARE(outcome.errors, QString());
    const QImage picture(file("out.png"));
    QCOMPARE(picture.size(), QSize(1200, 800));
    QSet<QRgb> colours;
    for (int y = 0; y < picture.height(); y += 3)
      for (int x = 0; x < picture.width(); x += 3)
        colours.insert(picture.pixel(x, y));
    QVERIFY(colours.size() > 50);  // letters and lines
    QVERIFY(QDir(m_folder.path()).entryList({"*.kwr"}, QDir::Files).isEmpty());
  }

  void withoutASizeItIsAsLargeAsTheHelpSays() {
    const Outcome outcome = run({"--screenshot", file("out.png")});
    QVERIFY2(outcome.status == 0, qPrintable(outcome.errors));
    QCOMPARE(QImage(file("out.png")).size(), QSize(1600, 1000));
  }

  void theHelpNamesEveryPanel() {
    const QString named = run({"--screenshot", file("out.png"), "--panel", "kitchen"}).errors;
    const QString help = run({"--help"}).output;
    const QStringList panels =
        named.section(QStringLiteral("there are "), 1).chopped(2).split(", ");
    QVERIFY2(panels.size() > 5, qPrintable(named));
    for (const QString& panel : panels)
      QVERIFY2(help.contains(QRegularExpression("\\b" + panel + "\\b")), qPrintable(panel));
  }

  void scaleAndThemeAreFollowed() {
    const auto middle = [&](const char* theme) {
      const Outcome outcome = run({"--screenshot", file("out.png"), "--size", "1000x700", "--scale",
                                   "2", "--theme", theme});
      if (outcome.status != 0) qWarning("%s", qPrintable(outcome.errors));
      const QImage picture(file("out.png"));
      return picture.size() == QSize(2000, 1400) ? picture.pixelColor(1000, 700).lightness() : -1;
    };
    const int dark = middle("dark"), light = middle("light");
    QVERIFY(dark >= 0 && dark < 100);
    QVERIFY(light > 200);
  }

  void onePanelIsDrawnAlone() {
    const Outcome outcome = run({"--screenshot", file("out.png"), "--size", "1000x700", "--panel",
                                 "space", "silu_and_mul"});
    QVERIFY2(outcome.status == 0, qPrintable(outcome.errors));
    QCOMPARE(QImage(file("out.png")).size(), QSize(1000, 700));
  }

  void aPanelThatIsNotThereIsNamed() {
    const Outcome outcome =
        run({"--screenshot", file("out.png"), "--panel", "kitchen", "silu_and_mul"});
    QCOMPARE(outcome.status, 2);
    QVERIFY2(outcome.errors.contains("There is no panel 'kitchen'"), qPrintable(outcome.errors));
    QVERIFY(!QFileInfo::exists(file("out.png")));
  }

  void aMissingFileIsSaidAndNothingWritten() {
    const Outcome outcome = run({"--screenshot", file("out.png"), file("nowhere.kwr")});
    QCOMPARE(outcome.status, 2);
    QVERIFY2(outcome.errors.contains("nowhere.kwr"), qPrintable(outcome.errors));
    QVERIFY(!QFileInfo::exists(file("out.png")));
  }

  void aPictureThatCannotBeWrittenIsSaid() {
    const QString where = file("no/such/folder/out.png");
    const Outcome outcome = run({"--screenshot", where, "silu_and_mul"});
    QCOMPARE(outcome.status, 1);
    QVERIFY2(outcome.errors.contains(where), qPrintable(outcome.errors));
  }

  void wrongUsageIsSaidBeforeAnythingStarts() {
    const Outcome outcome = run({"--size", "9x9"});
    QCOMPARE(outcome.status, 2);
    QVERIFY(outcome.errors.contains("--size takes WIDTHxHEIGHT"));
  }

  void withoutADisplayItSaysWhatElseThereIs() {
    const Outcome outcome = run({"silu_and_mul"});
    QCOMPARE(outcome.status, 3);
    QVERIFY2(outcome.errors.contains("--screenshot"), qPrintable(outcome.errors));
  }

  void helpAndVersionNeedNoDisplay() {
    QCOMPARE(run({"--help"}).status, 0);
    QVERIFY(run({"--help"}).output.startsWith("kernelwright [FILE]"));
    QVERIFY(run({"--version"}).output.startsWith("kernelwright "));
  }
};

QTEST_GUILESS_MAIN(TestScreenshots)
#include "test_screenshots.moc"
