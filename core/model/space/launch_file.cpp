// SPDX-License-Identifier: GPL-3.0-or-later
// One entry of "launches", in problem.json and in space.json.
#include "model/space/expression_fields.h"
#include "model/space/launch_names.h"
#include "model/space/space_file.h"

namespace kw {

namespace {

void readMemset(json::ObjectReader& reader, Launch& launch) {
  launch.memset = reader.string("memset");
  launch.memsetValue = static_cast<int>(reader.optionalInteger("value", 0, 0, 255));
}

// Where it depends on sizes or parameters, only the launch shows what comes out.
void checkSharedMemory(json::ObjectReader& reader, const expression::Expression& bytes) {
  if (!bytes.isConstant()) return;
  const auto value = bytes.evaluate([](std::string_view) { return std::nullopt; });
  const auto* whole = value ? std::get_if<int64_t>(&*value) : nullptr;
  if (whole && *whole < 0)
    reader.fault("shared_memory", "expected 0 or more bytes, found " + std::to_string(*whole));
}

void readKernelLaunch(json::ObjectReader& reader, Launch& launch) {
  launch.function = reader.string("function");
  if (reader.value()["function"].isString() && launch.function.empty())
    reader.fault("function", "expected the name of a kernel, found an empty text");
  launch.arguments = reader.optionalStrings("arguments");
  launch.grid = readExpressions(reader, "grid", 1, 3);
  launch.block = readExpressions(reader, "block", 1, 3);
  launch.sharedMemory = optionalExpression(reader, "shared_memory");
  checkSharedMemory(reader, launch.sharedMemory);
  launch.cluster = readExpressions(reader, "cluster", 0, 3);
  launch.cooperative = reader.optionalBool("cooperative", false);
}

void checkAll(const std::vector<expression::Expression>& expressions, const json::Value& launch,
              const char* key, const std::string& keyPath, const NameScope& scope,
              json::Faults& faults) {
  const json::Array& items = launch[key].asArray();
  for (size_t i = 0; i < expressions.size() && i < items.size(); ++i)
    checkNames(expressions[i], scope, items[i], elementPath(keyPath + "." + key, i), faults);
}

}  // namespace

Launch readLaunch(const json::Value& value, const std::string& keyPath, json::Faults& faults) {
  json::ObjectReader reader(value, keyPath, faults);
  Launch launch;
  if (reader.has("memset"))
    readMemset(reader, launch);
  else
    readKernelLaunch(reader, launch);
  reader.finish();
  return launch;
}

void checkLaunchNames(const Launch& launch, const json::Value& value, const std::string& keyPath,
                      const NameScope& scope, json::Faults& faults) {
  checkAll(launch.grid, value, "grid", keyPath, scope, faults);
  checkAll(launch.block, value, "block", keyPath, scope, faults);
  checkAll(launch.cluster, value, "cluster", keyPath, scope, faults);
  checkNames(launch.sharedMemory, scope, value["shared_memory"], keyPath + ".shared_memory",
             faults);
}

json::Value writeLaunch(const Launch& launch) {
  if (!launch.memset.empty())
    return json::Value::object({{"memset", launch.memset}, {"value", launch.memsetValue}});
  json::Value object = json::Value::object({{"function", launch.function}});
  if (!launch.arguments.empty()) {
    json::Array names(launch.arguments.begin(), launch.arguments.end());
    object.set("arguments", std::move(names));
  }
  object.set("grid", writeExpressions(launch.grid));
  object.set("block", writeExpressions(launch.block));
  object.set("shared_memory", writeExpression(launch.sharedMemory));
  if (!launch.cluster.empty()) object.set("cluster", writeExpressions(launch.cluster));
  if (launch.cooperative) object.set("cooperative", true);
  return object;
}

}  // namespace kw
