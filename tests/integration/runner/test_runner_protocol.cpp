// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>
#include <random>

#include "base/files/hash.h"
#include "model/protocol/messages.h"
#include "raw_runner.h"
#include "support/null_problem.h"
#include "support/printing.h"
#include "support/runner_client.h"

using namespace kw;
using namespace kw::test;
using json::Value;

// What a client must not say, and what the runner answers: it never ends, and never leaves a
// request without exactly one answer.
class TestRunnerProtocol : public QObject {
  Q_OBJECT

 private slots:
  void init() {
    auto folder = files::TemporaryFolder::make();
    KW_VERIFY_OK(folder);
    m_folder.emplace(std::move(*folder));
    qputenv("KERNELWRIGHT_CACHE", QByteArray::fromStdString((m_folder->path() / "cache").string()));
    auto runner = RawRunner::start(nullRunner());
    KW_VERIFY_OK(runner);
    m_runner = std::move(*runner);
  }

  void cleanup() {
    if (!m_runner) return;
    QVERIFY(m_runner->noise().empty());
    verifyAlive();
    m_runner->closeInput();
    const auto exit = m_runner->waitForEnd();
    QVERIFY(exit.has_value());
    QCOMPARE(exit->text(), "exit status 0");
    m_runner.reset();
  }

  void theGreetingComesUnasked() {
    const Value hello = m_runner->next("hello");
    QCOMPARE(hello["version"].asInteger(), int64_t{protocol::version});
    QCOMPARE(hello["devices"].asArray().size(), size_t{1});
  }

