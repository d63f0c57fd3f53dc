// SPDX-License-Identifier: GPL-3.0-or-later
// The providers' page against a real file and a real server.
#include <QCheckBox>
#include <QComboBox>
#include <QFile>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QMessageBox>
#include <QPushButton>
#include <QTemporaryDir>
#include <QTest>
#include <QTimer>

#include "client/language_model/providers/stored_providers.h"
#include "http_server.h"
#include "sample_streams.h"
#include "widgets/providers/providers_dialog.h"
#include "widgets/theme/theme.h"

using namespace kw;
using namespace kw::test;

namespace {

struct Page {
  ProvidersDialog dialog;
  QListWidget* list = dialog.findChild<QListWidget*>("providers.list");

  Page() {
    dialog.show();
    settle();
  }
  void settle() { QTRY_VERIFY_WITH_TIMEOUT(dialog.isSettled(), 30'000); }
  QLineEdit* field(const char* name) { return dialog.findChild<QLineEdit*>(QLatin1String(name)); }
  QString said(const char* name) { return dialog.findChild<QLabel*>(QLatin1String(name))->text(); }
  void type(const char* name, const QString& text) {
    field(name)->selectAll();
    QTest::keyClicks(field(name), text.isEmpty() ? " " : text);
  }
  QPushButton* button(const char* name) {
    return dialog.findChild<QPushButton*>(QLatin1String(name));
  }
  void press(const char* name) {
    QVERIFY(button(name)->isEnabled());
    QTest::keyClick(button(name), Qt::Key_Space);
    settle();
  }
  void choose(const QString& name) {
    for (int row = 0; row < list->count(); ++row)
      if (list->item(row)->text().startsWith(name)) list->setCurrentRow(row);
  }
};

// Answers the question that is about to stand.
void answerSoon(QMessageBox::StandardButton which) {
  QTimer::singleShot(0, qApp, [which] {
    auto* box = qobject_cast<QMessageBox*>(QApplication::activeModalWidget());
    if (box) box->button(which)->click();
  });
}

}  // namespace

class TestProvidersDialog : public QObject {
  Q_OBJECT

 private:
  std::unique_ptr<QTemporaryDir> m_folder;

 private slots:
  void initTestCase() { Theme::instance().apply(); }
  void init() {
    m_folder = std::make_unique<QTemporaryDir>();
    qputenv("KERNELWRIGHT_CONFIG", m_folder->path().toUtf8());
    qputenv("DBUS_SESSION_BUS_ADDRESS", "unix:path=/nowhere/bus");
    qunsetenv("OPENAI_API_KEY");
  }

  void aPresetIsSetUpChangedAndRemoved() {
    Page page;
    QCOMPARE(page.list->count(), static_cast<int>(language::presetNames().size()));
    page.choose("vllm");
    QVERIFY(!page.button("providers.save")->isEnabled());
    QVERIFY(!page.button("providers.remove")->isEnabled());
    page.type("provider.model", "some-model");
    page.type("provider.base", "http://127.0.0.1:9");
    page.type("provider.prices.input", "0.5");
    page.press("providers.save");
    QCOMPARE(page.list->item(0)->text(), QString("vllm"));
    const auto stored = language::storedProviders();
    QCOMPARE(stored->size(), size_t{1});
    QCOMPARE(stored->front().base, std::string("http://127.0.0.1:9/v1"));
    QCOMPARE(stored->front().dialect.model, std::string("some-model"));
    QCOMPARE(*stored->front().prices.input, 0.5);
    QCOMPARE(stored->front().preset, std::string("vllm"));

    Page again;
    QCOMPARE(again.field("provider.model")->text(), QString("some-model"));
    answerSoon(QMessageBox::Yes);
    again.press("providers.remove");
    QVERIFY(language::storedProviders()->empty());
  }

  void oneOfTheUsersOwnIsMade() {
    Page page;
    page.press("providers.add");
    QCOMPARE(page.dialog.focusWidget(), page.field("provider.name"));
    auto* kind = page.dialog.findChild<QComboBox*>("provider.kind");
    kind->setFocus();
    QTest::keyClick(kind, Qt::Key_Down);
    QVERIFY(page.field("provider.command")->isVisible());
    QVERIFY(!page.field("provider.base")->isVisible());
    page.press("providers.save");  // no command was given
    QVERIFY(language::storedProviders()->empty());
    page.type("provider.command", "cat 'a file'");
    page.press("providers.save");
    QCOMPARE(language::storedProviders()->at(0).command,
             (std::vector<std::string>{"cat", "a file"}));
  }

