// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/problem/read_argument.h"

#include <algorithm>

#include "base/result/message.h"
#include "model/problem/read_comparison.h"
#include "model/problem/read_fill.h"
#include "model/space/expression_fields.h"

namespace kw {

namespace {

using expression::Expression;

constexpr size_t mostAxes = 8;

const std::vector<std::string>& roleNames() {
  static const std::vector<std::string> names{"input", "output", "inout",  "workspace",
                                              "size",  "value",  "struct", "tensor_map"};
  return names;
}

// The roles are declared in the order of their names above.
Role roleNamed(const std::string& text) {
  const auto found = std::find(roleNames().begin(), roleNames().end(), text);
  return static_cast<Role>(found - roleNames().begin());
}

class ArgumentReader {
 public:
  ArgumentReader(const json::Value& value, const std::string& keyPath, const NameScope& sizes,
                 json::Faults& faults)
      : m_reader(value, keyPath, faults), m_sizes(sizes), m_faults(faults) {}

  Argument read() {
    m_argument.name = m_reader.string("name");
    checkIdentifier();
    readRole();
    switch (m_argument.role) {
      case Role::size:
        readSize();
        break;
      case Role::value:
        readValue();
        break;
      case Role::structure:
        readStructure();
        break;
      case Role::tensorMap:
        readTensorMap();
        break;
      default:
        readBuffer();
    }
    m_reader.finish();
    return std::move(m_argument);
  }

  Symbol readAsSymbol() {
    Symbol symbol;
    symbol.name = m_reader.string("name");
    m_argument.name = symbol.name;
    checkIdentifier();
    symbol.type = readType(m_reader);
    symbol.shape = readChecked("shape");
    symbol.fill = readFillMember(symbol.type);
    m_reader.finish();
    return symbol;
  }

 private:
  void checkIdentifier() {
    if (!m_argument.name.empty() && !isIdentifier(m_argument.name))
      m_reader.fault("name", "\"" + m_argument.name + "\" is no name",
                     "use letters, digits and '_', beginning with a letter");
  }

  void readRole() {
    const json::Value* role = m_reader.required("role");
    if (role && (role->asString() == "texture" || role->asString() == "surface")) {
      m_reader.fault("role", role->asString() + "s are not supported",
                     "pass the data as a buffer (role \"input\") and read it in the kernel");
      return;
    }
    if (role) m_argument.role = roleNamed(m_reader.oneOf("role", roleNames()));
  }

  ElementType readType(json::ObjectReader& reader, const char* fallback = nullptr) {
    std::optional<std::string> otherwise;
    if (fallback) otherwise = fallback;
    const std::string text = reader.oneOf("type", elementTypeNames(), otherwise);
    return elementType(text).value_or(ElementType::float32);
  }

  std::vector<Expression> readChecked(const char* key) {
    std::vector<Expression> all = readExpressions(m_reader, key, 0, mostAxes);
    for (size_t i = 0; i < all.size(); ++i)
      checkNames(all[i], m_sizes, m_reader.value()[key].asArray()[i],
                 elementPath(m_reader.path(key), i), m_faults);
    return all;
  }

  void check(const Expression& expression, const char* key) {
    checkNames(expression, m_sizes, m_reader.value()[key], m_reader.path(key), m_faults);
  }

  Fill readFillMember(ElementType type) {
    const json::Value* fill = m_reader.raw("fill");
    if (!fill) return defaultFill(type);
    return readFill(*fill, m_reader.path("fill"), type, m_sizes, m_faults);
  }

  void readBuffer() {
    m_argument.type = readType(m_reader);
    m_reader.required("shape");
    m_argument.shape = readChecked("shape");
    m_argument.strides = readChecked("strides");
    if (!m_argument.strides.empty() && m_argument.strides.size() != m_argument.shape.size())
      m_reader.fault("strides", "expected a stride for each axis (" +
                                    std::to_string(m_argument.shape.size()) + "), found " +
                                    std::to_string(m_argument.strides.size()));
    m_argument.offset = optionalExpression(m_reader, "offset");
    check(m_argument.offset, "offset");
    readAlignment();
    const bool isRead = m_argument.role == Role::input || m_argument.role == Role::inout;
    const bool isSet = m_argument.role == Role::output || m_argument.role == Role::workspace;
    if (isRead) m_argument.fill = readFillMember(m_argument.type);
    if (isSet) readInitial();
    if (!m_argument.isChecked()) return;
    if (const json::Value* comparison = m_reader.raw("comparison"))
      m_argument.comparison = readComparison(*comparison, m_reader.path("comparison"), m_faults);
  }

