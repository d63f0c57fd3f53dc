// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/source_reading/framework_types.h"

#include <array>

#include "client/source_reading/located_tokens.h"

namespace kw::reading {

namespace {

struct Alias {
  std::string_view name, type, header;
};
constexpr std::array<std::string_view, 3> spaces{"c10", "at", "torch::headeronly"};
constexpr std::array<Alias, 4> aliases{{
    {"Half", "__half", "cuda_fp16.h"},
    {"BFloat16", "__nv_bfloat16", "cuda_bf16.h"},
    {"Float8_e4m3fn", "__nv_fp8_e4m3", "cuda_fp8.h"},
    {"Float8_e5m2", "__nv_fp8_e5m2", "cuda_fp8.h"},
}};

// What CUDA's headers call the same types.
constexpr std::array<std::pair<std::string_view, std::string_view>, 4> otherNames{{
    {"half", "__half"},
    {"half2", "__half2"},
    {"nv_bfloat16", "__nv_bfloat16"},
    {"nv_bfloat162", "__nv_bfloat162"},
}};

// The framework's type turns into float by itself, CUDA's does not: its limits are floats.
constexpr std::string_view limitsOfFp8 =
    "template <>\n"
    "struct std::numeric_limits<__nv_fp8_e4m3> {\n"
    "  __host__ __device__ static constexpr float max() { return 448.0f; }\n"
    "  __host__ __device__ static constexpr float lowest() { return -448.0f; }\n"
    "};\n";

// AMD's formats, which CUDA has not: device code names them to tell them apart, so they are types
// of their own that hold bits and no more.
constexpr std::array<std::string_view, 2> foreignTypes{"Float8_e4m3fnuz", "Float8_e5m2fnuz"};

std::string foreignType(const std::string& name) {
  return "struct " + name +
         " {\n"
         "  struct from_bits_t {};\n"
         "  __host__ __device__ static constexpr from_bits_t from_bits() { return {}; }\n"
         "  " +
         name +
         "() = default;\n"
         "  __host__ __device__ constexpr " +
         name +
         "(unsigned char bits, from_bits_t) : x(bits) {}\n"
         "  unsigned char x;\n"
         "};\n";
}

std::string_view lastNameOf(std::string_view space) {
  const size_t colon = space.rfind(':');
  return colon == space.npos ? space : space.substr(colon + 1);
}

std::string foreignDeclarations(const std::set<std::string>& names,
                                std::vector<std::string>& replaced) {
  std::string text;
  for (const std::string_view type : foreignTypes) {
    const std::string name(type);
    std::string first;  // the namespace that has the type itself
    for (const std::string_view space : spaces) {
      if (!names.contains(name) || !names.contains(std::string(lastNameOf(space)))) continue;
      const std::string outer(space);
      text += "namespace " + outer + " {\n";
      text += first.empty() ? foreignType(name) : "using " + first + "::" + name + ";\n";
      text += "}\n";
      replaced.push_back(outer + "::" + name + " by a type of its own that holds bits only");
      if (first.empty()) first = outer;
    }
  }
  return text;
}

std::string frameworkQualifiers(const std::set<std::string>& names) {
  static const std::vector<std::pair<std::string, std::string>> all{
      {"C10_HOST_DEVICE", "__host__ __device__"},
      {"C10_DEVICE", "__device__"},
      {"C10_HOST", "__host__"},
      {"C10_ALWAYS_INLINE", "__forceinline__"}};
  std::string text;
  for (const auto& [name, meaning] : all)
    if (names.contains(name))
      text += "#ifndef " + name + "\n#define " + name + " " + meaning + "\n#endif\n";
  return text;
}

// A type of CUDA's that is named from a token on; no type where none is.
struct NamedType {
  std::string_view type;
  size_t end = 0;  // behind its last token
  bool isFramework = false;
};

NamedType typeAt(const Tokens& all, size_t first) {
  if (!all[first].isIdentifier()) return {};
  for (const auto& [name, type] : otherNames)
    if (all[first].text == name) return {type, first + 1, false};
  for (const std::string_view space : spaces) {
    const Tokens words = locate(space);
    size_t i = 0;
    while (i < words.size() && first + i < all.size() && all[first + i].text == words[i].text)
      ++i;
    if (i < words.size() || first + i + 1 >= all.size() || all[first + i].text != "::") continue;
    for (const Alias& alias : aliases)
      if (all[first + i + 1].text == alias.name) return {alias.type, first + i + 2, true};
  }
  return {};
}

}  // namespace

std::string frameworkAliases(const std::set<std::string>& names, std::vector<std::string>& replaced,
                             std::set<std::string>& present) {
  std::string text, includes;
  for (const std::string_view space : spaces) {
    const std::string last(lastNameOf(space));
    for (const Alias& alias : aliases) {
      if (!names.contains(last) || !names.contains(std::string(alias.name))) continue;
      if (present.insert(std::string(alias.header)).second)
        includes += "#include <" + std::string(alias.header) + ">\n";
      const std::string name(alias.name), type(alias.type), outer(space);
      text += "namespace " + outer + " { using " + name + " = " + type + "; }\n";
      replaced.push_back(outer + "::" + name + " by " + type);
    }
  }
  text += foreignDeclarations(names, replaced);
  if (!text.empty() && names.contains("numeric_limits") && names.contains("Float8_e4m3fn"))
    text += limitsOfFp8;
  std::string qualifiers = frameworkQualifiers(names);
  if (text.empty()) return qualifiers;
  if (text.find("numeric_limits") != text.npos && present.insert("limits").second)
    includes += "#include <limits>\n";
  return includes + qualifiers + text + "\n";
}

std::string withCudasTypes(std::string_view text) {
  const Tokens all = locate(text);
  std::string replaced;
  size_t copied = 0;
  for (size_t i = 0; i < all.size(); ++i) {
    const NamedType named = typeAt(all, i);
    if (named.type.empty()) continue;
    replaced += std::string(text.substr(copied, all[i].begin - copied)) + std::string(named.type);
    copied = all[named.end - 1].end;
    i = named.end - 1;
  }
  return replaced + std::string(text.substr(copied));
}

bool namesFramework(std::string_view text) {
  const Tokens all = locate(text);
  for (size_t i = 0; i < all.size(); ++i)
    if (typeAt(all, i).isFramework) return true;
  return false;
}

}  // namespace kw::reading
