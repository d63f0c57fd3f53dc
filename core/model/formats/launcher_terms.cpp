// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/launcher_terms.h"

#include "model/formats/cuda_types.h"
#include "model/kernel/source_scan.h"

namespace kw {

namespace {

std::string attributeCall(const std::string& limit, const std::string& variable) {
  if (limit == "compute_capability") return "computeCapability(&" + variable + ")";
  const auto attribute = cudaAttribute(limit);
  return attribute ? "attribute(" + std::string(*attribute) + ", &" + variable + ")" : "";
}

}  // namespace

std::string joined(const std::vector<std::string>& parts) {
  std::string text;
  for (const std::string& part : parts)
    text += (text.empty() ? "" : ", ") + part;
  return text;
}

std::vector<std::string> sizeParameters(const Problem& problem) {
  std::vector<std::string> parameters;
  for (const std::string& size : problem.sizeNames)
    parameters.push_back("int64_t " + size);
  return parameters;
}

std::string failing(const std::string& call) {
  return "  if (const cudaError_t error = " + call + ") return error;\n";
}

Result<std::string> LauncherTerms::extent(const Argument& argument) {
  std::vector<std::string> shape, strides;
  for (const expression::Expression& size : argument.shape) {
    KW_ASSIGN(std::string text, integer(size));
    shape.push_back(std::move(text));
  }
  for (const expression::Expression& stride : argument.strides) {
    KW_ASSIGN(std::string text, integer(stride));
    strides.push_back(std::move(text));
  }
  KW_ASSIGN(const std::string offset, integer(argument.offset));
  return "extent({" + joined(shape) + "}, {" + joined(strides) + "}, " + offset + ")";
}

Result<std::string> LauncherTerms::bytesBefore(const Argument& argument) {
  KW_ASSIGN(const std::string offset, integer(argument.offset));
  return offset == "0" ? offset : "(" + offset + ") * " + std::to_string(sizeOf(argument.type));
}

Result<std::string> LauncherTerms::takeLimits() {
  std::string text;
  for (const std::string& limit : m_limits) {
    const std::string call = attributeCall(limit, "device_" + limit);
    if (call.empty()) return failInput("an exported launcher cannot ask for device." + limit);
    text += "  int64_t device_" + limit + " = 0;\n" + failing(call);
  }
  m_limits.clear();
  return text;
}

std::string LauncherTerms::function(const std::string& launched) const {
  std::vector<std::pair<std::string, std::string>> macros;
  for (const auto& [name, value] : plan.configuration.values())
    macros.emplace_back(name, expression::toPlainText(value));
  return replaceIdentifiers(launched, macros);
}

}  // namespace kw
