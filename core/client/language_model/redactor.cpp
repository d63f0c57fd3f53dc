// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/language_model/redactor.h"

#include <algorithm>
#include <utility>

namespace kw::language {

void Redactor::add(std::string_view key) {
  if (key.size() < shortestKey) return;
  m_keys.emplace_back(key);
  // A key that begins with another must go first, or its end would stay.
  std::sort(m_keys.begin(), m_keys.end(),
            [](const Secret& a, const Secret& b) { return a.reveal().size() > b.reveal().size(); });
}

std::string Redactor::apply(std::string text) const {
  for (const Secret& key : m_keys)
    for (size_t at = text.find(key.reveal()); at != std::string::npos;
         at = text.find(key.reveal(), at + mark.size()))
      text.replace(at, key.reveal().size(), mark);
  return text;
}

Error Redactor::apply(Error error) const {
  error.message = apply(std::move(error.message));
  error.advice = apply(std::move(error.advice));
  error.place.file = apply(std::move(error.place.file));
  error.place.keyPath = apply(std::move(error.place.keyPath));
  for (Error& each : error.further)
    each = apply(std::move(each));
  return error;
}

size_t Redactor::openTail(std::string_view text) const {
  size_t longest = 0;
  for (const Secret& secret : m_keys) {
    const std::string_view key = secret.reveal();
    for (size_t size = std::min(key.size() - 1, text.size()); size > longest; --size)
      if (text.ends_with(key.substr(0, size))) longest = size;
  }
  return longest;
}

std::string RedactedStream::feed(std::string_view piece) {
  m_held += piece;
  std::string text = m_redactor.apply(std::move(m_held));
  const size_t open = m_redactor.openTail(text);
  m_held = text.substr(text.size() - open);
  text.resize(text.size() - open);
  return text;
}

std::string RedactedStream::finish() {
  return std::exchange(m_held, {});
}

}  // namespace kw::language
