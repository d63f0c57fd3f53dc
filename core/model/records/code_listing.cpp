// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/records/code_listing.h"

namespace kw {

json::Value toJson(const CodeListing& listing) {
  return json::Value::object({{"format", listing.format},
                              {"text", listing.text},
                              {"file", listing.fileName},
                              {"architecture", listing.architecture},
                              {"made", listing.made},
                              {"cut", listing.isCut}});
}

Result<CodeListing> codeListingFromJson(const json::Value& value) {
  if (!value["text"].isString())
    return failInput("a listing has no text: expected an object with a string \"text\"");
  CodeListing listing;
  listing.format = value["format"].asString();
  listing.text = value["text"].asString();
  listing.fileName = value["file"].asString();
  listing.architecture = value["architecture"].asString();
  listing.made = value["made"].asString();
  listing.isCut = value["cut"].asBool();
  return listing;
}

}  // namespace kw
