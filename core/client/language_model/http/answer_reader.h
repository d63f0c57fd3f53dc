// SPDX-License-Identifier: GPL-3.0-or-later
// Takes what libcurl reads of an answer. Internal to http/.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "client/language_model/http/http_post.h"

namespace kw::language {

class AnswerReader {
 public:
  AnswerReader(const HttpLimits& limits, const HttpReceiver& receiver)
      : m_limits(limits), m_receiver(receiver) {}

  // Both give false where the transfer is to end.
  bool header(std::string_view line);
  bool body(std::string_view bytes);

  // Whether it was us who ended it, having all that is needed.
  bool hasEnough() const { return m_hasEnough; }
  std::optional<Error> fault(const std::string& url) const;
  HttpAnswer take() { return std::move(m_answer); }

 private:
  const HttpLimits& m_limits;
  const HttpReceiver& m_receiver;
  HttpAnswer m_answer;
  size_t m_headerBytes = 0;
  std::optional<bool> m_isStream;
  bool m_hasEnough = false;
};

}  // namespace kw::language
