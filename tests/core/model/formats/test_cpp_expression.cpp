// SPDX-License-Identifier: GPL-3.0-or-later
// Expressions as C++ give what the expression language gives: both are run and compared.
#include "model/formats/cpp_expression.h"

#include <QTest>

#include "base/files/files.h"
#include "base/process/child.h"
#include "core/model/formats/sample_session.h"
#include "embedded/formats_text.h"
#include "model/kernel/source_scan.h"
#include "support/printing.h"

using namespace kw;
using expression::Expression;

namespace {

struct Sample {
  const char* text;
  CppType type;
};

// Sizes n and m; parameters BLOCK = 256, VEC = 4, TYPE = 'float'; device.sm_count.
const std::vector<Sample> samples{
    {"n", CppType::integer},
    {"ceil_div(n, BLOCK * VEC)", CppType::integer},
    {"min(n, 1024)", CppType::integer},
    {"max(n, m, 7)", CppType::integer},
    {"n // 3", CppType::integer},
    {"-n // 3", CppType::integer},
    {"(m - n) % 7", CppType::integer},
    {"n / 1 + 2", CppType::integer},
    {"int(n / 3)", CppType::integer},
    {"floor(n / 3) + ceil(m / 7)", CppType::integer},
    {"round_up(n, 128)", CppType::integer},
    {"2 ** 10 + n", CppType::integer},
    {"abs(m - n)", CppType::integer},
    {"log2(BLOCK)", CppType::integer},
    {"n * 4 * BLOCK * 65536 * 65536", CppType::integer},
    {"n + (m > 3) * 2", CppType::integer},
    {"n if m > n else m", CppType::integer},
    {"n > 100 ? n - 1 : n + 1", CppType::integer},
    {"4 * BLOCK / 32", CppType::integer},
    {"min(n, device.sm_count * 2)", CppType::integer},
    {"16 if TYPE == 'float' else 'none'", CppType::integer},
    {"n / 3", CppType::real},
    {"0.5 * n + 1e-3", CppType::real},
    {"min(n, 0.5)", CppType::real},
    {"n % VEC == 0", CppType::boolean},
    {"n % VEC == 0 and m >= 3", CppType::boolean},
    {"not (n % 2) or m in [1, 2, n]", CppType::boolean},
    {"m not in (3, 4)", CppType::boolean},
    {"1 <= n <= m < 100000", CppType::boolean},
    {"TYPE in ['half', 'float']", CppType::boolean},
    {"TYPE != 'half' && is_power_of_two(n)", CppType::boolean},
    {"!(n == 1)", CppType::boolean},
};
const std::vector<std::pair<int64_t, int64_t>> sizes{
    {1, 1}, {0, 3}, {1001, 7}, {4096, 65537}, {3, 1000000}};
constexpr int64_t smCount = 132;

CppNames names() {
  return {{"n", "m"},
          Configuration(
              {{"BLOCK", int64_t{256}}, {"VEC", int64_t{4}}, {"TYPE", std::string("float")}})};
}

expression::Lookup lookup(int64_t n, int64_t m) {
  return [n, m](std::string_view name) -> std::optional<expression::Value> {
    if (name == "n") return n;
    if (name == "m") return m;
    if (name == "device.sm_count") return smCount;
    static const CppNames known = names();
    if (const auto* value = known.configuration.find(name)) return *value;
    return std::nullopt;
  };
}

std::string expected(const Sample& sample, int64_t n, int64_t m) {
  const auto parsed = Expression::parse(sample.text);
  if (!parsed) qFatal("%s", parsed.error().text().c_str());
  const auto at = lookup(n, m);
  double value = 0;
  if (sample.type == CppType::boolean) {
    const auto truth = parsed->evaluateBool(at);
    value = truth && *truth ? 1 : 0;
  } else if (sample.type == CppType::integer) {
    const auto whole = parsed->evaluateInteger(at);
    if (!whole) return "-1";  // what the support gives for what has no value
    return std::to_string(*whole);
  } else {
    value = parsed->evaluateReal(at).value_or(-1);
  }
  return QString::number(value, 'g', 12).toStdString();
}

// The arithmetic of the support text alone needs no CUDA.
std::string program() {
  std::string support(formats_text::launcher_support_txt);
  support = support.substr(0, support.find("inline cudaError_t attribute")) + "}\n";
  std::string text =
      "#include <cmath>\n#include <cstdint>\n#include <cstdio>\n" +
      replaceIdentifiers(support, {{"NAMESPACE", "support"}}) +
      "using namespace support;\nint main() {\n  const int64_t device_sm_count = 132;\n";
  for (const auto& [n, m] : sizes) {
    text +=
        "  {\n    const int64_t n = " + std::to_string(n) + ", m = " + std::to_string(m) + ";\n";
    for (const Sample& sample : samples) {
      const auto parsed = Expression::parse(sample.text);
      if (!parsed) qFatal("%s", parsed.error().text().c_str());
      std::set<std::string> limits;
      const auto cpp = toCpp(*parsed, sample.type, names(), limits);
      if (!cpp) qFatal("%s: %s", sample.text, cpp.error().text().c_str());
      text += sample.type == CppType::integer
                  ? "    std::printf(\"%lld\\n\", static_cast<long long>(" + *cpp + "));\n"
                  : "    std::printf(\"%.12g\\n\", static_cast<double>(" + *cpp + "));\n";
    }
    text += "    static_cast<void>(n + m + device_sm_count);\n  }\n";
  }
  return text + "}\n";
}

process::Output ran(std::vector<std::string> arguments, const std::filesystem::path& folder) {
  process::ChildOptions options;
  options.arguments = std::move(arguments);
  options.folder = folder.string();
  options.pipeErrors = true;
  auto output = process::run(std::move(options), "", std::chrono::minutes(2));
  if (!output) qFatal("%s", output.error().text().c_str());
  return std::move(*output);
}

}  // namespace

