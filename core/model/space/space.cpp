// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/space/space.h"

namespace kw {

namespace {

// Strings that would be taken apart, or read as something else, keep their quotes.
std::string shown(const ParameterValue& value) {
  const auto* text = std::get_if<std::string>(&value);
  if (text && (text->empty() || text->find_first_of(",='\" \t") != std::string::npos))
    return expression::toText(value);
  return expression::toPlainText(value);
}

}  // namespace

const ParameterValue* Configuration::find(std::string_view name) const {
  for (const auto& [parameter, value] : m_values)
    if (parameter == name) return &value;
  return nullptr;
}

std::string Configuration::text() const {
  std::string all;
  for (const auto& [parameter, value] : m_values) {
    if (!all.empty()) all += ',';
    all += parameter + '=' + shown(value);
  }
  return all;
}

const Parameter* Space::find(std::string_view name) const {
  for (const Parameter& parameter : parameters)
    if (parameter.name == name) return &parameter;
  return nullptr;
}

double cartesianSizeOf(const Space& space) {
  double product = 1;
  for (const Parameter& parameter : space.parameters)
    product *= static_cast<double>(parameter.values.size());
  return product;
}

}  // namespace kw
