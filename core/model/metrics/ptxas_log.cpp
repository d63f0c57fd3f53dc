// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/metrics/ptxas_log.h"

#include <cxxabi.h>

#include <charconv>
#include <cstdlib>
#include <memory>

#include "model/kernel/source_scan.h"

namespace kw {
namespace {

// The number in front of `unit`: 1234 of "…, 1234 bytes smem, …". 0 where the unit is absent.
int64_t numberBefore(std::string_view line, std::string_view unit) {
  const size_t at = line.find(unit);
  if (at == std::string_view::npos) return 0;
  size_t begin = at;
  while (begin > 0 && line[begin - 1] >= '0' && line[begin - 1] <= '9')
    --begin;
  int64_t number = 0;
  std::from_chars(line.data() + begin, line.data() + at, number);
  return number;
}

// Every "N bytes cmem[B]" of a line.
int64_t constantBytes(std::string_view line) {
  int64_t sum = 0;
  for (size_t at = line.find(" bytes cmem["); at != std::string_view::npos;
       at = line.find(" bytes cmem[")) {
    sum += numberBefore(line, " bytes cmem[");
    line.remove_prefix(at + 1);
  }
  return sum;
}

std::string_view quoted(std::string_view line) {
  const size_t begin = line.find('\'');
  const size_t end = begin == std::string_view::npos ? begin : line.find('\'', begin + 1);
  return end == std::string_view::npos ? std::string_view()
                                       : line.substr(begin + 1, end - begin - 1);
}

bool contains(std::string_view line, std::string_view part) {
  return line.find(part) != std::string_view::npos;
}

// ptxas also lists functions that are called without being inlined: their spills count for the
// kernel that follows, since only a kernel's own entry is launched.
void readLine(std::string_view line, std::string& kernel, bool& own, PtxasLog& log) {
  if (contains(line, "Compiling entry function")) {
    kernel = quoted(line);
    own = true;
    log.kernels[kernel].function = kernel;
  } else if (contains(line, "Function properties for")) {
    const std::string_view name = line.substr(line.rfind(' ') + 1);
    own = name == kernel;
  } else if (!kernel.empty() && contains(line, "bytes stack frame")) {
    KernelResources& resources = log.kernels[kernel];
    if (own) resources.local = numberBefore(line, " bytes stack frame");
    resources.spillStores += numberBefore(line, " bytes spill stores");
    resources.spillLoads += numberBefore(line, " bytes spill loads");
  } else if (!kernel.empty() && contains(line, "Used ") && contains(line, " registers")) {
    KernelResources& resources = log.kernels[kernel];
    resources.registers = static_cast<int>(numberBefore(line, " registers"));
    resources.staticShared = numberBefore(line, " bytes smem");
    resources.constant = constantBytes(line);
    if (const int64_t stack = numberBefore(line, " bytes cumulative stack size");
        stack > resources.local)
      resources.local = stack;
  }
}

bool isPtxasLine(std::string_view line) {
  return line.starts_with("ptxas info") || line.starts_with("ptxas         .") ||
         contains(line, "bytes stack frame");
}

std::string demangled(const std::string& name) {
  int status = 0;
  const std::unique_ptr<char, decltype(&std::free)> text(
      abi::__cxa_demangle(name.c_str(), nullptr, nullptr, &status), &std::free);
  return status == 0 && text ? std::string(text.get()) : name;
}

std::string withoutBlanks(std::string_view text) {
  std::string plain;
  for (const char c : text)
    if (c != ' ' && c != '\t') plain += c;
  return plain;
}

// "norm<float,4>" of "void norm<float, 4>(float*, int)"; "norm" of "norm(float*)".
std::string spelledName(const std::string& kernel) {
  std::string text = demangled(kernel);
  int depth = 0;
  size_t begin = 0, end = text.size();
  for (size_t at = 0; at < text.size(); ++at) {
    if (text[at] == '<') ++depth;
    if (text[at] == '>') --depth;
    if (depth == 0 && text[at] == ' ') begin = at + 1;
    if (depth == 0 && text[at] == '(') {
      end = at;
      break;
    }
  }
  return withoutBlanks(std::string_view(text).substr(begin, end - begin));
}

}  // namespace

PtxasLog parsePtxasLog(std::string_view text) {
  PtxasLog log;
  std::string kernel;
  bool own = false;
  while (!text.empty()) {
    const size_t end = text.find('\n');
    const std::string_view line = text.substr(0, end);
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    if (isPtxasLine(line))
      readLine(line, kernel, own, log);
    else if (!line.empty() || !log.rest.empty())
      log.rest.append(line).append("\n");
  }
  while (log.rest.ends_with("\n\n"))
    log.rest.pop_back();
  return log;
}

std::string kernelNamed(const std::string& function, const PtxasLog& log) {
  std::string only;
  int alike = 0;
  for (const auto& [kernel, resources] : log.kernels) {
    if (spelledName(kernel) == withoutBlanks(function)) return kernel;
    if (baseName(spelledName(kernel)) != baseName(function)) continue;
    only = kernel;
    ++alike;
  }
  return alike == 1 ? only : std::string();
}

}  // namespace kw
