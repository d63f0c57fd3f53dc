// SPDX-License-Identifier: GPL-3.0-or-later
// Lines from a client.
#include "base/json/text.h"
#include "model/protocol/decoding.h"
#include "model/protocol/messages.h"
#include "model/records/records_json.h"

namespace kw::protocol {

namespace {

Request readHello(json::ObjectReader& reader) {
  return HelloRequest{static_cast<int>(reader.integer("version", 0, INT_MAX))};
}

Request readDevices(json::ObjectReader& reader) {
  return DevicesRequest{readId(reader), reader.optionalBool("peaks", false),
                        reader.optionalString("counters")};
}

FileReference readFile(const json::Value& value, const std::string& path, json::Faults& faults) {
  json::ObjectReader reader(value, path, faults);
  FileReference file;
  file.path = reader.string("path");
  file.hash = reader.string("hash");
  file.size = reader.integer("size", 0);
  return file;
}

Request readOpen(json::ObjectReader& reader) {
  OpenRequest request;
  request.id = readId(reader);
  request.device = reader.string("device");
  for (const json::Value& item : reader.array("files")) {
    const std::string path =
        reader.path("files") + "[" + std::to_string(request.files.size()) + "]";
    request.files.push_back(readFile(item, path, reader.faults()));
  }
  request.seed = static_cast<uint64_t>(reader.integer("seed"));
  return request;
}

Request readBlob(json::ObjectReader& reader) {
  BlobMessage blob;
  blob.hash = reader.string("hash");
  blob.offset = reader.integer("offset", 0);
  blob.last = reader.optionalBool("last", false);
  Result<std::string> data = fromBase64(reader.string("data"));
  if (!data) {
    reader.fault("data", data.error().message);
  } else if (data->size() > blobChunk) {
    reader.fault("data", "at most " + std::to_string(blobChunk) + " bytes expected, " +
                             std::to_string(data->size()) + " found");
  } else {
    blob.data = *std::move(data);
  }
  return blob;
}

Request readEvaluate(json::ObjectReader& reader) {
  EvaluateRequest request;
  request.id = readId(reader);
  request.problem = reader.integer("problem", 0);
  request.candidate = readMember(reader, "candidate", candidateFromJson);
  request.key = reader.string("key");
  request.protocol = readMember(reader, "protocol", protocolFromJson);
  request.deadlineSeconds = reader.optionalReal("deadline", 0);
  if (const json::Value* rival = reader.raw("rival")) {
    Result<RivalTimes> times = rivalFromJson(*rival);
    if (times)
      request.rival = *std::move(times);
    else
      reader.faults().add(std::move(times).error());
  }
  if (!(request.deadlineSeconds >= 0))
    reader.fault("deadline", "a number of seconds from 0 expected");
  if (reader.has("scrutiny")) request.scrutiny = readMember(reader, "scrutiny", scrutinyFromJson);
  return request;
}

Request readDuel(json::ObjectReader& reader) {
  DuelRequest request;
  request.id = readId(reader);
  request.problem = reader.integer("problem", 0);
  request.first = readMember(reader, "first", candidateFromJson);
  request.second = readMember(reader, "second", candidateFromJson);
  request.protocol = readMember(reader, "protocol", protocolFromJson);
  request.settings = readMember(reader, "settings", duelSettingsFromJson);
  return request;
}

Request readProfile(json::ObjectReader& reader) {
  ProfileRequest request;
  request.id = readId(reader);
  request.problem = reader.integer("problem", 0);
  request.candidate = readMember(reader, "candidate", candidateFromJson);
  request.caseName = reader.string("case");
  reader.array("metrics");
  request.metrics = reader.optionalStrings("metrics");
  request.mostPasses = static_cast<int>(reader.optionalInteger("most_passes", 0, 0, INT_MAX));
  return request;
}

ListingRequest::File readPart(const json::Value& value, const std::string& path,
                              json::Faults& faults) {
  json::ObjectReader reader(value, path, faults);
  ListingRequest::File file;
  file.path = reader.string("path");
  Result<std::string> data = fromBase64(reader.string("data"));
  if (data)
    file.data = *std::move(data);
  else
    faults.add(std::move(data).error());
  return file;
}

Request readListing(json::ObjectReader& reader) {
  ListingRequest request;
  request.id = readId(reader);
  request.kind = reader.string("kind");
  for (const json::Value& item : reader.array("files")) {
    const std::string path =
        reader.path("files") + "[" + std::to_string(request.files.size()) + "]";
    request.files.push_back(readPart(item, path, reader.faults()));
  }
  request.candidate = readMember(reader, "candidate", candidateFromJson);
  request.architecture = reader.optionalString("architecture");
  request.format = reader.string("format");
  return request;
}

Request readCancel(json::ObjectReader& reader) {
  return CancelRequest{readId(reader)};
}

Request readBye(json::ObjectReader&) {
  return ByeMessage{};
}

constexpr Decoder<Request> decoders[] = {
    {"hello", readHello},     {"devices", readDevices},   {"open", readOpen},
    {"blob", readBlob},       {"evaluate", readEvaluate}, {"duel", readDuel},
    {"profile", readProfile}, {"listing", readListing},   {"cancel", readCancel},
    {"bye", readBye},
};

}  // namespace

Result<json::Value> parseLine(std::string_view line) {
  Result<json::Value> value = json::parse(line, "message");
  if (value && !value->isObject())
    return failInput("a message is an object, " + std::string(value->kindName()) + " found");
  return value;
}

Result<Request> decodeRequest(std::string_view line) {
  return decode(line, decoders, "to a runner");
}

}  // namespace kw::protocol
