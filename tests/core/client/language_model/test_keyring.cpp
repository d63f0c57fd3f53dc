// SPDX-License-Identifier: GPL-3.0-or-later
// Keys in the desktop's keyring: a real one of this test's own, where GNOME Keyring is installed.
#include "client/language_model/keyring.h"

#include <QProcess>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>

#include "client/language_model/providers/make_language_model.h"
#include "support/printing.h"

using namespace kw;
using namespace kw::language;

namespace {

constexpr int patience = 20'000;
const std::string aKey = "sk-in-the-keyring-0123456789";

// A bus and a keyring on it, without a desktop, in a folder of their own.
class OwnKeyring {
 public:
  OwnKeyring() {
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    for (const char* name : {"HOME", "XDG_DATA_HOME", "XDG_RUNTIME_DIR"})
      environment.insert(QLatin1String(name), m_folder.path());
    const QString address = "unix:path=" + m_folder.filePath("bus");
    environment.insert("DBUS_SESSION_BUS_ADDRESS", address);
    for (QProcess* one : {&m_bus, &m_ring})
      one->setProcessEnvironment(environment);
    m_bus.start("dbus-daemon",
                {"--session", "--nofork", "--print-address", "--address=" + address});
    if (!m_bus.waitForReadyRead(patience)) return;
    m_ring.start("gnome-keyring-daemon", {"--foreground", "--unlock", "--components=secrets"});
    m_ring.write("a password");
    m_ring.closeWriteChannel();
    qputenv("DBUS_SESSION_BUS_ADDRESS", address.toUtf8());
    works = QTest::qWaitFor([this] { return answers(); }, patience);
  }
  ~OwnKeyring() {
    for (QProcess* one : {&m_ring, &m_bus}) {
      one->kill();
      one->waitForFinished();
    }
  }
  bool works = false;

 private:
  // Whether somebody has the keyring's name on the bus.
  bool answers() {
    QProcess asked;
    asked.setProcessEnvironment(m_bus.processEnvironment());
    asked.start("dbus-send",
                {"--session", "--print-reply", "--dest=org.freedesktop.DBus", "/",
                 "org.freedesktop.DBus.NameHasOwner", "string:org.freedesktop.secrets"});
    return asked.waitForFinished(patience) && asked.readAllStandardOutput().contains("true");
  }

  QTemporaryDir m_folder;
  QProcess m_bus, m_ring;
};

}  // namespace

class TestKeyring : public QObject {
  Q_OBJECT

 private slots:
  // First: libsecret keeps a bus that it has reached.
  void whereNoKeyringAnswersItIsSaid() {
    qputenv("DBUS_SESSION_BUS_ADDRESS", "unix:path=/nowhere/bus");
    const auto stored = storeKeyInKeyring("mine", Secret(aKey));
    const auto found = keyInKeyring("mine");
    QVERIFY(!stored && !found && !removeKeyFromKeyring("mine"));
    for (const Error& error : {stored.error(), found.error()}) {
      QCOMPARE(error.kind, ErrorKind::missing);
      QVERIFY2(error.text().find("environment variable") != std::string::npos,
               error.text().c_str());
      QVERIFY(error.text().find(aKey) == std::string::npos);
    }
  }

  void aKeyThatNoHeaderCarriesIsRefused() {
    for (const char* text : {"", "two words", "line\nbreak"}) {
      const auto stored = storeKeyInKeyring("mine", Secret(text));
      QVERIFY(!stored);
      QVERIFY(stored.error().kind == ErrorKind::badInput ||
              stored.error().kind == ErrorKind::missing);  // without libsecret
    }
  }

  void aKeyIsStoredFoundAndRemoved() {
    if (QStandardPaths::findExecutable("gnome-keyring-daemon").isEmpty() ||
        QStandardPaths::findExecutable("dbus-daemon").isEmpty())
      QSKIP("GNOME Keyring is not installed here");
    const OwnKeyring ring;
    QVERIFY(ring.works);
    KW_VERIFY_OK(storeKeyInKeyring("mine", Secret(aKey)));
    KW_VERIFY_OK(storeKeyInKeyring("other", Secret("sk-other")));
    QCOMPARE(keyInKeyring("mine")->reveal(), std::string_view(aKey));
    QVERIFY(keyInKeyring("nobody's")->empty());

    ProviderSettings settings = preset("openai");
    settings.name = "mine";
    settings.dialect.model = "m";
    settings.keyEnvironment = "KERNELWRIGHT_TEST_NO_SUCH_KEY";
    KeyringKeys keys;
    QVERIFY(!makeLanguageModel(settings, keys));  // nobody told it to look there
    settings.keyInKeyring = true;
    KW_VERIFY_OK(makeLanguageModel(settings, keys));

    std::stop_source stopped;
    stopped.request_stop();
    const auto afterStop = keyInKeyring("mine", stopped.get_token());
    QVERIFY(!afterStop);
    QCOMPARE(afterStop.error().kind, ErrorKind::cancelled);

    KW_VERIFY_OK(removeKeyFromKeyring("mine"));
    KW_VERIFY_OK(removeKeyFromKeyring("mine"));
    QVERIFY(keyInKeyring("mine")->empty());
    QCOMPARE(keyInKeyring("other")->reveal(), std::string_view("sk-other"));
  }
};

QTEST_GUILESS_MAIN(TestKeyring)
#include "test_keyring.moc"
