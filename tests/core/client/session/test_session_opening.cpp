// SPDX-License-Identifier: GPL-3.0-or-later
#include <SQLiteCpp/Database.h>
#include <unistd.h>

#include <QTest>
#include <fstream>

#include "base/files/files.h"
#include "core/client/session/samples.h"

using namespace kw;
using namespace kw::test;
using Mode = Session::Mode;

namespace {

QString text(const Error& error) {
  return QString::fromStdString(error.text());
}

// The actor, holding the session until the object goes.
class Holder {
 public:
  explicit Holder(const std::filesystem::path& file)
      : m_child(process::Child::start(actor({"hold", file.string()}))) {
    if (!m_child) qFatal("%s", m_child.error().text().c_str());
    char line[32] = {};
    if (read(m_child->output().get(), line, sizeof line - 1) <= 0) qFatal("the holder ended");
  }
  pid_t id() const { return m_child->id(); }
  void letGo() {
    m_child->input().reset();
    m_child->wait();
  }
  void kill() {
    m_child->kill();
    m_child->wait();
  }

 private:
  Result<process::Child> m_child;
};

}  // namespace

class TestSessionOpening : public QObject {
  Q_OBJECT

  std::optional<files::TemporaryFolder> m_folder;
  std::filesystem::path m_file;

  void write(const std::string& content) { std::ofstream(m_file) << content; }
  void makeSession(int evaluations = 3) {
    auto session = opened(m_file, Mode::create);
    for (int n = 0; n < evaluations; ++n)
      QVERIFY(storeWhole(*session, n));
  }
  void change(const std::string& sql) {
    SQLite::Database(m_file.string(), SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE).exec(sql);
  }

 private slots:
  void init() {
    auto folder = files::TemporaryFolder::make();
    QVERIFY(folder);
    m_folder.emplace(std::move(*folder));
    m_file = m_folder->path() / "s.kwr";
  }

  void damageInsideIsNamedWithTheSession_data() {
    QTest::addColumn<QString>("sql");
    QTest::newRow("a part of the problem") << "UPDATE contents SET content = 'x' || content";
    QTest::newRow("a row") << "UPDATE evaluations SET whole = '{' || whole";
  }
  void damageInsideIsNamedWithTheSession() {
    QFETCH(QString, sql);
    makeSession(2);
    {
      auto session = opened(m_file, Mode::readWrite);
      session->storeProblem(problemIn(m_folder->path() / "problem", "copy"), {});
      QVERIFY(session->flush());
    }
    change(sql.toStdString());
    auto session = opened(m_file, Mode::readOnly);
    const auto problem = session->problem();
    const auto evaluations = session->evaluations();
    QVERIFY(!problem || !evaluations);
    const Error fault = !problem ? problem.error() : evaluations.error();
    QVERIFY2(text(fault).contains("s.kwr is damaged: "), qPrintable(text(fault)));
    QVERIFY2(text(fault).contains("restore a copy"), qPrintable(text(fault)));
    QCOMPARE(fault.kind, ErrorKind::badInput);
  }

  // As a program leaves it that is ended in the middle of a commit.
  void anUnfinishedChangeIsRolledBackForReading() {
    makeSession(3);
    const auto torn = m_folder->path() / "torn.kwr";
    {
      SQLite::Database database(m_file.string(), SQLite::OPEN_READWRITE);
      // Pages go to the file, and their old content to the journal, long before the commit.
      database.exec("PRAGMA journal_mode=DELETE; PRAGMA cache_size=1; BEGIN IMMEDIATE");
      database.exec("DELETE FROM evaluations; CREATE TABLE filler(content)");
      for (int i = 0; i < 200; ++i)
        database.exec("INSERT INTO filler VALUES(randomblob(4000))");
      std::filesystem::copy_file(m_file, torn);
      std::filesystem::copy_file(m_file.string() + "-journal", torn.string() + "-journal");
    }
    QVERIFY(std::filesystem::file_size(torn.string() + "-journal") > 0);
    auto session = opened(torn, Mode::readOnly);
    QCOMPARE(session->keys()->size(), size_t(3));
    QVERIFY(!std::filesystem::exists(torn.string() + "-journal"));
  }