  void linesThatAreNoRequestsAreRefused_data() {
    QTest::addColumn<QString>("line");
    QTest::addColumn<int>("id");
    QTest::newRow("empty") << "" << 0;
    QTest::newRow("words") << "hello" << 0;
    QTest::newRow("an array") << "[1, 2]" << 0;
    QTest::newRow("no type") << R"({"id":4})" << 4;
    QTest::newRow("unknown type") << R"({"type":"explode","id":5})" << 5;
    QTest::newRow("half an object") << R"({"type":"devices","id":6)" << 0;
    QTest::newRow("an id of the wrong kind") << R"({"type":"devices","id":"six"})" << 0;
    QTest::newRow("an id out of range") << R"({"type":"devices","id":99999999999999999999})" << 0;
    QTest::newRow("a negative id") << R"({"type":"devices","id":-3})" << 0;
    QTest::newRow("id 0") << R"({"type":"devices","id":0})" << 0;
    QTest::newRow("an id of the supervisor's")
        << R"({"type":"devices","id":4611686018427387904})" << 0;
    QTest::newRow("a duplicate key") << R"({"type":"devices","type":"hello"})" << 0;
    QTest::newRow("deeply nested") << QString("[").repeated(100'000) << 0;
    QTest::newRow("another version") << R"({"type":"hello","version":7})" << 0;
    QTest::newRow("an evaluation of nothing") << evaluation(8, 77) << 8;
    QTest::newRow("an open without files")
        << R"({"type":"open","id":9,"device":"null","files":[],"seed":1})" << 9;
  }

  void linesThatAreNoRequestsAreRefused() {
    QFETCH(QString, line);
    QFETCH(int, id);
    m_runner->sendLine(utf8(line));
    const Value failed = m_runner->next("failed");
    QCOMPARE(failed["id"].asInteger(-1), int64_t{id});
    QVERIFY(!failed["error"]["message"].asString().empty());
  }

  void noiseOfAllKindsNeverEndsTheRunner() {
    std::mt19937 random(7);
    std::string valid =
        R"({"type":"evaluate","id":12,"problem":3,"candidate":{},"key":"k","protocol":{}})";
    for (int i = 0; i < 2000; ++i) {
      std::string line = valid;
      for (int change = 0; change < 3; ++change)
        line[random() % line.size()] = static_cast<char>(' ' + random() % 95);
      m_runner->sendLine(line);
    }
    m_runner->sendLine(std::string("\0\x01\xff\xfe", 4));
    verifyAlive();
  }

  void aLineBeyondTheLimitEndsTheConnection() {
    m_runner->sendLine(std::string((size_t{8} << 20) + 1, 'x'));
    const auto exit = m_runner->waitForEnd();
    QVERIFY(exit.has_value());
    QCOMPARE(exit->text(), "exit status 0");
    m_runner.reset();
  }

  void filesMustStayInTheirFolder_data() {
    QTest::addColumn<QString>("path");
    for (const char* path : {"", "/etc/passwd", "..", "../x", "a/../../x", "a/./b", "a//b", "a/",
                             "./a", "a\\b", "a\nb"})
      QTest::newRow(path) << path;
    QTest::newRow("too long") << QString("a").repeated(300);
  }

  void filesMustStayInTheirFolder() {
    QFETCH(QString, path);
    sendOpen(1, {{utf8(path), files::contentHash("x"), 1}});
    const Value failed = m_runner->next("failed");
    QCOMPARE(failed["id"].asInteger(), 1);
    KW_VERIFY_CONTAINS(failed["error"]["message"].asString(), "file name");
  }

  void filesMustBeNamedByAHash() {
    sendOpen(1, {{"problem.json", "../../etc/passwd", 1}});
    KW_VERIFY_CONTAINS(m_runner->next("failed")["error"]["message"].asString(), "SHA-256");
    sendOpen(2, {{"problem.json", files::contentHash("x"), int64_t{1} << 40}});
    KW_VERIFY_CONTAINS(m_runner->next("failed")["error"]["message"].asString(), "at most");
    sendOpen(3, {{"a", files::contentHash("x"), 1}, {"a", files::contentHash("y"), 1}});
    KW_VERIFY_CONTAINS(m_runner->next("failed")["error"]["message"].asString(), "twice");
  }

  void aFileThatIsNotWhatWasAnnouncedIsRefused_data() {
    QTest::addColumn<QString>("data");
    QTest::addColumn<int>("offset");
    QTest::addColumn<QString>("text");
    QTest::newRow("other content") << "other" << 0 << "has the hash";
    QTest::newRow("too short") << "con" << 0 << "has the hash";
    QTest::newRow("too long") << "content and more" << 0 << "more than the announced";
    QTest::newRow("no beginning") << "tent" << 3 << "before its first one";
  }

  void aFileThatIsNotWhatWasAnnouncedIsRefused() {
    QFETCH(QString, data);
    QFETCH(int, offset);
    QFETCH(QString, text);
    const std::string hash = files::contentHash("content");
    sendOpen(1, {{"problem.json", hash, 7}});
    QCOMPARE(m_runner->next("need")["hashes"].asArray().size(), size_t{1});
    sendBlob(hash, offset, utf8(data), true);
    KW_VERIFY_CONTAINS(m_runner->next("failed")["error"]["message"].asString(), utf8(text));
    // Nothing of it is kept.
    sendOpen(2, {{"problem.json", hash, 7}});
    QCOMPARE(m_runner->next("need")["id"].asInteger(), 2);
  }

  void filesNobodyAskedForAreThrownAway() {
    sendBlob(files::contentHash("content"), 0, "content", true);
    verifyAlive();
    QVERIFY(!std::filesystem::exists(m_folder->path() / "cache" / "blobs" /
                                     files::contentHash("content")));
  }

  // A blob that was damaged on the disk is asked for again.
  void aDamagedFileInTheCacheIsSentAgain() {
    const std::string hash = files::contentHash("content");
    KW_VERIFY_OK(files::makeFolders(m_folder->path() / "cache" / "blobs"));
    KW_VERIFY_OK(files::writeAtomically(m_folder->path() / "cache" / "blobs" / hash, "damaged"));
    sendOpen(1, {{"problem.json", hash, 7}});
    QCOMPARE(m_runner->next("need")["hashes"].asArray().size(), size_t{1});
  }

  // The message is that of the problem's reader, with file and line.
  void aProblemThatCannotBeReadIsToldWithItsPlace() {
    const std::string text = "{\n  \"format\": \"kernelwright-problem/1\",\n  \"nam\": 1\n}";
    sendOpen(1, {{"problem.json", files::contentHash(text), static_cast<int64_t>(text.size())}});
    m_runner->next("need");
    sendBlob(files::contentHash(text), 0, text, true);
    const Value failed = m_runner->next("failed");
    KW_VERIFY_CONTAINS(json::writeLine(failed), "nam");
  }

  void anIdInUseIsRefusedAndTheFirstRequestAnswered() {
    sendOpen(1, {{"problem.json", files::contentHash("content"), 7}});
    m_runner->next("need");
    m_runner->sendLine(R"({"type":"devices","id":1})");
    QCOMPARE(m_runner->next("failed")["id"].asInteger(-1), 0);
    m_runner->sendLine(R"({"type":"cancel","id":1})");
    const Value cancelled = m_runner->next("failed");
    QCOMPARE(cancelled["id"].asInteger(), 1);
    QCOMPARE(cancelled["error"]["kind"].asString(), "cancelled");
  }

  void byeEndsTheRunner() {
    m_runner->sendLine(R"({"type":"bye"})");
    const auto exit = m_runner->waitForEnd();
    QVERIFY(exit.has_value());
    QCOMPARE(exit->text(), "exit status 0");
    m_runner.reset();
  }

 private:
  void verifyAlive() {
    m_runner->sendLine(R"({"type":"devices","id":999})");
    for (;;) {
      const Value devices = m_runner->next("devices");
      QVERIFY(!devices.isNull());
      if (devices["id"].asInteger() == 999) return;
    }
  }

  static QString evaluation(int64_t id, int64_t problem) {
    protocol::EvaluateRequest request;
    request.id = id;
    request.problem = problem;
    return test::quoted(protocol::encode(protocol::Request(request)));
  }

  void sendOpen(int64_t id, std::vector<protocol::FileReference> files) {
    m_runner->sendLine(protocol::encode(
        protocol::Request(protocol::OpenRequest{id, "null", std::move(files), 1})));
  }

  void sendBlob(const std::string& hash, int64_t offset, const std::string& data, bool last) {
    m_runner->sendLine(
        protocol::encode(protocol::Request(protocol::BlobMessage{hash, offset, data, last})));
  }

  std::optional<files::TemporaryFolder> m_folder;
  std::unique_ptr<RawRunner> m_runner;
};

QTEST_GUILESS_MAIN(TestRunnerProtocol)
#include "test_runner_protocol.moc"
