// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/new_problem/geometry.h"

#include <algorithm>
#include <functional>

#include "base/expression/expression.h"
#include "client/source_reading/integer_constants.h"

namespace kw::drafting {

namespace {

using expression::Expression;
using reading::FoundLaunch;
using reading::GatheredSource;
using reading::KernelSignature;

constexpr size_t mostLaunches = 20;  // that are looked at for one that can be read
constexpr int deepest = 16;          // of definitions that lead to definitions

size_t functionAround(const GatheredSource& source, size_t token) {
  size_t begin = 0;
  for (const reading::Piece& piece : reading::piecesOf(source.text, source.all))
    if (piece.firstToken <= token && token < piece.endToken) begin = piece.firstToken;
  return begin;
}

// The plain name that an argument passes: `n`, `(int)n`, `d_x`; "" for anything else.
std::string passedName(const std::string& argument) {
  const std::string text = reading::hostExpression(argument);
  const auto parsed = text.empty() ? Expression::parse(argument) : Expression::parse(text);
  if (!parsed || parsed->names().size() != 1 || parsed->text() != parsed->names()[0]) return {};
  return parsed->names()[0];
}

class Resolver {
 public:
  Resolver(const GatheredSource& source, const KernelSignature& kernel, const FoundLaunch& launch,
           const Instance& instance, const Answers& answers)
      : m_definitions(source.all, functionAround(source, launch.token), launch),
        m_instance(instance),
        m_answers(answers) {
    for (size_t i = 0; i < launch.arguments.size() && i < kernel.parameters.size(); ++i)
      if (const std::string name = passedName(launch.arguments[i]); !name.empty())
        m_passed[name] = kernel.parameters[i].name;
    for (const reading::IntegerConstant& constant : reading::integerConstantsIn(source.text))
      if (!constant.isRepeated) m_constants[constant.name] = constant.value;
    for (const auto& [name, value] : answers.defines)
      for (const reading::IntegerConstant& constant :
           reading::integerConstantsIn("#define " + name + " " + value.substr(!value.empty())))
        m_constants.emplace(constant.name, constant.value);
    for (const reading::Piece& piece : source.pieces)
      if (piece.kind == reading::Piece::Kind::define)
        for (const reading::IntegerConstant& constant : reading::integerConstantsIn(piece.text))
          m_constants.emplace(constant.name, constant.value);
  }

  // "" where a name of it stays unknown.
  std::string resolve(const std::string& text, Geometry& geometry, int depth = 0) const {
    const std::string readable = reading::hostExpression(withSizesOfTypes(text));
    const auto parsed = Expression::parse(readable);
    if (readable.empty() || !parsed || depth > deepest) return {};
    std::vector<std::pair<std::string, std::string>> replacements;
    for (const std::string& name : parsed->names()) {
      const std::string value = resolveName(name, geometry, depth);
      if (value.empty()) return {};
      replacements.emplace_back(name, value);
    }
    return replaceIdentifiers(readable, replacements);
  }

  std::vector<std::string> resolveAll(const std::string& text, Geometry& geometry,
                                      std::string& unread) const {
    std::vector<std::string> resolved;
    const std::vector<std::string> extents = m_definitions.extents(text);
    for (const std::string& extent : extents) {
      resolved.push_back(resolve(extent, geometry));
      if (resolved.back().empty()) {
        for (const std::string& one : extents)
          unread += (unread.empty() ? "" : ", ") + one;
        return {};
      }
    }
    while (resolved.size() > 1 && resolved.back() == "1")
      resolved.pop_back();
    return resolved;
  }

 private:
  std::string resolveName(const std::string& name, Geometry& geometry, int depth) const {
    if (const auto passed = m_passed.find(name);
        passed != m_passed.end() && isKnown(passed->second))
      return resolveKnown(passed->second);
    if (isKnown(name)) return resolveKnown(name);
    const std::string value = m_definitions.find(name);
    if (!value.empty() && value != name) {
      const std::string readable = reading::hostExpression(withSizesOfTypes(value));
      const auto parsed = Expression::parse(readable);
      if (!readable.empty() && parsed && parsed->isConstant()) {
        const auto number = parsed->evaluateInteger([](std::string_view) { return std::nullopt; });
        if (number) geometry.constants[name] = *number;
        if (number) return name;
      }
      const std::string resolved = resolve(value, geometry, depth + 1);
      if (!resolved.empty()) return "(" + resolved + ")";
    }
    const auto constant = m_constants.find(name);
    if (constant == m_constants.end()) return {};
    geometry.constants[name] = constant->second;
    return name;
  }