  void whatIsNoSessionIsRefused_data() {
    QTest::addColumn<QString>("content");
    QTest::addColumn<QString>("sql");
    QTest::addColumn<QString>("message");
    QTest::newRow("text") << "hello, this is a text"
                          << ""
                          << "is no session file";
    QTest::newRow("short") << "abc"
                           << ""
                           << "is no session file";
    QTest::newRow("header alone") << QString::fromLatin1("SQLite format 3\0", 16) << ""
                                  << "is no session file";
    QTest::newRow("another database") << ""
                                      << "CREATE TABLE songs(name TEXT)"
                                      << "a SQLite database, but no Kernelwright session";
    QTest::newRow("another application") << ""
                                         << "PRAGMA application_id = 1234; CREATE TABLE t(x)"
                                         << "no Kernelwright session";
    QTest::newRow("a newer session")
        << ""
        << "PRAGMA application_id = 1802990163; PRAGMA user_version = 7; CREATE TABLE t(x)"
        << "written by a newer Kernelwright (format 7; this program reads up to format 1)";
  }
  void whatIsNoSessionIsRefused() {
    QFETCH(QString, content);
    QFETCH(QString, sql);
    QFETCH(QString, message);
    if (sql.isEmpty()) {
      const QByteArray bytes = content.toLatin1();
      write(std::string(bytes.data(), static_cast<size_t>(bytes.size())));
    } else {
      change(sql.toStdString());
    }
    const auto before = files::readText(m_file);
    for (const Mode mode : {Mode::create, Mode::readWrite, Mode::readOnly}) {
      const Error fault = openingFault(m_file, mode);
      QVERIFY2(text(fault).contains(message), qPrintable(text(fault)));
      QVERIFY(text(fault).contains("s.kwr"));
      QVERIFY2(!fault.advice.empty(), qPrintable(text(fault)));
      QCOMPARE(fault.kind, ErrorKind::badInput);
    }
    QCOMPARE(*files::readText(m_file), *before);  // it is not ours to change
  }

  void aMissingFileIsMadeOnlyIfAskedTo() {
    QVERIFY(text(openingFault(m_file, Mode::readWrite)).contains("no such session file"));
    QVERIFY(text(openingFault(m_file, Mode::readOnly)).contains("no such session file"));
    QVERIFY(!openingFault(m_file, Mode::readOnly).advice.empty());
    QVERIFY(!std::filesystem::exists(m_file));
    opened(m_file, Mode::create);
    opened(m_file, Mode::readWrite);
  }

  // What a program leaves that is killed just after making the file, and what mktemp makes.
  void anEmptyFileBecomesASession() {
    write("");
    QVERIFY(text(openingFault(m_file, Mode::readOnly)).contains("empty"));
    QVERIFY(text(openingFault(m_file, Mode::readWrite)).contains("empty"));
    opened(m_file, Mode::create);
    opened(m_file, Mode::readOnly);
  }

  void aMissingFolderIsNamed() {
    const Error fault = openingFault(m_folder->path() / "no" / "s.kwr", Mode::create);
    QCOMPARE(fault.message, std::string("the folder for this session does not exist"));
  }

  void aFolderIsNoSession() {
    QVERIFY(text(openingFault(m_folder->path(), Mode::create)).contains("must be a file"));
  }

  void aDamagedFileIsNamedAsSuch() {
    makeSession(200);
    const auto size = std::filesystem::file_size(m_file);
    {
      std::fstream file(m_file, std::ios::in | std::ios::out | std::ios::binary);
      file.seekp(static_cast<std::streamoff>(4096));
      file << std::string(size - 8192, '\x5A');
    }
    const Error fault = openingFault(m_file, Mode::readWrite);
    QVERIFY2(text(fault).contains("damaged"), qPrintable(text(fault)));
    QVERIFY(text(fault).contains(".recover"));
  }

  void aTruncatedFileIsNamedAsSuch() {
    makeSession(200);
    std::filesystem::resize_file(m_file, std::filesystem::file_size(m_file) / 2);
    const Error fault = openingFault(m_file, Mode::readWrite);
    QVERIFY2(text(fault).contains("damaged"), qPrintable(text(fault)));
  }

  void aSecondWriterIsToldWhoHasIt() {
    Holder holder(m_file);
    const Error fault = openingFault(m_file, Mode::readWrite);
    QVERIFY2(text(fault).contains(QString("is being written by process %1").arg(holder.id())),
             qPrintable(text(fault)));
    QVERIFY(text(fault).contains("end that program first"));
    holder.letGo();
    opened(m_file, Mode::readWrite);
  }

  void aSecondWriterInTheSameProgramIsRefusedToo() {
    const auto session = opened(m_file, Mode::create);
    QVERIFY(text(openingFault(m_file, Mode::readWrite)).contains("is being written by process"));
  }

  void aKilledWriterGivesWayAtOnce() {
    Holder holder(m_file);
    holder.kill();
    opened(m_file, Mode::readWrite);
  }

  void aReaderFollowsTheWriterLive() {
    auto writer = opened(m_file, Mode::create);
    auto reader = opened(m_file, Mode::readOnly);
    QCOMPARE(reader->evaluations()->size(), size_t(0));
    for (int n = 0; n < 5; ++n) {
      QVERIFY(storeWhole(*writer, n));
      QCOMPARE(reader->evaluations()->size(), size_t(n + 1));
      QCOMPARE(QString::fromStdString(ran(actor({"count", m_file.string()}))),
               QString("%1 evaluations\n").arg(n + 1));
    }
  }

