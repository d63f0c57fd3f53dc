// SPDX-License-Identifier: GPL-3.0-or-later
#include <memory>

#include "model/records/records.h"

namespace kw {

int64_t DeviceInfo::limit(std::string_view name) const {
  const auto found = limits.find(std::string(name));
  return found == limits.end() ? 0 : found->second;
}

expression::Lookup deviceLookup(const DeviceInfo& device) {
  // Shared by all copies: look-ups are passed on by value, for each case of each candidate.
  auto shared = std::make_shared<const std::map<std::string, int64_t>>(device.limits);
  return [limits = std::move(shared)](std::string_view name) -> std::optional<expression::Value> {
    constexpr std::string_view prefix = "device.";
    if (!name.starts_with(prefix)) return std::nullopt;
    const auto found = limits->find(std::string(name.substr(prefix.size())));
    if (found == limits->end()) return std::nullopt;
    return found->second;
  };
}

}  // namespace kw
