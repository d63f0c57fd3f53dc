// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/json/tree_builder.h"

#include "base/json/text.h"

namespace kw::json {

namespace {

constexpr size_t fewKeys = 16;

}  // namespace

bool TreeBuilder::open(Value container, Mark mark) {
  if (m_levels.size() >= maximumDepth)
    return refuse(mark, "nested more than " + std::to_string(maximumDepth) + " levels deep");
  container.setPlace(mark.line, mark.column);
  Level& level = m_levels.emplace_back();
  level.isObject = container.isObject();
  level.container = std::move(container);
  return true;
}

bool TreeBuilder::isDuplicate(Level& level, const std::string& name) {
  const Object& members = level.container.asObject();
  if (members.size() < fewKeys) return level.container.find(name) != nullptr;
  if (level.keys.empty())
    for (const Member& member : members)
      level.keys.insert(member.first);
  return !level.keys.insert(name).second;
}

bool TreeBuilder::key(std::string name, Mark mark) {
  Level& level = m_levels.back();
  level.key = std::move(name);
  if (isDuplicate(level, level.key))
    return refuse(mark, "the key \"" + level.key + "\" was given before");
  return true;
}

bool TreeBuilder::value(Value value, Mark mark) {
  value.setPlace(mark.line, mark.column);
  attach(std::move(value));
  return true;
}

bool TreeBuilder::close() {
  Value finished = std::move(m_levels.back().container);
  m_levels.pop_back();
  attach(std::move(finished));
  return true;
}

void TreeBuilder::attach(Value value) {
  if (m_levels.empty()) {
    m_root = std::move(value);
    return;
  }
  Level& level = m_levels.back();
  ++level.count;
  if (level.isObject)
    level.container.append(std::move(level.key), std::move(value));
  else
    level.container.push(std::move(value));
  level.key.clear();
}

std::string TreeBuilder::keyPath() const {
  std::string path;
  for (const Level& level : m_levels) {
    if (!level.isObject)
      path += "[" + std::to_string(level.count) + "]";
    else if (!level.key.empty())
      path += (path.empty() ? "" : ".") + level.key;
  }
  return path;
}

bool TreeBuilder::refuse(Mark mark, std::string message) {
  if (!m_error)
    m_error = Error{
        ErrorKind::badInput, std::move(message), Place{{}, mark.line, mark.column, keyPath()}, {}};
  return false;
}

Result<Value> TreeBuilder::take(const std::string& fileName) {
  if (!m_error) return std::move(m_root);
  m_error->place.file = fileName;
  return fail(std::move(*m_error));
}

}  // namespace kw::json
