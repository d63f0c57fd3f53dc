// SPDX-License-Identifier: GPL-3.0-or-later
// What each API is sent.
#include <QTest>

#include "base/json/text.h"
#include "client/language_model/prompt_text.h"
#include "client/language_model/providers/provider_settings.h"
#include "client/language_model/wire/dialect.h"
#include "sample_streams.h"
#include "support/printing.h"

using namespace kw;
using namespace kw::language;

namespace {

std::string bodyFor(const std::string& name, const Request& request) {
  Dialect dialect = preset(name).dialect;
  dialect.model = "m";
  const auto wire = wireRequest(request, dialect);
  return wire ? wire->body : test::errorText(wire);
}

}  // namespace

class TestModelRequests : public QObject {
  Q_OBJECT

 private slots:
  void eachApiIsAskedInItsOwnWay_data() {
    QTest::addColumn<QString>("body");
    const QString messages =
        "\"messages\":[{\"role\":\"system\",\"content\":\"Be "
        "brief.\"},{\"role\":\"user\",\"content\":\"Say \\\"hello\\\".\"}]";
    const QString streaming = "\"stream\":true,\"stream_options\":{\"include_usage\":true}";
    QTest::newRow("openai")
        << "{\"model\":\"m\"," + messages + "," + streaming +
               ",\"max_completion_tokens\":500,\"seed\":7,\"reasoning_effort\":\"low\","
               "\"response_format\":{\"type\":\"json_schema\",\"json_schema\":{\"name\":\"answer\","
               "\"strict\":true,\"schema\":{\"type\":\"object\"}}}}";
    QTest::newRow("llama.cpp")
        << "{\"model\":\"m\"," + messages + "," + streaming +
               ",\"max_tokens\":500,\"seed\":7,\"temperature\":0.5,"
               "\"response_format\":{\"type\":\"json_object\",\"schema\":{\"type\":\"object\"}}}";
    QTest::newRow("vllm") << "{\"model\":\"m\"," + messages + "," + streaming +
                                 ",\"max_completion_tokens\":500,\"seed\":7,\"temperature\":0.5,"
                                 "\"structured_outputs\":{\"json\":{\"type\":\"object\"}}}";
    QTest::newRow("openai-responses")
        << "{\"model\":\"m\",\"instructions\":\"Be "
           "brief.\",\"input\":[{\"role\":\"user\",\"content\":\"Say \\\"hello\\\".\"}],"
           "\"stream\":true,\"store\":false,\"max_output_tokens\":500,\"reasoning\":{\"effort\":"
           "\"low\"},"
           "\"text\":{\"format\":{\"type\":\"json_schema\",\"name\":\"answer\",\"strict\":true,"
           "\"schema\":{\"type\":\"object\"}}}}";
    QTest::newRow("anthropic")
        << "{\"model\":\"m\",\"max_tokens\":500,\"system\":\"Be "
           "brief.\",\"messages\":[{\"role\":\"user\",\"content\":\"Say \\\"hello\\\".\"}],"
           "\"stream\":true,\"temperature\":0.5,\"output_config\":{\"format\":{\"type\":\"json_"
           "schema\",\"schema\":{\"type\":\"object\"}}}}";
    QTest::newRow("ollama")
        << "{\"model\":\"m\"," + messages +
               ",\"stream\":true,\"format\":{\"type\":\"object\"},"
               "\"options\":{\"num_ctx\":1024,\"num_predict\":500,\"seed\":7,\"temperature\":0.5}}";
  }
  void eachApiIsAskedInItsOwnWay() {
    QFETCH(QString, body);
    QCOMPARE(bodyFor(QTest::currentDataTag(), test::sampleRequest()), test::utf8(body));
  }

  void anOlderAnthropicModelIsForcedToUseATool() {
    Dialect dialect = preset("anthropic").dialect;
    dialect.structuredOutput = StructuredOutput::forcedTool;
    const auto wire = wireRequest(test::sampleRequest(), dialect);
    KW_VERIFY_OK(wire);
    KW_VERIFY_CONTAINS(wire->body, "\"input_schema\":{\"type\":\"object\"}");
    KW_VERIFY_CONTAINS(wire->body, "\"tool_choice\":{\"type\":\"tool\",\"name\":\"answer\"}");
  }

  void aSchemaThatCannotBeSentIsPutIntoWords() {
    Dialect dialect = preset("openai").dialect;
    dialect.structuredOutput = StructuredOutput::none;
    const auto wire = wireRequest(test::sampleRequest(), dialect);
    KW_VERIFY_OK(wire);
    KW_VERIFY_CONTAINS(wire->body,
                       "It has to fit this JSON schema:\\n{\\\"type\\\":\\\"object\\\"}");
    QVERIFY(wire->body.find("response_format") == std::string::npos);
  }

  void ollamaGetsTheRoomThatAPromptNeeds() {
    Request request = test::sampleRequest();
    request.messages.back().text = std::string(300'000, 'x');
    const json::Value body = json::parse(bodyFor("ollama", request)).value();
    const int64_t room = body["options"]["num_ctx"].asInteger();
    QVERIFY(room > 100'000 && room < 103'000);
    Dialect dialect = preset("ollama").dialect;
    dialect.contextTokens = 32'768;
    const auto refused = wireRequest(request, dialect);
    QVERIFY(!refused);
    KW_VERIFY_CONTAINS(test::errorText(refused), "the provider's limit is 32768");
  }

  void whatApisRefuseIsRefusedBefore() {
    Request request = test::sampleRequest();
    request.schema->name = "no name";
    KW_VERIFY_CONTAINS(bodyFor("openai", request), "found 'no name'");
    request = test::sampleRequest();
    request.messages.clear();
    KW_VERIFY_CONTAINS(bodyFor("openai", request), "a message of the user");
    Dialect dialect = preset("anthropic").dialect;
    dialect.structuredOutput = StructuredOutput::structuredOutputs;
    KW_VERIFY_CONTAINS(test::errorText(wireRequest(test::sampleRequest(), dialect)),
                       "change structured_output");
  }

  void anthropicAlwaysGetsALimit() {
    Request request = test::sampleRequest();
    request.mostOutputTokens = std::nullopt;
    KW_VERIFY_CONTAINS(bodyFor("anthropic", request), "\"max_tokens\":");
    QVERIFY(bodyFor("openai", request).find("max_completion_tokens") == std::string::npos);
  }

  void aPromptIsOneTextForProgramsAndPeople() {
    Request request = test::sampleRequest();
    request.messages.push_back({Role::assistant, "hello"});
    request.messages.push_back({Role::user, "Louder."});
    QCOMPARE(promptText(request),
             std::string("Be brief.\n\nSay \"hello\".\n\n[Your earlier answer]\nhello\n\n"
                         "[What is said to it]\nLouder.\n\nAnswer with one JSON object and nothing "
                         "else. It has to fit this JSON schema:\n{\"type\":\"object\"}\n"));
  }
};

QTEST_APPLESS_MAIN(TestModelRequests)
#include "test_model_requests.moc"
