// SPDX-License-Identifier: GPL-3.0-or-later
// Streams of each API from a server on loopback, however they are cut.
#include <QTest>

#include "http_server.h"
#include "sample_streams.h"
#include "support/printing.h"

using namespace kw;
using namespace kw::language;
using namespace kw::test;

namespace {

void eachPreset() {
  QTest::addColumn<QString>("preset");
  for (const SampleStream& sample : sampleStreams())
    QTest::newRow(sample.preset.c_str()) << test::quoted(sample.preset);
}

HttpServer::Handler streaming(const SampleStream& sample, std::vector<std::string> pieces) {
  return [sample, pieces](Exchange& exchange) {
    exchange.beginStream(sample.contentType);
    for (const std::string& piece : pieces)
      exchange.chunk(piece);
    exchange.endStream();
  };
}

// Gives the stream cut into two at every place in turn, one place for each request.
HttpServer::Handler cutEverywhere(const SampleStream& sample, const std::string& stream) {
  return [sample, stream](Exchange& exchange) {
    exchange.beginStream(sample.contentType);
    exchange.chunk(stream.substr(0, exchange.number));
    exchange.chunk(stream.substr(exchange.number));
    exchange.endStream();
  };
}

}  // namespace

class TestModelStreams : public QObject {
  Q_OBJECT

 private slots:
  void aStreamGivesItsReply_data() { eachPreset(); }
  void aStreamGivesItsReply() {
    QFETCH(QString, preset);
    const SampleStream& sample = sampleStream(utf8(preset));
    HttpServer server(streaming(sample, {sample.stream}));
    Heard heard;
    const auto reply = ask(settingsFor(sample.preset, server.base()), heard);
    KW_VERIFY_OK(reply);
    QCOMPARE(reply->text, sampleText);
    QCOMPARE(heard.text, sampleText);
    QVERIFY(reply->finish == FinishReason::stop);
    QCOMPARE(reply->model, std::string("served-model"));
    QCOMPARE(reply->attempts, 1);
    QCOMPARE(reply->usage.input, sampleUsage.input);
    QCOMPARE(reply->usage.output, sampleUsage.output);
    if (sample.preset != "ollama") QVERIFY(reply->usage.cached == sampleUsage.cached);
    QCOMPARE(server.requests().size(), size_t{1});
    QCOMPARE(server.requests()[0].path, sample.path);
  }

  void aCutAtAnyPlaceChangesNothing_data() { eachPreset(); }
  void aCutAtAnyPlaceChangesNothing() {
    QFETCH(QString, preset);
    // The others share the code of the first.
    if (preset == "vllm" || preset == "gemini" || preset == "llama.cpp") return;
    const SampleStream& sample = sampleStream(utf8(preset));
    const std::string stream = withReturns("\xef\xbb\xbf" + sample.stream);
    HttpServer server(cutEverywhere(sample, stream));
    HttpModel model(settingsFor(sample.preset, server.base()), Secret(sampleKey));
    for (size_t cut = 0; cut <= stream.size(); ++cut) {
      Heard heard;
      const auto reply = model.complete(sampleRequest(), listenerTo(heard), {});
      KW_VERIFY_OK(reply);
      QCOMPARE(reply->text, sampleText);
      QCOMPARE(heard.text, sampleText);
      QCOMPARE(reply->usage.output, sampleUsage.output);
    }
    QCOMPARE(server.requests().size(), stream.size() + 1);
  }

  void lineFeedsReturnsAndBothEndLines_data() { eachPreset(); }
  void lineFeedsReturnsAndBothEndLines() {
    QFETCH(QString, preset);
    const SampleStream& sample = sampleStream(utf8(preset));
    std::string returns = sample.stream;
    std::replace(returns.begin(), returns.end(), '\n', '\r');
    std::vector<std::string> bytes;  // each a piece of its own
    for (const char byte : withReturns(sample.stream))
      bytes.emplace_back(1, byte);
    for (const auto& pieces : {std::vector{returns}, bytes}) {
      HttpServer server(streaming(sample, pieces));
      Heard heard;
      const auto reply = ask(settingsFor(sample.preset, server.base()), heard);
      KW_VERIFY_OK(reply);
      QCOMPARE(reply->text, sampleText);
      QCOMPARE(heard.text, sampleText);
    }
  }

  void aReplyCutAtTheLimitOfTokensSaysSo_data() { eachPreset(); }
  void aReplyCutAtTheLimitOfTokensSaysSo() {
    QFETCH(QString, preset);
    const SampleStream& sample = sampleStream(utf8(preset));
    HttpServer server(streaming(sample, {sample.cutShort}));
    Heard heard;
    const auto reply = ask(settingsFor(sample.preset, server.base()), heard);
    KW_VERIFY_OK(reply);
    QVERIFY(reply->finish == FinishReason::length);
    QVERIFY(sampleText.starts_with(reply->text));
    QCOMPARE(heard.text, reply->text);
  }

