// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/new_problem/found_kernels.h"

#include <map>

namespace kw::drafting {

namespace {

// Names that begin a parameter list behind a __global__, with their first lines.
std::map<std::string, int> linesOf(const reading::Tokens& all) {
  std::map<std::string, int> lines;
  bool isKernel = false;
  for (size_t i = 0; i + 1 < all.size(); ++i) {
    const reading::LocatedToken& token = all[i];
    if (token.text == "__global__") isKernel = true;
    if (token.text == ";" || token.text == "{") isKernel = false;
    const bool isAttribute = token.text.starts_with("__");  // __launch_bounds__(256)
    if (!isKernel || !token.isIdentifier() || isAttribute || all[i + 1].text != "(") continue;
    lines.emplace(token.text, token.line);
    isKernel = false;
  }
  return lines;
}

}  // namespace

Result<std::vector<FoundKernel>> foundKernels(const reading::GatheredSource& source,
                                              std::stop_token stop,
                                              const std::function<void(size_t, size_t)>& onDone) {
  const std::vector<std::string> names = kernelNames(source);
  const std::map<std::string, int> lines = linesOf(source.all);
  std::vector<FoundKernel> found;
  for (const std::string& name : names) {
    if (stop.stop_requested()) return failCancelled();
    Answers answers;
    answers.kernel = name;
    FoundKernel kernel;
    kernel.name = name;
    if (const auto line = lines.find(name); line != lines.end()) kernel.line = line->second;
    const Result<Draft> draft = draftOf(source, answers);
    if (!draft && draft.error().kind == ErrorKind::missing) return fail(draft.error());
    if (draft) {
      kernel.templateHead = draft->templateHead;
      kernel.parameters = draft->parameters;
    } else {
      kernel.fault = draft.error().message;
      if (!draft.error().advice.empty()) kernel.fault += " (" + draft.error().advice + ")";
    }
    found.push_back(std::move(kernel));
    if (onDone) onDone(found.size(), names.size());
  }
  if (found.empty()) KW_TRY(draftOf(source, {}));  // its error says so
  return found;
}

}  // namespace kw::drafting