  void eachFaultStandsBelowItsField() {
    Page page;
    page.choose("vllm");
    page.type("provider.base", "ftp://x");
    page.type("provider.prices.output", "cheap");
    page.press("providers.save");
    QVERIFY(page.field("provider.base")->accessibleDescription().contains("http"));
    QVERIFY(page.field("provider.prices.output")->accessibleDescription().contains("cheap"));
    QVERIFY(!QFile::exists(m_folder->filePath("providers.json")));
  }

  void theConnectionIsTriedAndSaidInWords() {
    HttpServer server([](Exchange& exchange) {
      exchange.beginStream(sampleStream("openai").contentType);
      exchange.chunk(sampleStream("openai").stream);
      exchange.endStream();
    });
    qputenv("OPENAI_API_KEY", sampleKey.c_str());
    Page page;
    page.choose("openai ");
    page.type("provider.model", "asked-model");
    page.type("provider.base", QString::fromStdString(server.base()));
    page.press("providers.test");
    QVERIFY2(page.said("providers.answer").startsWith("served-model answers after"),
             qPrintable(page.said("providers.answer")));
    QCOMPARE(server.requests().at(0).fields.at("authorization"), "Bearer " + sampleKey);
    for (const QWidget* each : page.dialog.findChildren<QWidget*>()) {
      QVERIFY(!each->toolTip().contains(QString::fromStdString(sampleKey)));
      if (const auto* label = qobject_cast<const QLabel*>(each))
        QVERIFY(!label->text().contains(QString::fromStdString(sampleKey)));
    }
  }

  void aTestThatNobodyAnswersIsStopped() {
    HttpServer server([](Exchange& exchange) { exchange.waitUntilTheClientHangsUp(); });
    Page page;
    page.choose("vllm");
    page.type("provider.model", "m");
    page.type("provider.base", QString::fromStdString(server.base()));
    QTest::keyClick(page.button("providers.test"), Qt::Key_Space);
    QTRY_COMPARE(server.requests().size(), size_t{1});
    QVERIFY(page.button("providers.stop")->isVisible());
    page.press("providers.stop");
    QVERIFY(page.said("providers.answer").contains("stopped"));
    QVERIFY(page.button("providers.test")->isEnabled());
  }

  void aKeyLeavesItsFieldAtOnce() {
    Page page;
    page.choose("openai ");
    QLineEdit* key = page.field("key.field");
    QCOMPARE(key->echoMode(), QLineEdit::Password);
    QTest::keyClicks(key, QString::fromStdString(sampleKey));
    page.press("key.store");
    QVERIFY(key->text().isEmpty());
    // No keyring answers here: that is said, with what else can be done.
    QVERIFY2(page.said("key.said").contains("environment variable"),
             qPrintable(page.said("key.said")));
    QVERIFY(!QFile::exists(m_folder->filePath("providers.json")));
    QTest::keyClicks(key, "half");
    page.choose("vllm");
    QVERIFY(key->text().isEmpty());
  }

  void aFileThatCannotBeReadIsNotWrittenOver() {
    QFile file(m_folder->filePath("providers.json"));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write("{\"format\": \"kernelwright-providers/1\", \"providers\": [{}]}");
    file.close();
    Page page;
    QVERIFY(page.said("providers.said").contains("providers.json"));
    page.choose("vllm");
    page.type("provider.model", "m");
    QVERIFY(!page.button("providers.save")->isEnabled());
    QVERIFY(!page.button("providers.add")->isEnabled());
  }

  void changesAreNotLostUnasked() {
    Page page;
    page.choose("vllm");
    page.type("provider.model", "m");
    page.choose("ollama");
    QVERIFY(page.list->currentItem()->text().startsWith("vllm"));
    answerSoon(QMessageBox::Cancel);
    QTest::keyClick(&page.dialog, Qt::Key_Escape);
    QVERIFY(page.dialog.isVisible());
    answerSoon(QMessageBox::Discard);
    QTest::keyClick(&page.dialog, Qt::Key_Escape);
    QVERIFY(!page.dialog.isVisible());
  }
};

QTEST_MAIN(TestProvidersDialog)
#include "test_providers_dialog.moc"
