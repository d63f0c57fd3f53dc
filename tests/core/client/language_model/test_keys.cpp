// SPDX-License-Identifier: GPL-3.0-or-later
// A key goes into one header and nowhere else, whatever a server sends back.
#include <QTest>
#include <cstdlib>
#include <fstream>
#include <type_traits>

#include "client/language_model/key_source.h"
#include "client/language_model/providers/make_language_model.h"
#include "client/language_model/redactor.h"
#include "http_server.h"
#include "sample_streams.h"
#include "support/printing.h"

using namespace kw;
using namespace kw::language;
using namespace kw::test;

namespace {

template <class T>
concept Printable = requires(std::ostream& out, const T& value) {
  out << value;
};
static_assert(!Printable<Secret> && !std::is_copy_constructible_v<Secret>);
static_assert(!std::is_convertible_v<Secret, std::string_view>);

void checkHidden(const std::string& text) {
  QVERIFY2(text.find(sampleKey) == std::string::npos, text.c_str());
  // Nor the most of it, where a text was shortened.
  QVERIFY2(text.find(sampleKey.substr(0, 14)) == std::string::npos, text.c_str());
}

// Echoes the key in an answer of this status.
HttpServer::Handler echoing(int status, const std::string& before, const std::string& after) {
  return [=](Exchange& exchange) {
    exchange.answer(
        status, before + sampleKey + after,
        "Location: http://127.0.0.1/" + sampleKey + "\r\nX-Request-Id: " + sampleKey + "\r\n");
  };
}

}  // namespace

class TestKeys : public QObject {
  Q_OBJECT

 private slots:
  void aKeyGoesIntoItsHeader() {
    for (const SampleStream& sample : sampleStreams()) {
      HttpServer server([&](Exchange& exchange) {
        exchange.beginStream(sample.contentType);
        exchange.chunk(sample.stream);
        exchange.endStream();
      });
      Heard heard;
      KW_VERIFY_OK(ask(settingsFor(sample.preset, server.base()), heard));
      ServedRequest request = server.requests().at(0);
      if (sample.preset == "anthropic") {
        QCOMPARE(request.fields["x-api-key"], sampleKey);
        QCOMPARE(request.fields["anthropic-version"], std::string("2023-06-01"));
        QVERIFY(!request.fields.contains("authorization"));
      } else {
        QCOMPARE(request.fields["authorization"], "Bearer " + sampleKey);
      }
      checkHidden(request.body + request.path);
    }
  }

  void withoutAKeyNoHeaderIsSent() {
    HttpServer server([](Exchange& exchange) { exchange.answer(401, ""); });
    HttpModel model(settingsFor("vllm", server.base()), Secret());
    QVERIFY(!model.complete(sampleRequest(), {}, {}));
    QVERIFY(!server.requests().at(0).fields.contains("authorization"));
  }

  void noErrorHoldsAKey_data() {
    QTest::addColumn<int>("status");
    QTest::addColumn<QString>("before");
    for (const int status : {200, 302, 400, 401, 429, 500})
      for (const std::string& before :
           {std::string("the key "), std::string("<html><title>"), std::string(390, 'x'),
            std::string("{\"error\":{\"message\":\"the key")})
        QTest::addRow("%d after %zu bytes", status, before.size())
            << status << QString::fromStdString(before);
  }
  void noErrorHoldsAKey() {
    QFETCH(int, status);
    QFETCH(QString, before);
    for (const std::string& end : {std::string(), std::string("\"}}")}) {
      HttpServer server(echoing(status, utf8(before), end));
      Heard heard;
      const auto reply = ask(settingsFor("openai", server.base()), heard);
      QVERIFY(!reply);
      checkHidden(errorText(reply));
      for (const Wait& wait : heard.waits)
        checkHidden(wait.reason);
    }
  }

  void noReplyHoldsAKey() {
    const SampleStream& sample = sampleStream("openai");
    const auto delta = [](const std::string& text) {
      return "data: {\"id\":\"" + sampleKey + "\",\"model\":\"" + sampleKey +
             "\",\"choices\":[{\"delta\":{\"content\":\"" + text + "\"}}]}\n\n";
    };
    const std::string stream =
        delta("a " + sampleKey + " b") + delta("c " + sampleKey.substr(0, 9)) +
        delta(sampleKey.substr(9) + " d") + delta("e " + sampleKey.substr(0, 9)) + delta(" f") +
        "data: {\"choices\":[{\"finish_reason\":\"" + sampleKey + "\"}]}\n\ndata: [DONE]\n\n";
    HttpServer server([&](Exchange& exchange) {
      exchange.beginStream(sample.contentType);
      for (size_t at = 0; at < stream.size(); at += 7)
        exchange.chunk(stream.substr(at, 7));
      exchange.endStream();
    });
    Heard heard;
    const auto reply = ask(settingsFor("openai", server.base()), heard);
    KW_VERIFY_OK(reply);
    QCOMPARE(reply->text, "a [key] bc [key] de " + sampleKey.substr(0, 9) + " f");
    QCOMPARE(heard.text, reply->text);
    checkHidden(reply->model + reply->requestId + reply->finishText);
  }

