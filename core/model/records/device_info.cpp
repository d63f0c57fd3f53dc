// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/records/records.h"

namespace kw {

int64_t DeviceInfo::limit(std::string_view name) const {
  const auto found = limits.find(std::string(name));
  return found == limits.end() ? 0 : found->second;
}

expression::Lookup deviceLookup(const DeviceInfo& device) {
  return [limits = device.limits](std::string_view name) -> std::optional<expression::Value> {
    constexpr std::string_view prefix = "device.";
    if (!name.starts_with(prefix)) return std::nullopt;
    const auto found = limits.find(std::string(name.substr(prefix.size())));
    if (found == limits.end()) return std::nullopt;
    return found->second;
  };
}

}  // namespace kw
