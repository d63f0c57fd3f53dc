// SPDX-License-Identifier: GPL-3.0-or-later
#include "runner/oracle/npy.h"

#include <array>
#include <bit>
#include <charconv>
#include <cstring>
#include <fstream>
#include <optional>
#include <utility>

#include "base/files/files.h"
#include "base/result/message.h"

namespace kw {

static_assert(std::endian::native == std::endian::little,
              "arrays are read as they lie in the file");

namespace {

constexpr std::string_view magic = "\x93NUMPY";

struct NamedType {
  std::string_view descr;  // NumPy's
  ElementType type;
};
constexpr std::array<NamedType, 12> namedTypes{{{"<f8", ElementType::float64},
                                                {"<f4", ElementType::float32},
                                                {"<f2", ElementType::float16},
                                                {"<i8", ElementType::int64},
                                                {"<i4", ElementType::int32},
                                                {"<i2", ElementType::int16},
                                                {"|i1", ElementType::int8},
                                                {"<u8", ElementType::uint64},
                                                {"<u4", ElementType::uint32},
                                                {"<u2", ElementType::uint16},
                                                {"|u1", ElementType::uint8},
                                                {"|b1", ElementType::boolean}}};

Unexpected<Error> bad(const std::string& name, const std::string& message,
                      std::string advice = {}) {
  return failInput(message, Place{.file = name}, std::move(advice));
}

uint32_t littleEndian(std::string_view bytes) {
  uint32_t value = 0;
  for (size_t i = bytes.size(); i-- > 0;)
    value = value << 8 | static_cast<unsigned char>(bytes[i]);
  return value;
}

// What follows `'key':` in the header, which is a Python dictionary written by NumPy.
std::optional<std::string_view> entry(std::string_view header, std::string_view key) {
  for (const char quote : {'\'', '"'}) {
    const std::string quoted = quote + std::string(key) + quote;
    const size_t at = header.find(quoted);
    if (at == std::string_view::npos) continue;
    std::string_view rest = header.substr(at + quoted.size());
    const size_t start = rest.find_first_not_of(" :");
    return start == std::string_view::npos ? std::string_view{} : rest.substr(start);
  }
  return std::nullopt;
}

std::optional<std::vector<int64_t>> tuple(std::string_view text) {
  if (text.empty() || text.front() != '(') return std::nullopt;
  const size_t end = text.find(')');
  if (end == std::string_view::npos) return std::nullopt;
  text = text.substr(1, end - 1);
  std::vector<int64_t> numbers;
  while (true) {
    const size_t start = text.find_first_not_of(" ,");
    if (start == std::string_view::npos) return numbers;
    text = text.substr(start);
    int64_t number = 0;
    const auto [last, fault] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (fault != std::errc{} || number < 0) return std::nullopt;
    numbers.push_back(number);
    text = text.substr(static_cast<size_t>(last - text.data()));
    if (!text.empty() && text.front() == 'L') text.remove_prefix(1);  // written by Python 2
  }
}

Result<ElementType> typeOf(std::string_view descr, const std::string& name) {
  const std::string advice = "save it with .astype(numpy.float32) or another plain number type";
  if (descr.empty() || (descr.front() != '\'' && descr.front() != '"')) {
    return bad(name, "an array of structures cannot be read", advice);
  }
  const std::string_view text = descr.substr(1, descr.find(descr.front(), 1) - 1);
  for (const NamedType& known : namedTypes) {
    // A byte has no order: '<', '|' and '=' mean the same.
    if (text == known.descr ||
        (text.size() == 3 && text.substr(1) == known.descr.substr(1) && sizeOf(known.type) == 1)) {
      return known.type;
    }
  }
  if (text.find('O') != std::string_view::npos) {
    return bad(name, "an array of Python objects cannot be read", advice);
  }
  if (!text.empty() && text.front() == '>') {
    return bad(name, "big-endian numbers cannot be read",
               "save it with .astype('<f8') or the like");
  }
  return bad(name, "elements of type '" + std::string(text) + "' cannot be read", advice);
}

// The number of bytes that a shape takes, or nothing where that is no int64.
std::optional<int64_t> bytesOf(const std::vector<int64_t>& shape, ElementType type) {
  int64_t bytes = static_cast<int64_t>(sizeOf(type));
  for (const int64_t extent : shape) {
    if (__builtin_mul_overflow(bytes, extent, &bytes)) return std::nullopt;
  }
  return bytes;
}

struct Split {
  std::string_view header, data;
};
Result<Split> split(std::string_view bytes, const std::string& name) {
  if (!bytes.starts_with(magic) || bytes.size() < 10) {
    return bad(name, "this is no .npy file", "save it with numpy.save");
  }
  const auto version = static_cast<unsigned char>(bytes[6]);
  if (version < 1 || version > 3) {
    return bad(name, "expected .npy format 1 to 3, found " + std::to_string(version));
  }
  const size_t lengthBytes = version == 1 ? 2 : 4;
  if (bytes.size() < 8 + lengthBytes) return bad(name, "the .npy header is cut off");
  const size_t length = littleEndian(bytes.substr(8, lengthBytes));
  const size_t start = 8 + lengthBytes;
  if (bytes.size() - start < length) return bad(name, "the .npy header is cut off");
  return Split{bytes.substr(start, length), bytes.substr(start + length)};
}

std::string headerText(const HostArray& array) {
  std::string descr;
  for (const NamedType& known : namedTypes) {
    if (known.type == array.type) descr = known.descr;
  }
  std::string shape;
  for (const int64_t extent : array.shape)
    shape += std::to_string(extent) + ",";
  std::string header =
      "{'descr': '" + descr + "', 'fortran_order': False, 'shape': (" + shape + "), }";
  // The data begins at a multiple of 64 bytes; the header ends with a newline.
  header.append(63 - (10 + header.size()) % 64, ' ');
  header += '\n';
  std::string text(magic);
  text += '\x01';
  text += '\0';
  text += static_cast<char>(header.size() & 0xff);
  text += static_cast<char>(header.size() >> 8);
  return text + header;
}

}  // namespace

Result<HostArray> parseNpy(std::string_view bytes, const std::string& name) {
  KW_ASSIGN(const Split parts, split(bytes, name));
  const auto descr = entry(parts.header, "descr");
  const auto order = entry(parts.header, "fortran_order");
  const auto shape = entry(parts.header, "shape");
  if (!descr || !order || !shape) {
    return bad(name, "the .npy header lacks descr, fortran_order or shape");
  }
  HostArray array;
  KW_ASSIGN(array.type, typeOf(*descr, name));
  auto numbers = tuple(*shape);
  if (!numbers) return bad(name, "the shape in the .npy header is no tuple of sizes");
  array.shape = std::move(*numbers);
  if (!order->starts_with("False") && array.shape.size() > 1) {
    return bad(name, "the array is in Fortran order, expected C order",
               "save numpy.ascontiguousarray(array)");
  }
  const auto expected = bytesOf(array.shape, array.type);
  if (!expected || static_cast<uint64_t>(*expected) != parts.data.size()) {
    return bad(name, "expected " + (expected ? counted(*expected, "byte") : "too many bytes") +
                         " of data for shape " + shapeText(array.shape) + ", found " +
                         std::to_string(parts.data.size()));
  }
  array.data.resize(parts.data.size());
  if (!parts.data.empty()) std::memcpy(array.data.data(), parts.data.data(), parts.data.size());
  return array;
}

std::string npyText(const HostArray& array) {
  std::string text = headerText(array);
  text.append(reinterpret_cast<const char*>(array.data.data()), array.data.size());
  return text;
}

Result<HostArray> readNpy(const std::filesystem::path& path, size_t limit) {
  KW_ASSIGN(const std::string text, files::readText(path, limit));
  return parseNpy(text, path.filename().string());
}

Status writeNpy(const std::filesystem::path& path, const HostArray& array) {
  std::ofstream file(path, std::ios::binary);
  const std::string header = headerText(array);
  file.write(header.data(), static_cast<std::streamsize>(header.size()));
  file.write(reinterpret_cast<const char*>(array.data.data()),
             static_cast<std::streamsize>(array.data.size()));
  file.close();
  if (!file) return fail("cannot write " + path.string(), "is the disk full?");
  return {};
}

}  // namespace kw
