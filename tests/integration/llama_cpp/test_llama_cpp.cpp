// SPDX-License-Identifier: GPL-3.0-or-later
// The provider "llama.cpp" against llama.cpp's own server, with a tiny random model that a grammar
// made from the schema of proposals holds to its form.
#include <QDir>
#include <QProcess>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>
#include <map>
#include <memory>
#include <string>

#include "client/language_model/extract_json.h"
#include "client/language_model/providers/make_language_model.h"
#include "model/proposal/proposal.h"

namespace kw {

namespace {

using language::LanguageModel;

// What a schema of proposals leaves to the reader, since no grammar can know it: names that are
// names, expressions that can be computed, and at least one of each.
json::Value withWords(const json::Value& schema, const std::string& key = {}) {
  if (!schema.isObject()) return schema;
  static const std::map<std::string, std::string> patterns = {
      {"name", "^[A-Z]{2,6}$"},
      {"function", "^[a-z]{2,6}$"},
      {"arguments", "^[a-z]{2,6}$"},
      {"grid", "^[1-9][0-9]{0,2}$"},
      {"block", "^[1-9][0-9]{0,1}$"},
      {"constraints", "^1 <= [1-9]$"},
      {"template", "^__global__ void [a-z]{2,6}[(][)] [{][}]$"},
      {"shared_memory", "^0$"},
      {"values", "^[0-9]{1,4}$"},
  };
  json::Value result = json::Value::object({});
  for (const auto& [name, value] : schema.asObject()) {
    if (name == "properties") {
      json::Value properties = json::Value::object({});
      for (const auto& [property, its] : value.asObject())
        properties.set(property, withWords(its, property));
      result.set(name, properties);
    } else {
      result.set(name, name == "items" ? withWords(value, key) : value);
    }
  }
  const json::Value* type = schema.find("type");
  const std::string kind = type && type->isString() ? type->asString() : "";
  if (kind == "string" && patterns.contains(key)) result.set("pattern", patterns.at(key));
  if (kind == "array") {
    result.set("minItems", 1);
    result.set("maxItems", 2);
  }
  return result;
}

language::Request request(int64_t seed) {
  language::Request request;
  request.messages = {{language::Role::system, "You answer with one JSON object."},
                      {language::Role::user, "Make this kernel faster."}};
  request.schema = language::Schema{"proposal", withWords(proposalSchema())};
  request.seed = seed;
  request.temperature = 1;
  return request;
}

}  // namespace

class TestLlamaCpp : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase() {
    const QString library = qEnvironmentVariable("KERNELWRIGHT_LLAMA");
    if (library.isEmpty())
      QSKIP("KERNELWRIGHT_LLAMA names no folder with the Python package xllamacpp");
    const QDir scripts(KW_LLAMA_SCRIPTS);
    const QString model = m_folder.filePath("tiny.gguf");
    QCOMPARE(QProcess::execute(python, {scripts.filePath("tiny_llama.py"), model}), 0);
    m_server.setProcessChannelMode(QProcess::SeparateChannels);
    m_server.setStandardErrorFile(m_folder.filePath("log"));
    m_server.start(python, {scripts.filePath("serve.py"), library, model});
    QTRY_VERIFY_WITH_TIMEOUT(m_server.canReadLine() || m_server.state() == QProcess::NotRunning,
                             60'000);
    language::ProviderSettings settings = language::preset("llama.cpp");
    settings.base = QString(m_server.readLine().trimmed() + "/v1").toStdString();
    settings.dialect.model = "tiny";
    language::EnvironmentKeys keys;
    auto made = language::makeLanguageModel(settings, keys);
    QVERIFY2(made, made ? "" : made.error().text().c_str());
    m_model = std::move(*made);
  }

  void cleanupTestCase() {
    m_server.closeWriteChannel();
    if (m_server.state() != QProcess::NotRunning) QVERIFY(m_server.waitForFinished());
  }

  // Noise, but noise of the right form: with any seed.
  void repliesParseIntoProposals() {
    for (int64_t seed = 1; seed <= 3; ++seed) {
      std::string streamed;
      language::Listener listener;
      listener.onText = [&](std::string_view text) { streamed += text; };
      const auto reply = m_model->complete(request(seed), listener, {});
      QVERIFY2(reply, reply ? "" : reply.error().text().c_str());
      QCOMPARE(streamed, reply->text);
      QCOMPARE(reply->finish, language::FinishReason::stop);
      QVERIFY(reply->usage.output > 0);
      const auto object = language::extractJson(reply->text);
      QVERIFY2(object, reply->text.c_str());
      const auto proposal = readProposal(object->value);
      QVERIFY2(proposal, proposal ? "" : (proposal.error().text() + reply->text).c_str());
      QVERIFY(!proposal->evidence.empty());
      QVERIFY(proposal->spaceText.find("kernelwright-space/1") != std::string::npos);
    }
  }

  // Without the words filled in, it still has the form, and what is wrong in it is told.
  void theSchemaItselfHoldsItToItsForm() {
    language::Request plain = request(4);
    plain.schema = language::Schema{"proposal", proposalSchema()};
    const auto reply = m_model->complete(plain, {}, {});
    QVERIFY2(reply, reply ? "" : reply.error().text().c_str());
    const auto object = language::extractJson(reply->text);
    QVERIFY2(object, reply->text.c_str());
    for (const char* member : {"reasons", "evidence", "expected", "template", "space"})
      QVERIFY2(object->value.find(member), member);
    QCOMPARE(object->value.asObject().size(), size_t{5});
  }

  void aReplyCutAtTheLimitSaysSo() {
    language::Request cut = request(5);
    cut.mostOutputTokens = 20;
    const auto reply = m_model->complete(cut, {}, {});
    QVERIFY2(reply, reply ? "" : reply.error().text().c_str());
    QCOMPARE(reply->finish, language::FinishReason::length);
    QVERIFY(!language::extractJson(reply->text));
  }

  void stoppingInTheMiddleStops() {
    std::stop_source stop;
    language::Listener listener;
    listener.onText = [&](std::string_view) { stop.request_stop(); };
    const auto reply = m_model->complete(request(6), listener, stop.get_token());
    QVERIFY(!reply);
    QCOMPARE(reply.error().kind, ErrorKind::cancelled);
  }

 private:
  // Debian's own: others need not be there.
  const QString python = QStandardPaths::findExecutable("python3", {"/usr/bin"});
  QTemporaryDir m_folder;
  QProcess m_server;
  std::unique_ptr<LanguageModel> m_model;
};

}  // namespace kw

QTEST_GUILESS_MAIN(kw::TestLlamaCpp)
#include "test_llama_cpp.moc"