  void noBrokenEventShowsAKey() {
    const SampleStream& sample = sampleStream("openai");
    for (size_t before = 30; before < 130; before += 3) {
      HttpServer server([&](Exchange& exchange) {
        exchange.beginStream(sample.contentType);
        exchange.chunk("data: " + std::string(before, 'x') + sampleKey + "\n\n");
        exchange.endStream();
      });
      Heard heard;
      const auto reply = ask(settingsFor("openai", server.base()), heard);
      QVERIFY(!reply);
      checkHidden(errorText(reply));
    }
  }

  void noCommandLineOrPreviewHoldsAKey() {
    HttpServer server([](Exchange& exchange) {
      std::ifstream file("/proc/self/cmdline", std::ios::binary);
      const std::string line((std::istreambuf_iterator<char>(file)), {});
      exchange.answer(400, line);
    });
    HttpModel model(settingsFor("openai", server.base()), Secret(sampleKey));
    const auto preview = model.preview(sampleRequest());
    KW_VERIFY_OK(preview);
    checkHidden(preview->where + preview->content);
    const auto reply = model.complete(sampleRequest(), {}, {});
    QVERIFY(!reply);
    KW_VERIFY_CONTAINS(errorText(reply), "test_keys");
    checkHidden(errorText(reply));
    QCOMPARE(server.requests().at(0).body, preview->content);
  }

  void environmentKeysAreReadWithoutTheirBlanks() {
    EnvironmentKeys keys;
    ::setenv("KW_TEST_KEY", (" " + sampleKey + "\n").c_str(), 1);
    const auto found = keys.key("mine", "KW_TEST_KEY");
    KW_VERIFY_OK(found);
    QVERIFY(found->reveal() == sampleKey);
    ::setenv("KW_TEST_KEY", (sampleKey + "\nX-Other: header").c_str(), 1);
    const auto refused = keys.key("mine", "KW_TEST_KEY");
    QVERIFY(!refused);
    checkHidden(errorText(refused));
    KW_VERIFY_CONTAINS(errorText(refused), "KW_TEST_KEY");
    ::unsetenv("KW_TEST_KEY");
    const auto none = keys.key("mine", "KW_TEST_KEY");
    KW_VERIFY_OK(none);
    QVERIFY(none->empty());
  }

  void aKeyStaysAtHomeWithoutEncryption() {
    EnvironmentKeys keys;
    ::setenv("KW_TEST_KEY", sampleKey.c_str(), 1);
    ProviderSettings settings = settingsFor("vllm", "http://192.0.2.1:8000");
    settings.keyEnvironment = "KW_TEST_KEY";
    const auto refused = makeLanguageModel(settings, keys);
    QVERIFY(!refused);
    KW_VERIFY_CONTAINS(errorText(refused), "would go unencrypted to http://192.0.2.1:8000");
    for (const char* fine :
         {"http://localhost:1/v1", "http://[::1]:1/v1", "https://192.0.2.1/v1"}) {
      settings.base = fine;
      KW_VERIFY_OK(makeLanguageModel(settings, keys));
    }
    settings.base = "http://127.0.0.1.example.com/v1";
    QVERIFY(!makeLanguageModel(settings, keys));
    settings.allowsPlainHttp = true;
    KW_VERIFY_OK(makeLanguageModel(settings, keys));
    ::unsetenv("KW_TEST_KEY");
    settings.needsKey = true;
    const auto missing = makeLanguageModel(settings, keys);
    QVERIFY(!missing);
    KW_VERIFY_CONTAINS(errorText(missing), "set the environment variable KW_TEST_KEY");
  }

  void longerKeysAreRedactedBeforeTheirBeginnings() {
    Redactor redactor;
    redactor.add("abcdefgh");
    redactor.add("abcdefghijkl");
    redactor.add("none");  // too short to look for
    QCOMPARE(redactor.apply(std::string("x abcdefghijkl abcdefgh none")),
             std::string("x [key] [key] none"));
    Error error{ErrorKind::failed, "m abcdefgh", {"f abcdefgh", 1, 1, "k abcdefgh"}, "a abcdefgh"};
    error.further = {error};
    QVERIFY(redactor.apply(error).text().find("abcdefgh") == std::string::npos);
  }
};

QTEST_APPLESS_MAIN(TestKeys)
#include "test_keys.moc"
