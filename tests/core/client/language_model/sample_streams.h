// SPDX-License-Identifier: GPL-3.0-or-later
// A short reply as each API streams it, and models that ask a test's server.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "client/language_model/providers/http_model.h"

namespace kw::test {

struct SampleStream {
  std::string preset;  // a name of language::presetNames()
  std::string path;    // where it is asked for
  std::string contentType;
  std::string stream;    // LF only
  std::string cutShort;  // a stream whose reply ends at the limit of tokens
  std::string failing;   // a stream that brings text, then says that the server is overloaded
};

// The text of each: an umlaut, a euro sign and a character outside the first plane are in it.
extern const std::string sampleText;
inline constexpr language::Usage sampleUsage{30, 12, 10, 4};

const std::vector<SampleStream>& sampleStreams();
const SampleStream& sampleStream(const std::string& preset);

// With every line feed as CR and LF.
std::string withReturns(std::string text);

inline const std::string sampleKey = "sk-sample-0123456789abcdef";

// Settings of the preset for a server of a test; waits are noted in `waits` and not made.
language::ProviderSettings settingsFor(const std::string& preset, const std::string& server,
                                       std::vector<std::chrono::milliseconds>* waits = nullptr);

language::Request sampleRequest();

struct Heard {
  std::string text;  // since the last restart
  int restarts = 0;
  std::vector<language::Wait> waits;
};
language::Listener listenerTo(Heard& heard);

Result<language::Reply> ask(const language::ProviderSettings& settings, Heard& heard,
                            std::stop_token stop = {});

}  // namespace kw::test