  // sizeof(scalar_t) as a number.
  std::string withSizesOfTypes(const std::string& text) const {
    const reading::Tokens all = reading::locate(text);
    std::string replaced;
    size_t at = 0;
    for (size_t i = 0; i + 1 < all.size(); ++i) {
      if (all[i].text != "sizeof" || all[i + 1].text != "(") continue;
      const size_t behind = reading::behindBracket(all, i + 1);
      const auto type = cppElementType(reading::joined(all, i + 2, behind - 1), m_instance);
      if (!type) continue;
      replaced += text.substr(at, all[i].begin - at) + std::to_string(sizeOf(*type));
      at = all[behind - 1].end;
    }
    return replaced + text.substr(at);
  }

  bool isKnown(const std::string& name) const {
    return m_answers.size(name) || m_answers.values.contains(name);
  }
  std::string resolveKnown(const std::string& name) const {
    return m_answers.size(name) ? name : "(" + m_answers.values.at(name) + ")";
  }

  reading::HostDefinitions m_definitions;
  const Instance& m_instance;
  const Answers& m_answers;
  std::map<std::string, std::string> m_passed;  // host variable to the kernel's parameter
  std::map<std::string, int64_t> m_constants;
};

void readLaunch(const GatheredSource& source, const KernelSignature& kernel,
                const FoundLaunch& launch, const Instance& instance, const Answers& answers,
                Geometry& geometry) {
  const Resolver resolver(source, kernel, launch, instance, answers);
  geometry.line = launch.line;
  geometry.grid = resolver.resolveAll(launch.grid, geometry, geometry.unreadGrid);
  geometry.block = resolver.resolveAll(launch.block, geometry, geometry.unreadBlock);
  if (launch.sharedMemory.empty() || launch.sharedMemory == "0") return;
  geometry.sharedMemory = resolver.resolve(launch.sharedMemory, geometry);
  if (geometry.sharedMemory.empty()) geometry.unreadSharedMemory = launch.sharedMemory;
  if (geometry.sharedMemory == "0") geometry.sharedMemory.clear();
}

// A template argument that host code cannot give another meaning; "" where it may.
std::string knownArgument(const std::string& text) {
  if (text == "true" || text == "false") return text == "true" ? "1" : "0";
  if (const auto type = cppElementType(text, {})) return std::string(name(*type));
  const bool isNumber = !text.empty() && text.find_first_not_of("0123456789") == text.npos;
  return isNumber ? text : std::string();
}

// Whether the launch is one of another instance, as far as it says.
bool contradicts(const FoundLaunch& launch, const KernelSignature& kernel,
                 const Instance& instance) {
  for (size_t i = 0; i < launch.templateArguments.size() && i < kernel.templateParameters.size();
       ++i) {
    const auto wanted = instance.find(kernel.templateParameters[i].name);
    if (wanted == instance.end()) continue;
    const std::string known = knownArgument(launch.templateArguments[i]);
    const std::string other = knownArgument(wanted->second);
    if (!known.empty() && !other.empty() && known != other) return true;
  }
  return false;
}

}  // namespace

std::vector<FoundLaunch> launchesOf(const GatheredSource& source, const std::string& kernel) {
  std::vector<FoundLaunch> launches = reading::launchesIn(source.all);
  std::erase_if(launches, [&](const FoundLaunch& one) { return baseName(one.function) != kernel; });
  return launches;
}

Geometry geometryOf(const GatheredSource& source, const KernelSignature& kernel,
                    const Instance& instance, const Answers& answers) {
  Geometry best;
  std::vector<FoundLaunch> launches = launchesOf(source, kernel.name);
  const auto isOfInstance = [&](const FoundLaunch& one) {
    return !contradicts(one, kernel, instance);
  };
  // One of another instance serves only where there is no better one.
  if (std::ranges::any_of(launches, isOfInstance))
    std::erase_if(launches, std::not_fn(isOfInstance));
  if (launches.size() > mostLaunches) launches.resize(mostLaunches);
  for (const FoundLaunch& launch : launches) {
    Geometry geometry;
    readLaunch(source, kernel, launch, instance, answers, geometry);
    const bool better = int{!geometry.grid.empty()} + int{!geometry.block.empty()} >
                        int{!best.grid.empty()} + int{!best.block.empty()};
    if (best.line == 0 || better) best = std::move(geometry);
  }
  if (!answers.grid.empty()) best.grid = answers.grid;
  if (!answers.block.empty()) best.block = answers.block;
  if (!answers.sharedMemory.empty()) best.sharedMemory = answers.sharedMemory;
  return best;
}

std::string withNumbers(const std::string& expression,
                        const std::map<std::string, int64_t>& constants) {
  std::vector<std::pair<std::string, std::string>> values;
  values.reserve(constants.size());
  for (const auto& [name, value] : constants)
    values.emplace_back(name, std::to_string(value));
  return replaceIdentifiers(expression, values);
}

}  // namespace kw::drafting
