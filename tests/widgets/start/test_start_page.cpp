// SPDX-License-Identifier: GPL-3.0-or-later
// The start page offers what can be opened, by mouse, keyboard and dropping files.
#include <QAbstractItemModelTester>
#include <QAction>
#include <QDir>
#include <QDropEvent>
#include <QFile>
#include <QLabel>
#include <QLineEdit>
#include <QListView>
#include <QMimeData>
#include <QPushButton>
#include <QRegularExpression>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include "client/session/session.h"
#include "widgets/settings/settings.h"
#include "widgets/start/entry_list.h"
#include "widgets/start/start_page.h"

using namespace kw;

namespace {

QListView* listOf(StartPage& page, const char* name) {
  return page.findChild<EntryList*>(QString::fromLatin1(name))->findChild<QListView*>();
}

void drop(QWidget& on, const QList<QUrl>& urls) {
  QMimeData data;
  data.setUrls(urls);
  QDragEnterEvent enter({5, 5}, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
  QCoreApplication::sendEvent(&on, &enter);
  if (!enter.isAccepted()) return;
  QDropEvent event({5, 5}, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
  QCoreApplication::sendEvent(&on, &event);
}

}  // namespace

class TestStartPage : public QObject {
  Q_OBJECT

 private:
  QTemporaryDir m_folder;
  QString m_config;
  QString make(const QString& name, const QByteArray& content = {}) {
    const QString path = m_folder.filePath(name);
    QDir().mkpath(QFileInfo(path).path());
    QFile file(path);
    if (!file.open(QIODevice::WriteOnly)) qFatal("cannot write");
    file.write(content);
    return path;
  }

 private slots:
  void init() {
    QTest::failOnWarning(QRegularExpression(QStringLiteral("^(?!This plugin does not support)")));
    static int number = 0;
    m_config = m_folder.filePath(QStringLiteral("config%1.ini").arg(++number));
  }

  void aKernelIsDescribedByTheFirstSentenceOfItsSource_data() {
    QTest::addColumn<QString>("source");
    QTest::addColumn<QString>("sentence");
    QTest::newRow("after the licence")
        << "// SPDX-License-Identifier: MIT\n// y = x, by\n// blocks. And more.\n__global__"
        << "y = x, by blocks";
    QTest::newRow("stops within brackets") << "// total[0] = sum of in[0 .. n). First this.\n"
                                           << "total[0] = sum of in[0 .. n)";
    QTest::newRow("only the first comment") << "#include <x>\n\n//  a\n\n// b\n"
                                            << "a";
    QTest::newRow("none") << "__global__ void f() {}\n"
                          << "";
    QTest::newRow("empty") << ""
                           << "";
  }
  void aKernelIsDescribedByTheFirstSentenceOfItsSource() {
    QFETCH(QString, source);
    QFETCH(QString, sentence);
    QCOMPARE(QString::fromStdString(firstSentence(source.toStdString())), sentence);
  }

  void theLibraryIsListedAndOpensWithEnter() {
    Settings settings(m_config);
    StartPage page(settings);
    page.resize(1024, 640);
    page.show();
    QListView* list = listOf(page, "start.library");
    QAbstractItemModelTester tester(list->model(),
                                    QAbstractItemModelTester::FailureReportingMode::QtTest);
    QTRY_VERIFY(list->model()->rowCount() >= 4);
    QVERIFY(list->model()->index(0, 0).data(EntryModel::detailRole).toString().size() > 10);
    QSignalSpy opened(&page, &StartPage::openWanted);
    list->setFocus();
    QTest::keyClicks(list, "silu");  // goes into the filter
    QCOMPARE(list->model()->rowCount(), 1);
    auto* filter = page.findChild<EntryList*>("start.library")->filter();
    QCOMPARE(filter->text(), QString("silu"));
    QTest::keyClick(filter, Qt::Key_Return);
    QCOMPARE(opened.size(), 1);
    QVERIFY(opened.at(0).at(0).toString().endsWith("templates/silu_and_mul"));
    QTest::keyClick(filter, Qt::Key_Escape);
    QVERIFY(list->model()->rowCount() >= 4);
  }

  void theKeysGoToTheFirstListThatHoldsSomething() {
    Settings settings(m_config);
    StartPage page(settings);
    page.show();
    QVERIFY(QTest::qWaitForWindowActive(&page));
    QListView* library = listOf(page, "start.library");
    QTRY_COMPARE(page.focusWidget(), library);
    QSignalSpy opened(&page, &StartPage::openWanted);
    QTest::keyClick(library, Qt::Key_Return);
    QCOMPARE(opened.size(), 1);
    page.findChild<EntryList*>("start.library")->filter()->setFocus();
    page.refresh();
    QCoreApplication::processEvents();
    QVERIFY(page.focusWidget() != library);  // it is elsewhere already
  }

  void missingFilesAreSaidAndCanBeTriedAndRemoved() {
    Settings settings(m_config);
    settings.addRecent({m_folder.filePath("gone.kwr"), {}, "rmsnorm", "H200", {}});
    settings.addRecent({make("there.kwr"), {}, "transpose", "host", {}});
    StartPage page(settings);
    page.show();
    QListView* list = listOf(page, "start.recent");
    const auto at = [&](int row) { return list->model()->index(row, 0); };
    QCOMPARE(list->model()->rowCount(), 2);
    QCOMPARE(at(0).data().toString(), QString("there"));
    QTRY_COMPARE(at(1).data(EntryModel::missingRole).toBool(), true);
    QCOMPARE(at(0).data(EntryModel::missingRole).toBool(), false);
    QSignalSpy opened(&page, &StartPage::openWanted);
    list->setCurrentIndex(at(1));
    list->setFocus();
    QTest::keyClick(list, Qt::Key_Return);  // it may be there again; else opening says what to do
    QCOMPARE(opened.size(), 1);
    QTest::keyClick(list, Qt::Key_Delete);
    QCOMPARE(settings.values().recent.size(), 1);
    QCOMPARE(list->model()->rowCount(), 1);
    QCOMPARE(list->currentIndex(), at(0));  // the keys stay in the list
    QTest::keyClick(list, Qt::Key_Return);
    QCOMPARE(opened.size(), 2);
  }

  void aDroppedFileIsOpened() {
    Settings settings(m_config);
    StartPage page(settings);
    QSignalSpy opened(&page, &StartPage::openWanted);
    QSignalSpy noticed(&page, &StartPage::noticed);
    drop(page, {QUrl("https://example.org/x.kwr")});
    QCOMPARE(opened.size(), 0);
    drop(page, {QUrl::fromLocalFile("/p/a b.kwr")});
    QCOMPARE(opened.size(), 1);
    QCOMPARE(opened.at(0).at(0).toString(), QString("/p/a b.kwr"));
    QCOMPARE(noticed.size(), 0);
    drop(page, {QUrl::fromLocalFile("/p/1"), QUrl::fromLocalFile("/p/2")});
    QCOMPARE(opened.size(), 2);
    QCOMPARE(noticed.size(), 1);
  }

  void aShippedRecordingIsOfferedWithItsOrigin() {
    make("data/templates/.keep");
    make("data/resources/sessions/h200.kwr");
    make("data/resources/sessions/h200.json", R"({"provenance": "Recorded on 1 H200."})");
    qputenv("KERNELWRIGHT_DATA", m_folder.filePath("data").toUtf8());
    Settings settings(m_config);
    StartPage page(settings);
    page.show();
    auto* look = page.findChild<QPushButton*>("start.lookAround");
    QVERIFY(!look->isVisible());
    QTRY_VERIFY(look->isVisible());
    QCOMPARE(page.findChild<QLabel*>("start.provenance")->text(), QString("Recorded on 1 H200."));
    QSignalSpy opened(&page, &StartPage::openWanted);
    look->click();
    QVERIFY(opened.at(0).at(0).toString().endsWith("sessions/h200.kwr"));
    qunsetenv("KERNELWRIGHT_DATA");
  }

  void aRecordingIsHeadedByTheDeviceThatItNames() {
    const QString path = m_folder.filePath("recorded/x.kwr");
    QDir().mkpath(QFileInfo(path).path());
    {
      auto session = Session::open(path.toStdString(), Session::Mode::create);
      QVERIFY(session.has_value());
      DeviceInfo device;
      device.uuid = "GPU-1";
      device.model = "NVIDIA X999";
      (*session)->storeDevice(device, {});
      QVERIFY((*session)->flush().has_value());
    }
    const QVector<ShippedRecording> found =
        readRecordings(m_folder.filePath("recorded").toStdString());
    QCOMPARE(found.size(), 1);
    QCOMPARE(found.front().device, QString("NVIDIA X999"));
    QVERIFY(readRecordings(m_folder.filePath("nowhere").toStdString()).isEmpty());
  }

  void withoutARecordingNoneIsOffered() {
    QVERIFY(readRecordings("/nowhere").isEmpty());
    make("some/x.kwr");
    make("some/x.txt", "From a\ntext.");
    make("some/y.json", "{");
    const QVector<ShippedRecording> found = readRecordings(m_folder.filePath("some").toStdString());
    QCOMPARE(found.size(), 1);
    QCOMPARE(found.front().provenance, QString("From a text."));
    QCOMPARE(found.front().device, QString());
  }
};

QTEST_MAIN(TestStartPage)
#include "test_start_page.moc"
