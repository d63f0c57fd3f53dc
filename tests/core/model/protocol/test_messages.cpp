// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>

#include "core/model/records/sample_records.h"
#include "model/protocol/messages.h"

using namespace kw;
using namespace kw::protocol;

namespace {

std::vector<Request> allRequests() {
  std::string bytes;
  for (int i = 0; i < 256; ++i)
    bytes += static_cast<char>(i);
  return {
      HelloRequest{7},
      DevicesRequest{1, true, "GH100"},
      OpenRequest{
          2, "cuda:0", {{"kernel.cu", "hash", 12}, {"a/\"b\".h", "other", 0}}, 0xffffffffffffffff},
      BlobMessage{"hash", int64_t{1} << 40, bytes, true},
      EvaluateRequest{3,
                      2,
                      sampleCandidate(),
                      "key",
                      sampleProtocol(),
                      2.5,
                      Scrutiny{Depth::full, ~uint64_t{0} - 9, true},
                      {{"decode cold", 0.25}}},
      DuelRequest{5, 2, sampleCandidate(), Candidate(), sampleProtocol(), {3, 4, 0.25, 9, 11}},
      ProfileRequest{6, 2, sampleCandidate(), "decode", {"dram_bytes_read", "duration"}, 5},
      ListingRequest{7,
                     "cuda",
                     {{"problem.json", "{}"}, {"a/kernel.cu", bytes}},
                     sampleCandidate(),
                     "sm_90",
                     "ptx"},
      CancelRequest{4},
      ByeMessage{},
  };
}

Duel sampleDuel() {
  Duel duel;
  duel.first = sampleCandidate();
  duel.deviceModel = "model";
  duel.cases = {{"large", 2, {1.5, 1.25}, {1, 0.75}}};
  return duel;
}

CounterListing sampleListing() {
  CounterListing listing;
  listing.chips = {"GA100", "GH100"};
  listing.chip = "GH100";
  listing.isPresent = true;
  listing.offers = {{"duration", "gpu__time_duration.sum", true, 1},
                    {"fp32_add_pairs", "", false, 0}};
  listing.fullPasses = 22;
  return listing;
}

CounterReading sampleReading() {
  CounterReading reading;
  reading.chip = "GH100";
  reading.values = {{"duration", 210560}, {"dram_bytes_read", 360730368}};
  reading.absent = {"stall_gmma"};
  reading.planned = reading.passes = 2;
  reading.milliseconds = 12.5;
  reading.refusal = "no";
  reading.advice = "do";
  return reading;
}

std::vector<Reply> allReplies() {
  Error error{
      ErrorKind::missing, "no NumPy", {"problem.json", 3, 4, "oracle.python"}, "install it", {}};
  error.further.push_back({ErrorKind::badInput, "and more", {}, {}, {}});
  return {
      Hello{7, "0.1.0", "box", 4242, {"cuda:0", "host"}},
      Devices{1, {sampleDevice(), DeviceInfo()}, {"no driver"}, sampleListing()},
      Need{2, {"hash", "other"}},
      Opened{2, sampleDevice(), {{"decode", int64_t{5} << 32, "stored"}}, {"careful"}, 3},
      Started{3, "compiling"},
      Evaluated{3, sampleEvaluation()},
      Duelled{5, sampleDuel()},
      Profiled{6, sampleReading()},
      Listed{7, {"ptx", ".version 9.0\n\tret;\n", "template.cu", "sm_90a", "NVRTC 13.0", true}},
      Failed{4, error},
  };
}

}  // namespace

class TestMessages : public QObject {
  Q_OBJECT

 private slots:
  void everyRequestReadsBackTheSame() {
    for (const Request& request : allRequests()) {
      const std::string line = encode(request);
      QVERIFY(line.find('\n') == std::string::npos);
      const auto copy = decodeRequest(line);
      QVERIFY2(copy.has_value(), copy ? "" : copy.error().text().c_str());
      QCOMPARE(copy->index(), request.index());
      QCOMPARE(encode(*copy), line);
    }
    const auto blob = decodeRequest(encode(allRequests()[3]));
    QCOMPARE(std::get<BlobMessage>(*blob).data, std::get<BlobMessage>(allRequests()[3]).data);
    const auto open = decodeRequest(encode(allRequests()[2]));
    QCOMPARE(std::get<OpenRequest>(*open).seed, uint64_t{0xffffffffffffffff});
  }

  void everyReplyReadsBackTheSame() {
    for (const Reply& reply : allReplies()) {
      const std::string line = encode(reply);
      QVERIFY(line.find('\n') == std::string::npos);
      const auto copy = decodeReply(line);
      QVERIFY2(copy.has_value(), copy ? "" : copy.error().text().c_str());
      QCOMPARE(copy->index(), reply.index());
      QCOMPARE(encode(*copy), line);
    }
    const auto failed = decodeReply(encode(allReplies().back()));
    const Error& error = std::get<Failed>(*failed).error;
    QCOMPARE(error.kind, ErrorKind::missing);
    QCOMPARE(error.text(), std::get<Failed>(allReplies().back()).error.text());
  }

