// SPDX-License-Identifier: GPL-3.0-or-later
// Servers that refuse: what is tried again, when, and what is said.
#include <QTest>

#include "http_server.h"
#include "sample_streams.h"
#include "support/printing.h"

using namespace kw;
using namespace kw::language;
using namespace kw::test;
using namespace std::chrono_literals;

namespace {

using Waits = std::vector<std::chrono::milliseconds>;

// Refuses the first `times` requests, then answers.
HttpServer::Handler refusing(size_t times, int status, const std::string& body,
                             const std::string& fields = {}) {
  return [=](Exchange& exchange) {
    if (exchange.number < times) return exchange.answer(status, body, fields);
    const SampleStream& sample = sampleStream("openai");
    exchange.beginStream(sample.contentType);
    exchange.chunk(sample.stream);
    exchange.endStream();
  };
}

std::string jsonError(const std::string& type, const std::string& message) {
  return R"({"error":{"type":")" + type + R"(","message":")" + message + "\"}}";
}

}  // namespace

class TestModelRefusals : public QObject {
  Q_OBJECT

 private slots:
  void passingTroubleIsTriedAgain_data() {
    QTest::addColumn<int>("status");
    for (const int status : {408, 409, 429, 500, 502, 503, 504, 529})
      QTest::newRow(std::to_string(status).c_str()) << status;
  }
  void passingTroubleIsTriedAgain() {
    QFETCH(int, status);
    HttpServer server(refusing(2, status, jsonError("overloaded_error", "busy")));
    Waits waits;
    Heard heard;
    const auto reply = ask(settingsFor("openai", server.base(), &waits), heard);
    KW_VERIFY_OK(reply);
    QCOMPARE(reply->attempts, 3);
    QCOMPARE(reply->text, sampleText);
    QCOMPARE(heard.restarts, 0);  // no text had come
    QCOMPARE(waits.size(), size_t{2});
    QVERIFY(waits[0] >= 500ms && waits[0] <= 1000ms);
    QVERIFY(waits[1] >= 1000ms && waits[1] <= 2000ms);
    QCOMPARE(server.requests().size(), size_t{3});
  }

  void theWaitThatIsAskedForIsTheLeast_data() {
    QTest::addColumn<QString>("fields");
    QTest::addColumn<QString>("body");
    const QString plain = test::quoted(jsonError("rate_limit_error", "slow down"));
    QTest::newRow("seconds") << "Retry-After: 7\r\n" << plain;
    QTest::newRow("milliseconds") << "retry-after-ms: 7000\r\nretry-after: 1\r\n" << plain;
    QTest::newRow("in the body")
        << ""
        << R"([{"error":{"code":429,"status":"RESOURCE_EXHAUSTED","message":"slow down",)"
           R"("details":[{"@type":"a.RetryInfo","retryDelay":"7s"}]}}])";
  }
  void theWaitThatIsAskedForIsTheLeast() {
    QFETCH(QString, fields);
    QFETCH(QString, body);
    HttpServer server(refusing(1, 429, utf8(body), utf8(fields)));
    Waits waits;
    Heard heard;
    KW_VERIFY_OK(ask(settingsFor("openai", server.base(), &waits), heard));
    QCOMPARE(waits.size(), size_t{1});
    QVERIFY(waits[0] >= 7000ms && waits[0] <= 8000ms);
  }

  void aDateIsAWaitToo() {
    HttpServer server(refusing(1, 503, "", "Retry-After: Wed, 21 Oct 2015 07:28:00 GMT\r\n"));
    Waits waits;
    Heard heard;
    KW_VERIFY_OK(ask(settingsFor("openai", server.base(), &waits), heard));
    QVERIFY(waits.at(0) <= 1000ms);
  }

  void tooLongAWaitIsNotMade() {
    HttpServer server(
        refusing(9, 429, jsonError("rate_limit_error", "slow"), "Retry-After: 3600\r\n"));
    Waits waits;
    Heard heard;
    const auto reply = ask(settingsFor("openai", server.base(), &waits), heard);
    QVERIFY(!reply);
    KW_VERIFY_CONTAINS(errorText(reply), "it asks to wait 3600 s");
    KW_VERIFY_CONTAINS(errorText(reply), "try again after ");
    QVERIFY(waits.empty());
    QCOMPARE(server.requests().size(), size_t{1});
  }

  void attemptsAreCounted() {
    HttpServer server(refusing(99, 529, jsonError("overloaded_error", "Overloaded")));
    Waits waits;
    Heard heard;
    ProviderSettings settings = settingsFor("anthropic", server.base(), &waits);
    settings.backoff.attempts = 4;
    const auto reply = ask(settings, heard);
    QVERIFY(!reply);
    KW_VERIFY_CONTAINS(errorText(reply), "after 4 attempts: " + server.base() +
                                             "/v1/messages answered 529 Overloaded: Overloaded");
    QCOMPARE(waits.size(), size_t{3});
    QCOMPARE(server.requests().size(), size_t{4});
  }

