// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>

#include "base/files/files.h"
#include "base/json/text.h"
#include "client/language_model/prompt_text.h"
#include "client/language_model/providers/make_language_model.h"
#include "client/language_model/providers/recorded_model.h"
#include "http_server.h"
#include "sample_streams.h"
#include "support/printing.h"

using namespace kw;
using namespace kw::language;
using namespace kw::test;

namespace {

Request prompt(const std::string& text) {
  Request request;
  request.messages = {{Role::user, text}};
  return request;
}

std::string folderOf(const files::TemporaryFolder& folder) {
  return folder.path().string();
}

// Records what a person answers.
Status record(const std::string& folder, const std::string& asked, const std::string& answered) {
  RecordingModel model(
      std::make_unique<PasteModel>(
          [&](const std::string&, std::stop_token) -> Result<std::string> { return answered; }),
      folder, ReplyLabel::promptAlone);
  KW_TRY(model.complete(prompt(asked), {}, {}));
  return {};
}

}  // namespace

class TestRecordedModel : public QObject {
  Q_OBJECT

 private slots:
  void whatWasRecordedIsGivenAgain() {
    const auto folder = files::TemporaryFolder::make().value();
    KW_VERIFY_OK(record(folderOf(folder), "one", "first"));
    KW_VERIFY_OK(record(folderOf(folder), "two", "second"));
    KW_VERIFY_OK(record(folderOf(folder), "one", "again"));
    const auto model = RecordedModel::open(folderOf(folder));
    KW_VERIFY_OK(model);
    // A run that is resumed may begin in the middle.
    for (const auto& [asked, answer] : std::vector<std::pair<std::string, std::string>>{
             {"two", "second"}, {"one", "first"}, {"one", "again"}}) {
      Heard heard;
      const auto reply = (*model)->complete(prompt(asked), listenerTo(heard), {});
      KW_VERIFY_OK(reply);
      QCOMPARE(reply->text, answer);
      QCOMPARE(heard.text, answer);
      QVERIFY((*model)->last()->label == ReplyLabel::promptAlone);
    }
    const auto more = (*model)->complete(prompt("one"), {}, {});
    QVERIFY(!more);
    KW_VERIFY_CONTAINS(errorText(more), "all 3 recorded replies were given");
  }

  void aChangedPromptStopsWithBothHashes() {
    const auto folder = files::TemporaryFolder::make().value();
    KW_VERIFY_OK(record(folderOf(folder), "line one\nline two", "first"));
    const auto model = RecordedModel::open(folderOf(folder));
    KW_VERIFY_OK(model);
    const Request changed = prompt("line one\nline 2");
    const auto reply = (*model)->complete(changed, {}, {});
    QVERIFY(!reply);
    KW_VERIFY_CONTAINS(errorText(reply), "its SHA-256 is " + promptHash(changed));
    KW_VERIFY_CONTAINS(errorText(reply), "answers " + promptHash(prompt("line one\nline two")));
    KW_VERIFY_CONTAINS(errorText(reply), "001.json");
    KW_VERIFY_CONTAINS(errorText(reply), "first differ in line 2");
  }

  void everyAttemptIsKept() {
    const SampleStream& sample = sampleStream("openai");
    HttpServer server([&](Exchange& exchange) {
      if (exchange.number == 0) return exchange.answer(503, "busy");
      exchange.beginStream(sample.contentType);
      const std::string& stream = exchange.number == 1 ? sample.failing : sample.stream;
      exchange.chunk(stream.substr(0, stream.rfind("{\"")));
      exchange.chunk(stream.substr(stream.rfind("{\"")));
      exchange.endStream();
    });
    const auto folder = files::TemporaryFolder::make().value();
    RecordingModel model(
        std::make_unique<HttpModel>(settingsFor("openai", server.base()), Secret(sampleKey)),
        folderOf(folder), ReplyLabel::model);
    KW_VERIFY_OK(model.complete(sampleRequest(), {}, {}));
    const auto replies = readRecordedReplies(folderOf(folder));
    KW_VERIFY_OK(replies);
    const RecordedReply& kept = replies->at(0);
    QCOMPARE(kept.text, sampleText);
    QCOMPARE(kept.model, std::string("served-model"));
    QCOMPARE(kept.prompt, promptText(sampleRequest()));
    QVERIFY(kept.usage == sampleUsage);
    QCOMPARE(kept.attempts.size(), size_t{2});
    KW_VERIFY_CONTAINS(kept.attempts[0].outcome, "503");
    QCOMPARE(kept.attempts[0].reply, std::string());
    KW_VERIFY_CONTAINS(kept.attempts[1].outcome, "too busy");
    QVERIFY(!kept.attempts[1].reply.empty() && sampleText.starts_with(kept.attempts[1].reply));
  }

  void filesAreReadStrictly_data() {
    QTest::addColumn<QString>("key");
    QTest::addColumn<QString>("value");
    QTest::addColumn<QString>("said");
    QTest::newRow("format") << "format"
                            << "\"kernelwright-recorded-reply/2\""
                            << "format";
    QTest::newRow("hash") << "prompt_sha256"
                          << "\"abc\""
                          << "64 digits";
    QTest::newRow("prompt") << "prompt"
                            << "\"another\""
                            << "expected that of prompt_sha256";
    QTest::newRow("label") << "label"
                           << "\"handwritten\""
                           << "hand-written";
    QTest::newRow("unknown") << "extra"
                             << "1"
                             << "extra";
  }
  void filesAreReadStrictly() {
    QFETCH(QString, key);
    QFETCH(QString, value);
    QFETCH(QString, said);
    RecordedReply reply;
    reply.prompt = promptText(prompt("p"));
    reply.promptHash = promptHash(prompt("p"));
    json::Value written = recordedReplyValue(reply);
    KW_VERIFY_OK(readRecordedReply(json::writePretty(written), "one.json"));
    written.set(utf8(key), json::parse(utf8(value)).value());
    const auto read = readRecordedReply(json::writePretty(written), "one.json");
    QVERIFY(!read);
    KW_VERIFY_CONTAINS(errorText(read), utf8(said));
    KW_VERIFY_CONTAINS(errorText(read), "one.json:");
  }

  void anEmptyFolderIsMissing() {
    const auto folder = files::TemporaryFolder::make().value();
    const auto model = RecordedModel::open(folderOf(folder));
    QVERIFY(!model);
    QVERIFY(model.error().kind == ErrorKind::missing);
  }

  void pastingNothingIsNoReply() {
    PasteModel model(
        [](const std::string&, std::stop_token) -> Result<std::string> { return " \n"; });
    KW_VERIFY_CONTAINS(errorText(model.complete(prompt("p"), {}, {})), "paste the whole reply");
  }
};

QTEST_APPLESS_MAIN(TestRecordedModel)
#include "test_recorded_model.moc"
