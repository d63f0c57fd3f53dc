// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/language_model/wire/reply_draft.h"

#include "base/json/text.h"
#include "base/result/message.h"
#include "base/result/printable.h"

namespace kw::language {

json::Value readObject(std::string_view data, ReplyDraft& draft) {
  json::PartialValue read = json::parseLeniently(data, {}, 0);
  if (read.fault || !read.value.isObject()) {
    draft.fault = Fault{Error{
        ErrorKind::failed,
        "expected a JSON object in the server's stream, found " + shortened(printable(data), 120),
        {},
        "check that the provider's api fits the server"}};
    return {};
  }
  if (const auto error = errorIn(read.value)) {
    draft.fault = faultInStream(*error);
    return {};
  }
  return std::move(read.value);
}

}  // namespace kw::language