  void anErrorInMidStreamStartsOver_data() { eachPreset(); }
  void anErrorInMidStreamStartsOver() {
    QFETCH(QString, preset);
    const SampleStream& sample = sampleStream(utf8(preset));
    HttpServer server([&](Exchange& exchange) {
      exchange.beginStream(sample.contentType);
      const std::string& stream = exchange.number == 0 ? sample.failing : sample.stream;
      const size_t last = stream.rfind("{\"");  // what came with an error is not told
      exchange.chunk(stream.substr(0, last));
      exchange.chunk(stream.substr(last));
      exchange.endStream();
    });
    Heard heard;
    const auto reply = ask(settingsFor(sample.preset, server.base()), heard);
    if (preset == "ollama") {  // it gives no kind of error to tell by
      QVERIFY(!reply);
      KW_VERIFY_CONTAINS(errorText(reply), "too busy");
      return;
    }
    KW_VERIFY_OK(reply);
    QCOMPARE(reply->attempts, 2);
    QCOMPARE(heard.restarts, 1);
    QCOMPARE(heard.text, sampleText);
    QCOMPARE(heard.waits.size(), size_t{1});
    KW_VERIFY_CONTAINS(heard.waits[0].reason, "too busy");
  }

  void aConnectionClosedInTheMiddleStartsOver_data() { eachPreset(); }
  void aConnectionClosedInTheMiddleStartsOver() {
    QFETCH(QString, preset);
    const SampleStream& sample = sampleStream(utf8(preset));
    // Without its last chunk, and, the second time, with an end that comes too early.
    HttpServer server([&](Exchange& exchange) {
      exchange.beginStream(sample.contentType);
      exchange.chunk(exchange.number < 2 ? sample.failing.substr(0, sample.failing.rfind("{\""))
                                         : sample.stream);
      if (exchange.number > 0) exchange.endStream();
    });
    Heard heard;
    const auto reply = ask(settingsFor(sample.preset, server.base()), heard);
    KW_VERIFY_OK(reply);
    QCOMPARE(reply->attempts, 3);
    QCOMPARE(heard.restarts, 2);
    QCOMPARE(heard.text, sampleText);
  }

  void aStreamOfAnotherApiIsRefused_data() { eachPreset(); }
  void aStreamOfAnotherApiIsRefused() {
    QFETCH(QString, preset);
    const SampleStream& sample = sampleStream(utf8(preset));
    const bool isOllama = preset == "ollama";
    const std::string strange = isOllama ? "{\"choices\": \"none\"}\n{\"done\": true}\n"
                                         : "data: {\"choices\": \"none\"}\n\n";
    const std::string broken = isOllama ? "{\"mess\n" : "data: {\"choi\n\n";
    for (const std::string& stream : {strange, broken}) {
      HttpServer server(streaming(sample, {stream}));
      Heard heard;
      const auto reply = ask(settingsFor(sample.preset, server.base()), heard);
      QVERIFY(!reply);
      KW_VERIFY_CONTAINS(errorText(reply), "api fits the server");
      KW_VERIFY_CONTAINS(errorText(reply), server.base());
      QCOMPARE(server.requests().size(), size_t{1});  // it would be the same again
    }
  }

  void endlessStreamsEndWithAnError_data() { eachPreset(); }
  void endlessStreamsEndWithAnError() {
    QFETCH(QString, preset);
    const SampleStream& sample = sampleStream(utf8(preset));
    const size_t begin = sample.failing.find(preset == "ollama" ? "{\"error" : "\n\n") +
                         (preset == "ollama" ? 0 : 2);
    const std::string head = sample.failing.substr(0, begin);
    const std::string body = sample.stream.substr(0, sample.failing.rfind("\n", begin) + 1);
    const std::string comment = preset == "ollama" ? "\n\n\n" : ": still thinking\n\n";
    for (const std::string& again : {std::string("a line without an end "), comment, body}) {
      HttpServer server([&](Exchange& exchange) {
        exchange.beginStream(sample.contentType);
        while (exchange.chunk(again)) {
        }
      });
      ProviderSettings settings = settingsFor(sample.preset, server.base());
      settings.stream = {2000, 20'000, 100};
      Heard heard;
      const auto reply = ask(settings, heard);
      QVERIFY(!reply);
      KW_VERIFY_CONTAINS(errorText(reply), "broken off");
      QVERIFY(heard.text.size() < 5000);
    }
  }
};

QTEST_APPLESS_MAIN(TestModelStreams)
#include "test_model_streams.moc"
