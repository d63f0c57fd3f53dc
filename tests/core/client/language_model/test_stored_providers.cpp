// SPDX-License-Identifier: GPL-3.0-or-later
// The user's own providers: written as they read, kept for their owner alone, tried for real.
#include "client/language_model/providers/stored_providers.h"

#include <QTemporaryDir>
#include <QTest>
#include <filesystem>

#include "base/files/files.h"
#include "client/language_model/providers/connection_test.h"
#include "http_server.h"
#include "sample_streams.h"
#include "support/printing.h"

using namespace kw;
using namespace kw::language;
using namespace kw::test;

namespace {

// One raw string a line: moc reads no longer ones.
const char* everything =
    R"({"format": "kernelwright-providers/1", "providers": [ )"
    R"({"name": "cloud", "preset": "openai-responses", "model": "m", "key_in_keyring": true, )"
    R"("prices": {"input": 1.25, "output": 10, "cached_input": 0.125}, )"
    R"("limits": {"output_tokens": 32000, "attempts": 3, "silence_seconds": 7.5, "reply_bytes": 99}}, )"
    R"({"name": "mine", "preset": "vllm", "base": "http://10.0.0.1:8000/v1", "model": "n", )"
    R"("structured_output": "json_object", "leave_out": ["seed"], "plain_http": true, )"
    R"("key_environment": "MINE"}, )"
    R"({"name": "all", "preset": "openai", "model": "o", "leave_out": []}, )"
    R"({"name": "bare", "api": "anthropic-messages", "base": "https://example.org/v1", "model": "p", )"
    R"("authorities": "/etc/some.pem", "token_limit_field": "max_tokens"}, )"
    R"({"name": "agent", "api": "command", "command": ["some agent", "--print"], )"
    R"("limits": {"whole_seconds": 60}}, )"
    R"({"name": "kept", "api": "recorded", "folder": "/tmp/replies"}, )"
    R"({"name": "by hand", "api": "paste"}]} )";

HttpServer::Handler answering(const std::string& name) {
  return [name](Exchange& exchange) {
    exchange.beginStream(sampleStream(name).contentType);
    exchange.chunk(sampleStream(name).stream);
    exchange.endStream();
  };
}

}  // namespace

class TestStoredProviders : public QObject {
  Q_OBJECT

 private:
  QTemporaryDir m_folder;

 private slots:
  void init() { qputenv("KERNELWRIGHT_CONFIG", m_folder.filePath("config/deep").toUtf8()); }

  void whatIsWrittenReadsTheSame() {
    const auto read = readProviders(everything, "x");
    KW_VERIFY_OK(read);
    const std::string text = writeProviders(*read);
    const auto again = readProviders(text, "y");
    KW_VERIFY_OK(again);
    QCOMPARE(again->size(), read->size());
    QCOMPARE(writeProviders(*again), text);
    const ProviderSettings &cloud = again->at(0), &mine = again->at(1), &bare = again->at(3);
    QVERIFY(cloud.needsKey && cloud.keyInKeyring);  // what only the preset knows is kept
    QCOMPARE(cloud.keyEnvironment, std::string("OPENAI_API_KEY"));
    QCOMPARE(*cloud.prices.cachedInput, 0.125);
    QCOMPARE(cloud.backoff.attempts, 3);
    QCOMPARE(cloud.http.silence, std::chrono::milliseconds(7500));
    QCOMPARE(cloud.stream.textBytes, size_t{99});
    QVERIFY(!mine.dialect.sendsSeed && mine.dialect.sendsTemperature && mine.allowsPlainHttp);
    QCOMPARE(mine.dialect.structuredOutput, StructuredOutput::jsonObject);
    QVERIFY(again->at(2).dialect.sendsTemperature);  // the preset leaves it out
    QCOMPARE(bare.http.authorities, std::string("/etc/some.pem"));
    QCOMPARE(bare.dialect.tokenLimitField, std::string("max_tokens"));
    QCOMPARE(again->at(4).command.front(), std::string("some agent"));
    QCOMPARE(again->at(4).wholeTime, std::chrono::milliseconds(60'000));
    QCOMPARE(again->at(5).folder, std::string("/tmp/replies"));
    QCOMPARE(again->at(6).kind, ProviderKind::paste);
  }

  void theyAreKeptForTheirOwnerAlone() {
    const auto none = storedProviders();
    KW_VERIFY_OK(none);
    QVERIFY(none->empty());
    KW_VERIFY_OK(storeProviders(*readProviders(everything, "x")));
    QCOMPARE(storedProviders()->size(), size_t{7});
    namespace fs = std::filesystem;
    QCOMPARE(fs::status(providersFile()).permissions(),
             fs::perms::owner_read | fs::perms::owner_write);
    fs::permissions(providersFile(), fs::perms(0644));
    KW_VERIFY_OK(storeProviders({}));
    QCOMPARE(fs::status(providersFile()).permissions(),
             fs::perms::owner_read | fs::perms::owner_write);
    QVERIFY(storedProviders()->empty());
  }

  void whatWouldNotReadIsNotWritten() {
    KW_VERIFY_OK(storeProviders(*readProviders(everything, "x")));
    ProviderSettings faulty = preset("vllm");
    faulty.base = "ftp://x";
    const auto stored = storeProviders({faulty});
    QVERIFY(!stored);
    QCOMPARE(stored.error().place.keyPath, std::string("providers[0].base"));
    QCOMPARE(storedProviders()->size(), size_t{7});
  }

  void aFileWithFaultsIsSaid() {
    KW_VERIFY_OK(storeProviders({}));
    KW_VERIFY_OK(files::writeAtomically(providersFile(), "{\"format\": 3}"));
    const auto read = storedProviders();
    QVERIFY(!read);
    QVERIFY(read.error().text().find("providers.json") != std::string::npos);
    std::filesystem::remove(providersFile());
  }

  void aConnectionIsTriedForReal() {
    qputenv("OPENAI_API_KEY", sampleKey.c_str());
    HttpServer server(answering("openai"));
    EnvironmentKeys keys;
    const auto answer = testConnection(settingsFor("openai", server.base()), keys, {});
    KW_VERIFY_OK(answer);
    QVERIFY2(answer->starts_with("served-model answers after ") &&
                 answer->find("(30 tokens in, 12 out)") != std::string::npos,
             answer->c_str());
    QCOMPARE(server.requests().size(), size_t{1});
    QVERIFY(answer->find(sampleKey) == std::string::npos);
  }

  void aConnectionThatFailsIsTriedOnce() {
    qputenv("OPENAI_API_KEY", sampleKey.c_str());
    HttpServer server([](Exchange& exchange) {
      exchange.answer(503, "{\"error\": {\"message\": \"no " + sampleKey + "\"}}");
    });
    EnvironmentKeys keys;
    const auto answer = testConnection(settingsFor("openai", server.base()), keys, {});
    QVERIFY(!answer);
    QVERIFY(answer.error().text().find(sampleKey) == std::string::npos);
    QCOMPARE(server.requests().size(), size_t{1});
    qunsetenv("OPENAI_API_KEY");
    const auto keyless = testConnection(settingsFor("openai", server.base()), keys, {});
    QCOMPARE(keyless.error().kind, ErrorKind::missing);
    QVERIFY(keyless.error().advice.find("keyring") != std::string::npos);
  }
};

QTEST_GUILESS_MAIN(TestStoredProviders)
#include "test_stored_providers.moc"
