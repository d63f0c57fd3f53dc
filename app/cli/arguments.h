// SPDX-License-Identifier: GPL-3.0-or-later
// Declaring and reading the command line. Only arguments.cpp includes CLI11, whose header takes
// long to compile.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/result/result.h"

namespace CLI {
class App;
}

namespace kw::cli {

// What one command takes. The variables must live until the command line was read. Each has --json
// besides.
class Arguments {
 public:
  explicit Arguments(CLI::App& command) : m_command(command) {}

  // Required, in the order of the calls. `name` in capitals.
  void operand(const std::string& name, std::string& value, const std::string& meaning);

  // Last of the operands, and may be left out.
  void optionalOperand(const std::string& name, std::string& value, const std::string& meaning);

  // What `value` holds is the default, and shown in the help.
  void option(const std::string& name, std::string& value, const std::string& meaning);
  void option(const std::string& name, size_t& value, const std::string& meaning);
  void option(const std::string& name, std::optional<uint64_t>& value, const std::string& meaning);
  void option(const std::string& name, std::optional<int>& value, int least, int most,
              const std::string& meaning);
  void option(const std::string& name, std::optional<double>& value, double least, double most,
              const std::string& meaning);
  void repeatable(const std::string& name, std::vector<std::string>& values,
                  const std::string& meaning);
  void flag(const std::string& name, bool& value, const std::string& meaning);

  void whenChosen(std::function<void()> callback);

 private:
  CLI::App& m_command;
};

class ArgumentParser {
 public:
  ArgumentParser(const std::string& meaning, const std::string& version, const std::string& footer);
  ~ArgumentParser();

  Arguments command(const std::string& name, const std::string& meaning);

  // True when a command was chosen (its callback has run), false when help or the version was asked
  // for and printed. Wrong usage is ErrorKind::badInput.
  Result<bool> parse(int argc, char** argv);

 private:
  Status checkCommand(int argc, char** argv) const;

  std::unique_ptr<CLI::App> m_app;
  std::vector<std::string> m_names;  // of the commands
};

}  // namespace kw::cli