  void readAlignment() {
    m_argument.alignment = m_reader.optionalInteger("alignment", 256, 1, 1 << 20);
    const int64_t alignment = m_argument.alignment;
    if ((alignment & (alignment - 1)) != 0)
      m_reader.fault("alignment", "expected a power of two, found " + std::to_string(alignment));
    if (alignment < static_cast<int64_t>(sizeOf(m_argument.type)))
      m_reader.fault("alignment", "elements of type " + std::string(name(m_argument.type)) +
                                      " need at least " + counted(sizeOf(m_argument.type), "byte"));
  }

  void readInitial() {
    const json::Value* initial = m_reader.raw("initial");
    m_argument.initialIsTimed = m_reader.optionalBool("initial_timed", false);
    const bool poison = !initial || initial->asString() == "poison";
    if (!poison) {
      m_argument.initial = requiredExpression(m_reader, "initial");
      check(*m_argument.initial, "initial");
    } else if (m_argument.initialIsTimed) {
      m_reader.fault("initial_timed", "poison is never part of an operator's time",
                     "give \"initial\" a value");
    }
  }

  void readSize() {
    m_argument.type = readType(m_reader, "int32");
    if (isFloatingPoint(m_argument.type) || m_argument.type == ElementType::boolean)
      m_reader.fault("type", "a size is an integer", "use int32 or int64");
    const std::vector<std::string>& sizes = m_sizes.names;
    if (std::find(sizes.begin(), sizes.end(), m_argument.name) == sizes.end())
      m_reader.fault("name", "\"" + m_argument.name + "\" is none of the problem's sizes",
                     suggestion(m_argument.name, sizes));
  }

  void readValue() {
    m_argument.type = readType(m_reader);
    m_argument.value = requiredExpression(m_reader, "value");
    check(m_argument.value, "value");
  }

  void readStructure() {
    constexpr int64_t mostBytes = 4096;  // of all kernel parameters before CUDA 12.1
    m_argument.structSize = m_reader.integer("size", 1, mostBytes);
    const json::Array& items = m_reader.array("fields");
    std::vector<bool> taken(static_cast<size_t>(m_argument.structSize), false);
    for (size_t i = 0; i < items.size(); ++i)
      readField(items[i], elementPath(m_reader.path("fields"), i), taken);
  }

  void readField(const json::Value& value, const std::string& keyPath, std::vector<bool>& taken) {
    json::ObjectReader reader(value, keyPath, m_faults);
    StructField field;
    field.name = reader.string("name");
    field.type = readType(reader);
    field.offset = reader.integer("offset", 0);
    field.value = requiredExpression(reader, "value");
    checkNames(field.value, m_sizes, value["value"], reader.path("value"), m_faults);
    reader.finish();
    const auto bytes = static_cast<int64_t>(sizeOf(field.type));
    if (field.offset > m_argument.structSize - bytes) {
      reader.fault("offset", "the field ends at byte " + std::to_string(field.offset) + " + " +
                                 std::to_string(bytes) + ", the struct has " +
                                 std::to_string(m_argument.structSize));
    } else {
      const auto begin = taken.begin() + field.offset;
      if (std::find(begin, begin + bytes, true) != begin + bytes)
        reader.fault("offset", "the field overlaps one before it");
      std::fill(begin, begin + bytes, true);
    }
    m_argument.fields.push_back(std::move(field));
  }

  void readTensorMap() {
    m_argument.mapOf = m_reader.string("of");
    // May use parameters of the space, which is read later: its names are checked then.
    m_argument.box = readExpressions(m_reader, "box", 1, mostAxes);
    m_argument.swizzle = m_reader.oneOf("swizzle", {"none", "32B", "64B", "128B"}, "none");
  }

  json::ObjectReader m_reader;
  const NameScope& m_sizes;
  json::Faults& m_faults;
  Argument m_argument;
};

}  // namespace

Argument readArgument(const json::Value& value, const std::string& keyPath, const NameScope& sizes,
                      json::Faults& faults) {
  return ArgumentReader(value, keyPath, sizes, faults).read();
}

Symbol readSymbol(const json::Value& value, const std::string& keyPath, const NameScope& sizes,
                  json::Faults& faults) {
  return ArgumentReader(value, keyPath, sizes, faults).readAsSymbol();
}

}  // namespace kw
