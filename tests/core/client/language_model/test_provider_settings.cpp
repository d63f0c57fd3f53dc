// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>

#include "client/language_model/providers/make_language_model.h"
#include "support/printing.h"

using namespace kw;
using namespace kw::language;
using namespace std::chrono_literals;

namespace {

Result<std::vector<ProviderSettings>> read(const std::string& provider) {
  return readProviders(
      "{\"format\": \"kernelwright-providers/1\", \"providers\": [" + provider + "]}",
      "providers.json", "/home/of");
}

}  // namespace

class TestProviderSettings : public QObject {
  Q_OBJECT

 private slots:
  void aPresetNeedsOnlyAModel() {
    for (const std::string& name : presetNames()) {
      const auto all = read("{\"name\": \"mine\", \"preset\": \"" + name + "\", \"model\": \"m\"}");
      KW_VERIFY_OK(all);
      const ProviderSettings& mine = all->at(0);
      QCOMPARE(mine.name, std::string("mine"));
      QCOMPARE(mine.dialect.model, std::string("m"));
      QVERIFY(isOffered(mine.dialect.api, mine.dialect.structuredOutput));
      QVERIFY(mine.needsKey == mine.base.starts_with("https://"));
      QVERIFY(mine.needsKey == !mine.keyEnvironment.empty());
    }
  }

  void everythingCanBeSet() {
    const auto all = read(
        "{\"name\": \"a\", \"preset\": \"vllm\", \"base\": \"http://10.0.0.1:80/\", \"model\": "
        "\"m\","
        "\"key_environment\": \"KEY\", \"structured_output\": \"json_schema\","
        "\"token_limit_field\": \"max_tokens\", \"leave_out\": [\"seed\"], \"plain_http\": true,"
        "\"authorities\": \"/ca.pem\", \"prices\": {\"input\": 1, \"output\": 2.5, "
        "\"cached_input\": 0},"
        "\"limits\": {\"output_tokens\": 10, \"context_tokens\": 20, \"attempts\": 3,"
        "\"connect_seconds\": 0.5, \"silence_seconds\": 2, \"longest_wait_seconds\": 9,"
        "\"reply_bytes\": 1000}},"
        "{\"name\": \"b\", \"api\": \"command\", \"command\": [\"prog\", \"--x\"],"
        "\"limits\": {\"whole_seconds\": 90}},"
        "{\"name\": \"c\", \"api\": \"recorded\", \"folder\": \"kept\"},"
        "{\"name\": \"d\", \"api\": \"paste\"}");
    KW_VERIFY_OK(all);
    const ProviderSettings& a = all->at(0);
    QCOMPARE(a.base, std::string("http://10.0.0.1:80/v1"));
    QVERIFY(a.dialect.structuredOutput == StructuredOutput::jsonSchema);
    QVERIFY(!a.dialect.sendsSeed && a.dialect.sendsTemperature);
    QVERIFY(a.prices.input == 1.0 && a.prices.output == 2.5 && a.prices.cachedInput == 0.0);
    QVERIFY(a.dialect.outputTokens == 10 && a.dialect.contextTokens == 20);
    QVERIFY(a.backoff.attempts == 3 && a.backoff.longestAsked == 9s);
    QVERIFY(a.http.connect == 500ms && a.http.silence == 2s && a.stream.textBytes == 1000);
    QVERIFY(all->at(1).command == (std::vector<std::string>{"prog", "--x"}));
    QVERIFY(all->at(1).wholeTime == 90s);
    QCOMPARE(all->at(2).folder, std::string("/home/of/kept"));
    QVERIFY(all->at(3).kind == ProviderKind::paste);
  }

