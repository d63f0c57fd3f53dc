// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/arguments.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <charconv>
#include <limits>

namespace kw::cli {

// An empty value is a slip (an unset variable of a script), never a wish: taken for "not given", it
// would do something else than what was asked for, silently.
static CLI::Validator notEmpty(const std::string& meaning) {
  return CLI::Validator(
      [meaning](std::string& value) {
        if (value.find_first_not_of(" \t\n") != std::string::npos) return std::string();
        return "expected " + meaning + "; found an empty text";
      },
      "");
}

// The whole text as a number; nothing where it is none, or does not fit.
template <class Number>
static std::optional<Number> numberIn(const std::string& text) {
  Number number{};
  const char* end = text.data() + text.size();
  const auto [stop, fault] = std::from_chars(text.data(), end, number);
  if (fault != std::errc() || stop != end) return std::nullopt;
  return number;
}

// CLI11 takes -1 for the largest number there is, and cuts what is too large. Not a number (nan)
// lies between no two bounds.
template <class Number>
static CLI::Validator between(Number least, Number most, const std::string& expected) {
  return CLI::Validator(
      [=](std::string& value) {
        const std::optional<Number> number = numberIn<Number>(value);
        if (number && *number >= least && *number <= most) return std::string();
        return "expected " + expected + "; found " + value;
      },
      expected.substr(expected.find("from")));
}

static std::string boundText(double bound) {
  const auto whole = static_cast<int64_t>(bound);
  if (static_cast<double>(whole) == bound) return std::to_string(whole);
  std::array<char, 32> digits;  // enough for any double in its shortest form
  const auto written = std::to_chars(digits.data(), digits.data() + digits.size(), bound);
  return {digits.data(), written.ptr};
}

static CLI::Validator wholeNumber() {
  constexpr uint64_t most = std::numeric_limits<uint64_t>::max();
  return between<uint64_t>(0, most, "a whole number from 0 to " + std::to_string(most));
}

void Arguments::operand(const std::string& name, std::string& value, const std::string& meaning) {
  m_command.add_option(name, value, meaning)->required()->check(notEmpty(meaning));
}

void Arguments::optionalOperand(const std::string& name, std::string& value,
                                const std::string& meaning) {
  m_command.add_option(name, value, meaning)->check(notEmpty(meaning));
}

void Arguments::option(const std::string& name, std::string& value, const std::string& meaning) {
  CLI::Option* option = m_command.add_option(name, value, meaning)->check(notEmpty(meaning));
  if (!value.empty()) option->capture_default_str();
}

void Arguments::option(const std::string& name, size_t& value, const std::string& meaning) {
  m_command.add_option(name, value, meaning)->check(wholeNumber());
}

void Arguments::option(const std::string& name, std::optional<uint64_t>& value,
                       const std::string& meaning) {
  m_command.add_option(name, value, meaning)->check(wholeNumber());
}

void Arguments::option(const std::string& name, std::optional<int>& value, int least, int most,
                       const std::string& meaning) {
  m_command.add_option(name, value, meaning)
      ->check(
          between(least, most,
                  "a whole number from " + std::to_string(least) + " to " + std::to_string(most)));
}

void Arguments::option(const std::string& name, std::optional<double>& value, double least,
                       double most, const std::string& meaning) {
  m_command.add_option(name, value, meaning)
      ->check(between(least, most, "a number from " + boundText(least) + " to " + boundText(most)));
}

void Arguments::repeatable(const std::string& name, std::vector<std::string>& values,
                           const std::string& meaning) {
  m_command.add_option(name, values, meaning)->allow_extra_args(false)->check(notEmpty(meaning));
}

void Arguments::flag(const std::string& name, bool& value, const std::string& meaning) {
  m_command.add_flag(name, value, meaning);
}

void Arguments::whenChosen(std::function<void()> callback) {
  m_command.callback(std::move(callback));
}

ArgumentParser::ArgumentParser(const std::string& meaning, const std::string& version,
                               const std::string& footer)
    : m_app(std::make_unique<CLI::App>(meaning, "kwr")) {
  m_app->set_version_flag("--version", version);
  m_app->footer(footer);
  m_app->require_subcommand(1);
}

ArgumentParser::~ArgumentParser() = default;

Arguments ArgumentParser::command(const std::string& name, const std::string& meaning) {
  CLI::App* command = m_app->add_subcommand(name, meaning);
  m_names.push_back(name);
  // Its value is looked for before parsing, so that even wrong usage is answered in JSON.
  command->add_flag_function(
      "--json", [](int64_t) {}, "one JSON object a line, the last being the summary");
  return Arguments(*command);
}

static bool holds(const std::vector<std::string>& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

// CLI11 would only say that some command is required.
Status ArgumentParser::checkCommand(int argc, char** argv) const {
  const std::string first = argc > 1 ? argv[1] : "-";
  if (first.starts_with("-") || holds(m_names, first)) return {};
  const std::string near = nearest(first, m_names);
  std::string all;
  for (const std::string& name : m_names)
    all += (all.empty() ? "" : ", ") + name;
  return failInput("there is no command " + first, {},
                   near.empty() ? "there are " + all : "did you mean " + near + "?");
}

Result<bool> ArgumentParser::parse(int argc, char** argv) {
  KW_TRY(checkCommand(argc, argv));
  try {
    m_app->parse(argc, argv);
  } catch (const CLI::Success& asked) {
    m_app->exit(asked);
    return false;
  } catch (const CLI::ParseError& error) {
    return failInput(error.what(), {}, "kwr COMMAND --help lists what there is");
  }
  return true;
}

}  // namespace kw::cli
