// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/new_problem/cpp_element_type.h"

#include <algorithm>

#include "client/source_reading/located_tokens.h"

namespace kw::drafting {

namespace {

const std::map<std::string, ElementType>& known() {
  static const std::map<std::string, ElementType> all{
      {"float", ElementType::float32},
      {"double", ElementType::float64},
      {"half", ElementType::float16},
      {"__half", ElementType::float16},
      {"Half", ElementType::float16},
      {"__nv_bfloat16", ElementType::bfloat16},
      {"nv_bfloat16", ElementType::bfloat16},
      {"BFloat16", ElementType::bfloat16},
      {"__nv_fp8_e4m3", ElementType::fp8e4m3},
      {"Float8_e4m3fn", ElementType::fp8e4m3},
      {"__nv_fp8_e5m2", ElementType::fp8e5m2},
      {"Float8_e5m2", ElementType::fp8e5m2},
      {"int", ElementType::int32},
      {"signed", ElementType::int32},
      {"int32_t", ElementType::int32},
      {"signed int", ElementType::int32},
      {"unsigned", ElementType::uint32},
      {"unsigned int", ElementType::uint32},
      {"uint", ElementType::uint32},
      {"uint32_t", ElementType::uint32},
      {"long", ElementType::int64},
      {"long long", ElementType::int64},
      {"long int", ElementType::int64},
      {"int64_t", ElementType::int64},
      {"ptrdiff_t", ElementType::int64},
      {"unsigned long", ElementType::uint64},
      {"unsigned long long", ElementType::uint64},
      {"size_t", ElementType::uint64},
      {"uint64_t", ElementType::uint64},
      {"short", ElementType::int16},
      {"int16_t", ElementType::int16},
      {"unsigned short", ElementType::uint16},
      {"uint16_t", ElementType::uint16},
      {"ushort", ElementType::uint16},
      {"char", ElementType::int8},
      {"signed char", ElementType::int8},
      {"int8_t", ElementType::int8},
      {"unsigned char", ElementType::uint8},
      {"uint8_t", ElementType::uint8},
      {"uchar", ElementType::uint8},
      {"bool", ElementType::boolean},
  };
  return all;
}

// Of "float4" and "__half2" the element.
std::string withoutVector(const std::string& type) {
  static const std::map<std::string, std::string> elements{
      {"float", "float"},   {"double", "double"}, {"int", "int"},
      {"uint", "uint"},     {"half", "half"},     {"__half", "half"},
      {"char", "char"},     {"uchar", "uchar"},   {"short", "short"},
      {"ushort", "ushort"}, {"longlong", "long"}, {"__nv_bfloat16", "__nv_bfloat16"}};
  if (type.empty() || type.back() < '2' || type.back() > '4') return type;
  const auto found = elements.find(type.substr(0, type.size() - 1));
  return found == elements.end() ? type : found->second;
}

}  // namespace

Instance instanceOf(const reading::KernelSignature& kernel,
                    const std::vector<std::string>& arguments) {
  Instance instance;
  for (size_t i = 0; i < kernel.templateParameters.size(); ++i) {
    const reading::TemplateParameter& parameter = kernel.templateParameters[i];
    instance[parameter.name] = i < arguments.size() ? arguments[i] : parameter.fallback;
  }
  return instance;
}

std::optional<ElementType> cppElementType(const std::string& type, const Instance& instance) {
  const reading::Tokens all = reading::locate(type);
  std::string plain;
  for (size_t i = 0; i < all.size(); ++i) {
    if (!all[i].isIdentifier() ||
        reading::isOneOf(all[i].text,
                         {"const", "volatile", "__restrict__", "__restrict", "restrict"}))
      continue;
    if (i + 1 < all.size() && all[i + 1].text == "::") continue;
    if (i + 1 < all.size() && all[i + 1].text == "<") return std::nullopt;
    plain += (plain.empty() ? "" : " ") + all[i].text;
  }
  if (const auto given = instance.find(plain); given != instance.end() && given->second != plain)
    return cppElementType(given->second, instance);
  const auto found = known().find(withoutVector(plain));
  if (found == known().end()) return std::nullopt;
  return found->second;
}

}  // namespace kw::drafting