  void faultsAreNamed_data() {
    QTest::addColumn<QString>("provider");
    QTest::addColumn<QString>("said");
    const auto row = [](const char* name, const char* provider, const char* said) {
      QTest::newRow(name) << provider << said;
    };
    row("no api", "{\"name\": \"a\", \"model\": \"m\"}", "providers[0].api");
    row("no model", "{\"name\": \"a\", \"preset\": \"openai\"}", "providers[0].model");
    row("no base", "{\"name\": \"a\", \"api\": \"openai-chat\", \"model\": \"m\"}",
        "providers[0].base");
    row("a preset", "{\"name\": \"a\", \"preset\": \"olama\", \"model\": \"m\"}", "ollama");
    row("a key in the file",
        "{\"name\": \"a\", \"preset\": \"openai\", \"model\": \"m\", \"key\": \"sk\"}",
        "providers[0].key");
    row("a key in the address",
        "{\"name\": \"a\", \"preset\": \"openai\", \"model\": \"m\", \"base\": "
        "\"https://x/v1?key=sk\"}",
        "keys do not belong into it");
    row("no address",
        "{\"name\": \"a\", \"preset\": \"openai\", \"model\": \"m\", \"base\": \"api.x.com\"}",
        "begins with http:// or https://");
    row("structured output",
        "{\"name\": \"a\", \"preset\": \"anthropic\", \"model\": \"m\", \"structured_output\": "
        "\"json_object\"}",
        "does not offer 'json_object'");
    row("a price",
        "{\"name\": \"a\", \"preset\": \"openai\", \"model\": \"m\", \"prices\": {\"input\": -1}}",
        "providers[0].prices.input");
    row("a limit",
        "{\"name\": \"a\", \"preset\": \"openai\", \"model\": \"m\", \"limits\": {\"attempts\": "
        "0}}",
        "providers[0].limits.attempts");
    row("a time",
        "{\"name\": \"a\", \"preset\": \"openai\", \"model\": \"m\", \"limits\": "
        "{\"silence_seconds\": 0}}",
        "seconds above 0");
    row("a command's limit",
        "{\"name\": \"a\", \"preset\": \"openai\", \"model\": \"m\", \"limits\": "
        "{\"whole_seconds\": 9}}",
        "providers[0].limits.whole_seconds");
    row("left out",
        "{\"name\": \"a\", \"preset\": \"openai\", \"model\": \"m\", \"leave_out\": [\"x\"]}",
        "found \"x\"");
    row("no command", "{\"name\": \"a\", \"api\": \"command\", \"command\": []}",
        "providers[0].command");
    row("a name twice",
        "{\"name\": \"a\", \"api\": \"paste\"}, {\"name\": \"a\", \"api\": \"paste\"}",
        "there is a provider named 'a' already");
  }
  void faultsAreNamed() {
    QFETCH(QString, provider);
    QFETCH(QString, said);
    const auto all = read(test::utf8(provider));
    QVERIFY(!all);
    KW_VERIFY_CONTAINS(test::errorText(all), test::utf8(said));
    KW_VERIFY_CONTAINS(test::errorText(all), "providers.json:1:");
  }

  void pastingNeedsSomebodyWhoPastes() {
    EnvironmentKeys keys;
    ProviderSettings settings;
    settings.name = "by hand";
    settings.kind = ProviderKind::paste;
    QVERIFY(!makeLanguageModel(settings, keys));
    KW_VERIFY_OK(makeLanguageModel(settings, keys,
                                   [](const std::string&, std::stop_token) -> Result<std::string> {
                                     return std::string("x");
                                   }));
  }

  void waitsGrowAndHaveALeast() {
    const Backoff backoff;
    QVERIFY(waitAfter(backoff, 1, {}, 0) == 1s);
    QVERIFY(waitAfter(backoff, 1, {}, 0.999) >= 500ms);
    QVERIFY(waitAfter(backoff, 3, {}, 0) == 4s);
    QVERIFY(waitAfter(backoff, 1000, {}, 0) == 30s);
    QVERIFY(waitAfter(backoff, 1, 7s, 0.999) >= 7s);
  }
};

QTEST_APPLESS_MAIN(TestProviderSettings)
#include "test_provider_settings.moc"
