// SPDX-License-Identifier: GPL-3.0-or-later
// Lets Qt Test show standard strings and failed Results.
#pragma once

#include <QTest>
#include <string>
#include <string_view>

#include "base/result/result.h"

namespace QTest {

template <>
inline char* toString(const std::string& text) {
  return toString(QString::fromStdString(text));
}

template <>
inline char* toString(const std::string_view& text) {
  return toString(std::string(text));
}

}  // namespace QTest

namespace kw::test {

// For data rows, which hold QStrings.
inline std::string utf8(const QString& text) {
  return text.toStdString();
}
inline QString quoted(std::string_view text) {
  return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
}

template <class T>
std::string errorText(const Result<T>& result) {
  return result ? std::string("no error") : result.error().text();
}

}  // namespace kw::test

// Goes on only if the Result succeeded, and otherwise shows its error.
#define KW_VERIFY_OK(result)                                               \
  do {                                                                     \
    const auto& kwResult = (result); /* evaluated once */                  \
    QVERIFY2(kwResult.has_value(), kw::test::errorText(kwResult).c_str()); \
  } while (false)

// The text holds the part; shows both where it does not.
#define KW_VERIFY_CONTAINS(text, part)                             \
  do {                                                             \
    const std::string kwText(text);                                \
    const std::string kwPart(part);                                \
    QVERIFY2(kwText.find(kwPart) != std::string::npos,             \
             ("expected '" + kwPart + "' in: " + kwText).c_str()); \
  } while (false)