class TestCppExpression : public QObject {
  Q_OBJECT

 private slots:
  void cppGivesWhatTheLanguageGives();
  void namesTheDeviceLimitsItUses();
  void refusesUnknownNamesAndTexts_data();
  void refusesUnknownNamesAndTexts();
};

void TestCppExpression::cppGivesWhatTheLanguageGives() {
  auto folder = files::TemporaryFolder::make();
  QVERIFY(folder.has_value());
  QVERIFY(files::writeAtomically(folder->path() / "program.cpp", program()).has_value());
  const process::Output compiled =
      ran({"g++", "-std=c++17", "-Wall", "-Wextra", "-Werror", "-o", "program", "program.cpp"},
          folder->path());
  QVERIFY2(compiled.exit.code == 0, (compiled.errors + program()).c_str());
  const process::Output output = ran({(folder->path() / "program").string()}, folder->path());
  const QStringList lines = QString::fromStdString(output.output).split('\n', Qt::SkipEmptyParts);
  QCOMPARE(static_cast<size_t>(lines.size()), samples.size() * sizes.size());
  qsizetype at = 0;
  for (const auto& [n, m] : sizes)
    for (const Sample& sample : samples) {
      const std::string wanted = expected(sample, n, m);
      QVERIFY2(
          lines[at].toStdString() == wanted,
          (std::string(sample.text) + " with n=" + std::to_string(n) + ", m=" + std::to_string(m) +
           ": C++ gives " + lines[at].toStdString() + ", the language " + wanted)
              .c_str());
      ++at;
    }
}

void TestCppExpression::namesTheDeviceLimitsItUses() {
  std::set<std::string> limits;
  const auto parsed = Expression::parse("min(n, device.sm_count * device.blocks_per_sm)");
  QVERIFY(parsed.has_value());
  const auto cpp = toCpp(*parsed, CppType::integer, names(), limits);
  KW_VERIFY_OK(cpp);
  QCOMPARE(*cpp, std::string("minimum(n, (device_sm_count * device_blocks_per_sm))"));
  QCOMPARE(limits, (std::set<std::string>{"blocks_per_sm", "sm_count"}));
}

void TestCppExpression::refusesUnknownNamesAndTexts_data() {
  QTest::addColumn<QString>("text");
  QTest::addColumn<QString>("part");
  QTest::newRow("unknown name") << "width + 1"
                                << "width";
  QTest::newRow("text as a number") << "TYPE"
                                    << "text";
  QTest::newRow("text in arithmetic") << "n + 'a'"
                                      << "'a'";
  QTest::newRow("texts in order") << "TYPE < 'half'"
                                  << "texts";
}

void TestCppExpression::refusesUnknownNamesAndTexts() {
  QFETCH(const QString, text);
  QFETCH(const QString, part);
  const auto parsed = Expression::parse(text.toStdString());
  KW_VERIFY_OK(parsed);
  std::set<std::string> limits;
  const auto cpp = toCpp(*parsed, CppType::integer, names(), limits);
  QVERIFY(!cpp.has_value());
  KW_VERIFY_CONTAINS(cpp.error().message, part.toStdString());
}

QTEST_GUILESS_MAIN(TestCppExpression)
#include "test_cpp_expression.moc"