  void exhaustedCreditIsNotTriedAgain_data() {
    QTest::addColumn<int>("status");
    QTest::addColumn<QString>("body");
    QTest::newRow("402") << 402 << test::quoted(jsonError("payment", "Pay first"));
    QTest::newRow("quota") << 429 << test::quoted(jsonError("insufficient_quota", "No quota left"));
    QTest::newRow("code") << 429
                          << R"({"error":{"message":"Limit","type":"x","code":"billing_limit"}})";
    QTest::newRow("spend") << 429 << test::quoted(jsonError("spend_limit_reached", "Limit"));
    QTest::newRow("words") << 400
                           << test::quoted(jsonError("invalid_request_error",
                                                     "Your credit balance is too low"));
  }
  void exhaustedCreditIsNotTriedAgain() {
    QFETCH(int, status);
    QFETCH(QString, body);
    HttpServer server(refusing(9, status, utf8(body), "Retry-After: 1\r\n"));
    Heard heard;
    const auto reply = ask(settingsFor("openai", server.base()), heard);
    QVERIFY(!reply);
    KW_VERIFY_CONTAINS(errorText(reply), "add credit");
    QCOMPARE(server.requests().size(), size_t{1});
  }

  void refusalsAreToldInOneLine_data() {
    QTest::addColumn<int>("status");
    QTest::addColumn<QString>("body");
    QTest::addColumn<QString>("said");
    QTest::addColumn<QString>("advice");
    QTest::newRow("a wrong key") << 401 << test::quoted(jsonError("invalid_api_key", "Wrong key"))
                                 << "401 Unauthorized: Wrong key [invalid_api_key]"
                                 << "check the provider's key";
    QTest::newRow("an unknown model") << 404 << R"({"error":"model 'x' not found"})"
                                      << "404 Not Found: model 'x' not found"
                                      << "the model's name";
    QTest::newRow("a page")
        << 404 << "<!DOCTYPE html><html><head><title>Not here\n at all</title></head></html>"
        << "404 Not Found: a web page: Not here at all"
        << "base address";
    QTest::newRow("a page without a title") << 403 << "<html><body><h1>Go</h1>away</body></html>"
                                            << "403 Forbidden: a web page: Go away"
                                            << "key";
    QTest::newRow("details") << 422 << R"({"detail":[{"loc":["body"],"msg":"Field required"}]})"
                             << "422 Unprocessable Content: Field required"
                             << "the provider's settings";
    QTest::newRow("text") << 400 << "no\x1b[31m such thing"
                          << "no\\x1b[31m such thing"
                          << "settings";
    QTest::newRow("nothing") << 400 << ""
                             << "answered 400 Bad Request ("
                             << "settings";
    QTest::newRow("a redirect") << 302 << ""
                                << "answered 302: it redirects to"
                                << "redirects are not followed";
  }
  void refusalsAreToldInOneLine() {
    QFETCH(int, status);
    QFETCH(QString, body);
    QFETCH(QString, said);
    QFETCH(QString, advice);
    HttpServer server(
        refusing(9, status, utf8(body), "Location: http://127.0.0.1:1/elsewhere\r\n"));
    Heard heard;
    const auto reply = ask(settingsFor("openai", server.base()), heard);
    QVERIFY(!reply);
    KW_VERIFY_CONTAINS(errorText(reply), utf8(said));
    KW_VERIFY_CONTAINS(errorText(reply), utf8(advice));
    QVERIFY(errorText(reply).find('\n') == std::string::npos);
    QVERIFY(reply.error().kind == ErrorKind::badInput);
    QCOMPARE(server.requests().size(), size_t{1});
  }

  void aPageInsteadOfAStreamIsRefused() {
    for (const auto& [type, body] : std::vector<std::pair<std::string, std::string>>{
             {"text/html", "<html><title>Sign in</title></html>"},
             {"application/json", "{\"message\": \"Sign in\"}"}}) {
      HttpServer server([&, type = type, body = body](Exchange& exchange) {
        exchange.answer(200, body, "Content-Type: " + type + "\r\n");
      });
      Heard heard;
      const auto reply = ask(settingsFor("openai", server.base()), heard);
      QVERIFY(!reply);
      KW_VERIFY_CONTAINS(errorText(reply), "expected a stream, found ");
      KW_VERIFY_CONTAINS(errorText(reply), "Sign in");
    }
  }

  void endlessErrorsAndHeadersAreCut() {
    HttpServer bodies([](Exchange& exchange) {
      exchange.write("HTTP/1.1 400 Bad\r\nConnection: close\r\n\r\n");
      while (exchange.write("endless words ")) {
      }
    });
    HttpServer heads([](Exchange& exchange) {
      exchange.write("HTTP/1.1 200 OK\r\n");
      while (exchange.write("X-Endless: header\r\n")) {
      }
    });
    Heard heard;
    const auto body = ask(settingsFor("openai", bodies.base()), heard);
    QVERIFY(!body);
    KW_VERIFY_CONTAINS(errorText(body), "400 Bad Request: endless words");
    QVERIFY(errorText(body).size() < 1000);
    const auto head = ask(settingsFor("openai", heads.base()), heard);
    QVERIFY(!head);
    KW_VERIFY_CONTAINS(errorText(head), "bytes of headers");
  }
};

QTEST_APPLESS_MAIN(TestModelRefusals)
#include "test_model_refusals.moc"