  void theLastToCloseLeavesOneFile_data() {
    QTest::addColumn<bool>("writerFirst");
    QTest::newRow("writer closes first") << true;
    QTest::newRow("reader closes first") << false;
  }
  void theLastToCloseLeavesOneFile() {
    QFETCH(bool, writerFirst);
    auto writer = opened(m_file, Mode::create);
    QVERIFY(storeWhole(*writer, 1));
    auto reader = opened(m_file, Mode::readOnly);
    QCOMPARE(reader->evaluations()->size(), size_t(1));
    if (writerFirst) writer.reset();
    reader.reset();
    writer.reset();
    const std::filesystem::directory_iterator all(m_folder->path());
    QCOMPARE(std::distance(begin(all), end(all)), std::ptrdiff_t(1));
  }

  void aReaderMayNotWrite() {
    makeSession();
    auto reader = opened(m_file, Mode::readOnly);
    Status told;
    reader->storeEvaluation(0, evaluation(9), [&](const Status& status) { told = status; });
    QVERIFY(!told);
    QVERIFY(text(told.error()).contains("open for reading only"));
    QVERIFY(reader->flush());
  }

  void aWriteProtectedFileOpensForReading() {
    if (geteuid() == 0) QSKIP("root may write to everything");
    makeSession();
    std::filesystem::permissions(m_file, std::filesystem::perms::owner_read);
    QVERIFY(text(openingFault(m_file, Mode::readWrite)).contains("write-protected"));
    QCOMPARE(opened(m_file, Mode::readOnly)->evaluations()->size(), size_t(3));
  }

  void aReadOnlyFolderOpensForReading() {
    if (const std::string why = noSandbox(); !why.empty()) QSKIP(why.c_str());
    makeSession();
    const std::string folder = m_folder->path().string();
    const std::vector<std::string> bwrap = {"bwrap",     "--bind", "/",   "/",
                                            "--ro-bind", folder,   folder};
    QCOMPARE(ran(actor({"count", m_file.string()}, bwrap)), std::string("3 evaluations\n"));
    const std::string fault = ran(actor({"hold", m_file.string()}, bwrap));
    QVERIFY2(QString::fromStdString(fault).contains("write-protected"), fault.c_str());
  }

  void aNewSessionInAReadOnlyFolderSaysSo() {
    if (const std::string why = noSandbox(); !why.empty()) QSKIP(why.c_str());
    const std::string folder = m_folder->path().string();
    const std::string fault = ran(actor(
        {"hold", m_file.string()}, {"bwrap", "--bind", "/", "/", "--ro-bind", folder, folder}));
    QVERIFY2(QString::fromStdString(fault).contains("s.kwr cannot be written"), fault.c_str());
  }

  void whatAKilledWriterLeftInAReadOnlyFolderIsNotReadWithoutItsLastChanges() {
    if (const std::string why = noSandbox(); !why.empty()) QSKIP(why.c_str());
    Holder holder(m_file);
    holder.kill();
    QVERIFY(std::filesystem::exists(m_file.string() + "-wal"));
    const std::string folder = m_folder->path().string();
    const std::string answer = ran(actor(
        {"count", m_file.string()}, {"bwrap", "--bind", "/", "/", "--ro-bind", folder, folder}));
    // SQLite reads the log where its index can be read too; otherwise it must be said.
    QVERIFY2(
        answer == "0 evaluations\n" || QString::fromStdString(answer).contains("left changes in"),
        answer.c_str());
  }

  void unusualNamesWork_data() {
    QTest::addColumn<QString>("name");
    QTest::newRow("space") << "my session.kwr";
    QTest::newRow("percent") << "100%.kwr";
    QTest::newRow("question") << "what?.kwr";
    QTest::newRow("hash") << "a#b.kwr";
    QTest::newRow("umlaut") << "größe.kwr";
  }
  void unusualNamesWork() {
    QFETCH(QString, name);
    m_file = m_folder->path() / name.toStdString();
    makeSession();
    QCOMPARE(opened(m_file, Mode::readOnly)->evaluations()->size(), size_t(3));
    if (!noSandbox().empty()) return;
    const std::string folder = m_folder->path().string();
    QCOMPARE(ran(actor({"count", m_file.string()},
                       {"bwrap", "--bind", "/", "/", "--ro-bind", folder, folder})),
             std::string("3 evaluations\n"));
  }
};

QTEST_APPLESS_MAIN(TestSessionOpening)
#include "test_session_opening.moc"
