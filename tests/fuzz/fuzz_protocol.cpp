// SPDX-License-Identifier: GPL-3.0-or-later
// Any line is decoded or refused, and what was decoded is encoded to something that decodes alike.
#include "fuzz_input.h"
#include "model/protocol/messages.h"

using namespace kw;

namespace {

template <class Decode>
void check(std::string_view line, Decode decode) {
  const auto message = decode(line);
  if (!message) return;
  const std::string encoded = protocol::encode(*message);
  fuzz::require(encoded.find('\n') == std::string::npos, "a message is one line", encoded);
  const auto again = decode(encoded);
  fuzz::require(again.has_value(), "what was encoded can be decoded", encoded);
  fuzz::require(protocol::encode(*again) == encoded, "it is the same message", encoded);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string_view line = fuzz::textOf(data, size);
  check(line, protocol::decodeRequest);
  check(line, protocol::decodeReply);
  return 0;
}
