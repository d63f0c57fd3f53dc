// SPDX-License-Identifier: GPL-3.0-or-later
#include "view/space/space_edits.h"

#include <algorithm>

#include "base/text/trimmed.h"
#include "model/space/names.h"
#include "model/space/space_file.h"
#include "view/space/value_text.h"

namespace kw::view {

namespace {

std::string pathOf(const char* list, size_t index) {
  return std::string(list) + "[" + std::to_string(index) + "]";
}

// The column of a name's first use in an expression's text, as a word of its own; 0: not found.
int columnOf(std::string_view text, std::string_view name) {
  const auto isPart = [](char c) { return c == '.' || isIdentifier(std::string("_") + c); };
  for (size_t at = text.find(name); at != std::string_view::npos; at = text.find(name, at + 1)) {
    const size_t end = at + name.size();
    if ((at == 0 || !isPart(text[at - 1])) && (end == text.size() || !isPart(text[end])))
      return static_cast<int>(at) + 1;
  }
  return 0;
}

bool uses(const expression::Expression& expression, std::string_view name) {
  const auto& names = expression.names();
  return std::find(names.begin(), names.end(), name) != names.end();
}

// Where a parameter is used: "the constraint \"A <= 4\"", or "".
std::string userOf(const Space& space, std::string_view name) {
  for (const expression::Expression& one : space.constraints)
    if (uses(one, name)) return "the constraint \"" + one.text() + "\"";
  for (const expression::Expression& one : space.requirements)
    if (uses(one, name)) return "the requirement \"" + one.text() + "\"";
  for (const Launch& launch : space.launches) {
    bool used = uses(launch.sharedMemory, name);
    for (const auto* list : {&launch.grid, &launch.block, &launch.cluster})
      for (const expression::Expression& one : *list)
        used = used || uses(one, name);
    if (used || columnOf(launch.function, name) > 0) return "the launch of " + launch.function;
  }
  for (const auto& [argument, elements] : space.workspace)
    if (uses(elements, name)) return "the size of the workspace " + argument;
  return {};
}

// Names that a constraint may use, and what is wrong with those that it may not.
Status checkConstraintNames(const expression::Expression& constraint, std::string_view given,
                            const Space& space, const std::string& path) {
  std::vector<std::string> known;
  for (const Parameter& parameter : space.parameters)
    known.push_back(parameter.name);
  for (const std::string& limit : deviceLimitNames())
    known.push_back("device." + limit);
  for (const std::string& name : constraint.names())
    if (std::find(known.begin(), known.end(), name) == known.end())
      return failInput("\"" + name + "\" is neither a parameter nor a limit of the device",
                       Place{.column = columnOf(given, name), .keyPath = path},
                       suggestion(name, known));
  return {};
}

}  // namespace

Result<Space> SpaceEditor::checked(Space changed) const {
  Result<Space> read = readSpace(writeSpace(changed), "", sizeNames);
  if (!read) {
    Error fault = std::move(read).error();
    fault.place.line = fault.place.column = 0;  // of a text that nobody sees
    fault.further.clear();
    return fail(std::move(fault));
  }
  return changed;
}

Result<Space> SpaceEditor::withValues(size_t parameter, std::string_view text) const {
  Space changed = space;
  Result<std::vector<ParameterValue>> values = readValues(text);
  if (!values) {
    Error fault = std::move(values).error();
    fault.place.keyPath = pathOf("parameters", parameter) + ".values";
    return fail(std::move(fault));
  }
  changed.parameters[parameter].values = *std::move(values);
  return checked(std::move(changed));
}

Result<Space> SpaceEditor::withValue(size_t parameter, const ParameterValue& value, bool present,
                                     const std::vector<ParameterValue>& order) const {
  Space changed = space;
  auto& values = changed.parameters[parameter].values;
  const auto isIt = [](const ParameterValue& wanted) {
    return [&wanted](const ParameterValue& one) { return one == wanted; };
  };
  const auto found = std::find_if(values.begin(), values.end(), isIt(value));
  if (!present) {
    if (values.size() == 1 && found != values.end())
      return failInput("a parameter needs at least one value",
                       Place{.keyPath = pathOf("parameters", parameter) + ".values"},
                       "add another one first");
    if (found != values.end()) values.erase(found);
    return changed;
  }
  if (found != values.end()) return changed;
  // Before the first value that follows it in `order`.
  auto place = values.end();
  for (auto later = order.rbegin(); later != order.rend() && *later != value; ++later) {
    const auto at = std::find_if(values.begin(), values.end(), isIt(*later));
    if (at != values.end()) place = at;
  }
  values.insert(place, value);
  return checked(std::move(changed));
}

Result<Space> SpaceEditor::withMeaning(size_t parameter, std::string_view text) const {
  Space changed = space;
  changed.parameters[parameter].meaning = trimmed(text);
  return checked(std::move(changed));
}

Result<Space> SpaceEditor::withParameter(std::string_view text) const {
  const size_t equals = text.find('=');
  const std::string name(trimmed(text.substr(0, equals)));
  const size_t index = space.parameters.size();
  const std::string path = pathOf("parameters", index) + ".name";
  if (!isIdentifier(name))
    return failInput("\"" + name + "\" cannot be a macro", Place{.column = 1, .keyPath = path},
                     "write NAME = 1, 2, 4: letters, digits and '_', beginning with a letter");
  if (isReservedName(name))
    return failInput("\"" + name + "\" is a word of the expression language",
                     Place{.column = 1, .keyPath = path}, "choose another name");
  if (space.find(name))
    return failInput("there is a parameter " + name + " already",
                     Place{.column = 1, .keyPath = path}, "edit its values");
  SpaceEditor wider{space, sizeNames};
  wider.space.parameters.push_back({name, {int64_t{0}, int64_t{1}}, {}});
  if (equals == std::string_view::npos) return checked(std::move(wider.space));
  Result<Space> changed = wider.withValues(index, text.substr(equals + 1));
  if (changed) return changed;
  Error fault = std::move(changed).error();
  if (fault.place.column > 0) fault.place.column += static_cast<int>(equals) + 1;
  return fail(std::move(fault));
}

Result<Space> SpaceEditor::withoutParameter(size_t parameter) const {
  Space changed = space;
  const Parameter& gone = space.parameters[parameter];
  const Place place{.keyPath = pathOf("parameters", parameter)};
  if (space.parameters.size() == 1) return failInput("a space needs at least one parameter", place);
  if (const std::string user = userOf(space, gone.name); !user.empty())
    return failInput(gone.name + " is used by " + user, place, "change or remove that first");
  changed.parameters.erase(changed.parameters.begin() + static_cast<ptrdiff_t>(parameter));
  return checked(std::move(changed));
}

Result<Space> SpaceEditor::withConstraint(size_t index, std::string_view text) const {
  Space changed = space;
  const std::string path = pathOf("constraints", index);
  if (trimmed(text).empty())
    return failInput("a constraint needs a condition", Place{.column = 1, .keyPath = path},
                     "write one such as BLOCK * VEC <= 1024");
  Result<expression::Expression> parsed = expression::Expression::parse(text);
  if (!parsed) {
    Error fault = std::move(parsed).error();
    fault.kind = ErrorKind::badInput;
    fault.place.keyPath = path;
    return fail(std::move(fault));
  }
  KW_TRY(checkConstraintNames(*parsed, text, space, path));
  if (index < changed.constraints.size())
    changed.constraints[index] = *std::move(parsed);
  else
    changed.constraints.push_back(*std::move(parsed));
  return checked(std::move(changed));
}

Space SpaceEditor::withoutConstraint(size_t index) const {
  Space changed = space;
  if (index < changed.constraints.size())
    changed.constraints.erase(changed.constraints.begin() + static_cast<ptrdiff_t>(index));
  return changed;
}

}  // namespace kw::view
