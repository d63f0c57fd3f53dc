// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/language_model/secret.h"

#include <algorithm>
#include <cstring>

namespace kw::language {

void wipeText(char* text, size_t size) {
  if (size > 0) ::explicit_bzero(text, size);
}

bool fitsHeader(std::string_view key) {
  return std::all_of(key.begin(), key.end(), [](char c) { return c > ' ' && c < '\x7f'; });
}

void Secret::wipe() {
  wipeText(m_bytes.data(), m_bytes.size());
  m_bytes.clear();
}

Secret& Secret::operator=(Secret&& other) noexcept {
  if (this == &other) return *this;
  wipe();
  m_bytes = std::move(other.m_bytes);
  other.m_bytes.clear();
  return *this;
}

}  // namespace kw::language
