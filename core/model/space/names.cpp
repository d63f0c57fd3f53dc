// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/space/names.h"

#include <algorithm>
#include <array>
#include <cctype>

namespace kw {

namespace {

constexpr std::string_view devicePrefix = "device.";

constexpr std::array reservedNames{
    "and",      "or",
    "not",      "in",
    "is",       "if",
    "else",     "true",
    "false",    "True",
    "False",    "None",
    "min",      "max",
    "abs",      "ceil_div",
    "int",      "floor",
    "ceil",     "log2",
    "round_up", "is_power_of_two",
    "device",
};

bool contains(const std::vector<std::string>& words, std::string_view word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

void checkDeviceName(std::string_view name, const NameScope& scope, const json::Value& at,
                     const std::string& keyPath, json::Faults& faults) {
  if (!scope.device) {
    faults.add(at, keyPath,
               "\"" + std::string(name) + "\": limits of the device are not known here",
               "use sizes only");
    return;
  }
  const std::string_view limit = name.substr(devicePrefix.size());
  if (contains(deviceLimitNames(), limit)) return;
  const std::string near = nearest(limit, deviceLimitNames());
  faults.add(
      at, keyPath, "\"" + std::string(name) + "\" is no limit of a device",
      near.empty() ? "see `kwr devices` for the names" : "did you mean \"device." + near + "\"?");
}

}  // namespace

bool isIdentifier(std::string_view text) {
  const auto isLetter = [](char c) {
    return c == '_' || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
  };
  if (text.empty() || !isLetter(text.front())) return false;
  return std::all_of(text.begin(), text.end(),
                     [&](char c) { return isLetter(c) || (c >= '0' && c <= '9'); });
}

bool isReservedName(std::string_view text) {
  return std::find(reservedNames.begin(), reservedNames.end(), text) != reservedNames.end();
}

const std::vector<std::string>& deviceLimitNames() {
  static const std::vector<std::string> names{
      "threads_per_block",
      "block_x",
      "block_y",
      "block_z",
      "grid_x",
      "grid_y",
      "grid_z",
      "shared_memory_per_block",
      "shared_memory_per_block_optin",
      "shared_memory_per_sm",
      "reserved_shared_memory_per_block",
      "registers_per_block",
      "registers_per_sm",
      "sm_count",
      "warp_size",
      "threads_per_sm",
      "blocks_per_sm",
      "l2_bytes",
      "memory_bytes",
      "clock_khz",
      "compute_capability",
      "cluster",
      "cooperative",
  };
  return names;
}

std::string suggestion(std::string_view word, const std::vector<std::string>& known) {
  const std::string near = nearest(word, known);
  return near.empty() ? std::string() : "did you mean \"" + near + "\"?";
}

NameScope NameScope::with(const std::vector<std::string>& more) const {
  NameScope wider = *this;
  wider.names.insert(wider.names.end(), more.begin(), more.end());
  return wider;
}

void checkNames(const expression::Expression& expression, const NameScope& scope,
                const json::Value& at, const std::string& keyPath, json::Faults& faults) {
  for (const std::string& name : expression.names()) {
    if (name.starts_with(devicePrefix)) {
      checkDeviceName(name, scope, at, keyPath, faults);
    } else if (!scope.anything && !contains(scope.names, name)) {
      std::string advice = suggestion(name, scope.names);
      if (advice.empty() && contains(deviceLimitNames(), name))
        advice = "did you mean \"device." + name + "\"?";
      faults.add(at, keyPath, "\"" + name + "\" is not known here", std::move(advice));
    }
  }
}

}  // namespace kw
