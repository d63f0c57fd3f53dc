// SPDX-License-Identifier: GPL-3.0-or-later
#include "runner/device/host/candidate_unit.h"

#include "runner/device/host/dynamic_shared.h"

namespace kw::host {

namespace {

std::string escaped(std::string_view text) {
  std::string result;
  for (const char c : text) {
    if (c == '"' || c == '\\') result += '\\';
    result += c == '\n' ? ' ' : c;
  }
  return result;
}

std::string line(std::string_view name) {
  return "#line 1 \"" + escaped(name) + "\"\n";
}

std::string define(std::string_view name, std::string_view value) {
  return "#define " + std::string(name) + " " + std::string(value) + "\n";
}

std::string definitions(const CompileJob& job) {
  std::string text;
  for (const std::string& one : job.options.defines) {
    const size_t equals = one.find('=');
    text += equals == std::string::npos ? define(one, "1")
                                        : define(one.substr(0, equals), one.substr(equals + 1));
  }
  for (const auto& [name, value] : job.macros)
    text += define(name, value);
  return text;
}

// A table needs one entry at least, so each gets an empty one at its end.
std::string tables(const CompileJob& job) {
  std::string text = "namespace kw_generated {\nstatic const KwKernel kernels[] = {\n";
  for (const std::string& function : job.functions)
    text += "kw_host::describe<&" + function + ">(\"" + escaped(function) + "\"),\n";
  text += "{}};\nstatic const KwSymbol symbols[] = {\n";
  for (const std::string& symbol : job.symbols)
    text += "kw_host::symbol(\"" + escaped(symbol) + "\", " + symbol + "),\n";
  return text +
         "{}};\n}\nextern \"C\" __attribute__((visibility(\"default\"))) const KwModule kwModule = "
         "{KW_HOST_ABI, "
         "kw_generated::kernels, " +
         std::to_string(job.functions.size()) + ", kw_generated::symbols, " +
         std::to_string(job.symbols.size()) + "};\n";
}

}  // namespace

std::string candidateUnit(const CompileJob& job) {
  return line("configuration") + definitions(job) + line(job.fileName) +
         withDynamicSharedAsPointers(job.text, escaped(job.fileName)) + "\n" + line("launches") +
         tables(job);
}

std::map<std::string, std::string> loweredNames(const CompileJob& job) {
  std::map<std::string, std::string> names;
  for (size_t i = 0; i < job.functions.size(); ++i)
    names[job.functions[i]] = "kernel " + std::to_string(i);
  for (size_t i = 0; i < job.symbols.size(); ++i)
    names[job.symbols[i]] = "symbol " + std::to_string(i);
  return names;
}

}  // namespace kw::host
