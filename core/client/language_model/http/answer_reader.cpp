// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/language_model/http/answer_reader.h"

#include <curl/curl.h>

#include <algorithm>
#include <charconv>

#include "base/text/trimmed.h"
#include "client/language_model/wire/duration_text.h"

namespace kw::language {

namespace {

std::string lowerName(std::string_view name) {
  std::string out(name);
  std::transform(out.begin(), out.end(), out.begin(), [](char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  });
  return out;
}

// Of "HTTP/1.1 429 Too Many Requests".
int statusIn(std::string_view line) {
  int status = 0;
  const size_t blank = line.find(' ');
  if (blank != std::string_view::npos)
    std::from_chars(line.data() + blank + 1, line.data() + line.size(), status);
  return status;
}

}  // namespace

std::string_view HttpHead::field(std::string_view name) const {
  for (const auto& [each, value] : fields)
    if (each == name) return value;
  return {};
}

bool AnswerReader::header(std::string_view line) {
  m_headerBytes += line.size();
  if (m_headerBytes > m_limits.headerBytes) return false;
  HttpHead& head = m_answer.head;
  if (line.starts_with("HTTP/")) head = {statusIn(line), {}};  // one of "100 Continue" went before
  const size_t colon = line.find(':');
  if (colon != std::string_view::npos && !line.starts_with("HTTP/"))
    head.fields.emplace_back(lowerName(line.substr(0, colon)),
                             trimmed(line.substr(colon + 1), " \t\r\n"));
  return true;
}

bool AnswerReader::body(std::string_view bytes) {
  if (!m_isStream) m_isStream = m_receiver.isStream(m_answer.head);
  if (*m_isStream) {
    m_hasEnough = !m_receiver.onBytes(bytes);
  } else {
    const size_t room = m_limits.errorBytes - std::min(m_limits.errorBytes, m_answer.body.size());
    m_answer.body += bytes.substr(0, room);
    m_hasEnough = room < bytes.size();
  }
  return !m_hasEnough;
}

std::optional<Error> AnswerReader::fault(const std::string& url) const {
  if (m_headerBytes <= m_limits.headerBytes) return std::nullopt;
  return Error{ErrorKind::failed,
               url + " answered with more than " + std::to_string(m_limits.headerBytes) +
                   " bytes of headers",
               {},
               "check that the base address is that of a model's server"};
}

std::optional<std::chrono::milliseconds> retryAfter(const HttpHead& head) {
  using std::chrono::milliseconds;
  if (const auto wait = durationOf(std::string(head.field("retry-after-ms")) + "ms")) return wait;
  const std::string value(head.field("retry-after"));
  if (const auto wait = durationOf(value)) return wait;
  const time_t date = value.empty() ? -1 : curl_getdate(value.c_str(), nullptr);
  if (date < 0) return std::nullopt;
  const auto wait = std::chrono::system_clock::from_time_t(date) - std::chrono::system_clock::now();
  return std::max(milliseconds(0), std::chrono::ceil<milliseconds>(wait));
}

}  // namespace kw::language
