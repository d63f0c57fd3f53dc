// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>
#include <vector>

namespace kw::language {

// A key. It has no way to be printed, can only be moved, and its bytes are wiped when it goes.
class Secret {
 public:
  Secret() = default;
  explicit Secret(std::string_view text) : m_bytes(text.begin(), text.end()) {}
  Secret(Secret&& other) noexcept : m_bytes(std::move(other.m_bytes)) { other.m_bytes.clear(); }
  Secret& operator=(Secret&& other) noexcept;
  Secret(const Secret&) = delete;
  Secret& operator=(const Secret&) = delete;
  ~Secret() { wipe(); }

  bool empty() const { return m_bytes.empty(); }
  // For the one place that sends it. Whoever copies this wipes the copy (wipeText).
  std::string_view reveal() const { return {m_bytes.data(), m_bytes.size()}; }

 private:
  void wipe();
  std::vector<char> m_bytes;  // no std::string: moving a short one leaves its bytes behind
};

// Whether a header can carry it: visible ASCII and nothing else.
bool fitsHeader(std::string_view key);

// Overwrites bytes in a way that is not optimised away.
void wipeText(char* text, size_t size);

}  // namespace kw::language
