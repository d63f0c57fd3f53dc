// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <string_view>
#include <utility>

#include "base/result/result.h"

namespace kw::files {

// A file descriptor that is closed when the object goes.
class Descriptor {
 public:
  Descriptor() = default;
  explicit Descriptor(int value) : m_value(value) {}
  Descriptor(Descriptor&& other) noexcept : m_value(other.release()) {}
  Descriptor& operator=(Descriptor&& other) noexcept;
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  ~Descriptor() { reset(); }
  int get() const { return m_value; }
  bool valid() const { return m_value >= 0; }
  int release() { return std::exchange(m_value, -1); }
  void reset();

 private:
  int m_value = -1;
};

// `flags` as for open(2), to which O_CLOEXEC is added. The message of a failure names what was
// tried
// ("open", "write") on which path, which need not be the one opened.
Result<Descriptor> openFile(const std::filesystem::path& path, int flags, std::string_view what,
                            const std::filesystem::path& named);

}  // namespace kw::files