  void membersOfANewerVersionArePassedOver() {
    QVERIFY(decodeRequest(R"({"type": "cancel", "id": 4, "why": {"deep": [1]}})").has_value());
    QVERIFY(
        decodeReply(R"({"type": "started", "id": 4, "phase": "timing", "left": 3})").has_value());
  }

  void aHostileLineIsAnErrorThatSaysWhatIsWrong_data() {
    QTest::addColumn<QByteArray>("line");
    QTest::addColumn<QString>("message");
    const auto row = [](const char* name, const QByteArray& line, const char* message) {
      QTest::newRow(name) << line << message;
    };
    row("empty", "", "");
    row("no JSON", "GET / HTTP/1.1", "");
    row("no object", "[1, 2]", "a message is an object, an array found");
    row("two values", R"({"type": "bye"} {"type": "bye"})", "");
    row("no type", "{}", "\"type\" is missing");
    row("type of a wrong kind", R"({"type": 3})", "type: expected a string");
    row("unknown type", R"({"type": "evaluat"})",
        "\"evaluat\" is no message to a runner of this version (the nearest is \"evaluate\")");
    row("a reply", R"({"type": "opened", "id": 1})", "\"opened\" is no message to a runner");
    row("no id", R"({"type": "cancel"})", "\"id\" is missing");
    row("negative id", R"({"type": "cancel", "id": -1})", "id: expected an integer of at least 0");
    row("string for an id", R"({"type": "cancel", "id": "1"})", "id: expected an integer");
    row("id too large", R"({"type": "cancel", "id": 99999999999999999999})", "");
    row("negative size",
        R"({"type": "open", "id": 1, "device": "host", "seed": 1, "files": [{"path": "a", "hash": "b", "size": -1}]})",
        "files[0].size: expected an integer of at least 0");
    row("files no array", R"({"type": "open", "id": 1, "device": "host", "seed": 1, "files": {}})",
        "files: expected an array");
    row("negative offset",
        R"({"type": "blob", "hash": "a", "offset": -5, "data": "", "last": true})",
        "offset: expected an integer of at least 0");
    row("broken base64",
        R"({"type": "blob", "hash": "a", "offset": 0, "data": "a*==", "last": true})",
        "data: character 2 is no base64 digit");
    row("deadline",
        R"({"type": "evaluate", "id": 1, "problem": 1, "key": "k", "candidate": {}, "protocol": {}, "deadline": -1})",
        "deadline: a number of seconds from 0 expected");
    row("protocol",
        R"({"type": "evaluate", "id": 1, "problem": 1, "key": "k", "candidate": {}, "protocol": {"launches": 0}})",
        "protocol.launches: expected an integer of at least 1");
    row("rival",
        R"({"type": "evaluate", "id": 1, "problem": 1, "key": "k", "candidate": {}, "protocol": {}, "rival": {"decode cold": "fast"}})",
        "rival.decode cold: expected a number");
    row("candidate",
        R"({"type": "evaluate", "id": 1, "problem": 1, "key": "k", "candidate": [], "protocol": {}})",
        "candidate: expected an object");
    row("turns",
        R"({"type": "duel", "id": 1, "problem": 1, "first": {}, "second": {}, "protocol": {}, "settings": {"launches": 0}})",
        "settings.launches: expected an integer of at least 1");
    row("deep", QByteArray("{\"type\": \"cancel\", \"id\": ") + QByteArray(100000, '['), "");
    row("a blob over its limit",
        QByteArray::fromStdString(
            encode(BlobMessage{"a", 0, std::string(blobChunk + 1, 'x'), true})),
        "data: at most 1048576 bytes expected");
    row("NUL bytes", QByteArray("\0\0\0\0", 4), "");
    row("no UTF-8", "{\"type\": \"\xff\xfe\"}", "");
  }

  void aHostileLineIsAnErrorThatSaysWhatIsWrong() {
    QFETCH(QByteArray, line);
    QFETCH(QString, message);
    const auto request = decodeRequest(line.toStdString());
    QVERIFY(!request.has_value());
    const std::string error = request.error().text();
    QVERIFY(!error.empty());
    QVERIFY2(error.find(message.toStdString()) != std::string::npos, error.c_str());
    QVERIFY(!decodeReply(line.toStdString()).has_value() || line.contains("opened"));
  }

  void noPrefixOfAMessageIsAMessage() {
    for (const Request& request : allRequests()) {
      const std::string line = encode(request);
      for (size_t length = 0; length < line.size(); ++length)
        QVERIFY(!decodeRequest(std::string_view(line).substr(0, length)).has_value());
    }
  }
};

QTEST_GUILESS_MAIN(TestMessages)
#include "test_messages.moc"
