// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/lifted_forms.h"

#include <vector>

#include "base/result/message.h"
#include "cli/json_forms.h"

namespace kw::cli {

namespace {

constexpr size_t mostLeftShown = 12;

}  // namespace

void sayLifted(const drafting::WrittenProblem& written, Output& output) {
  if (!written.diff.empty()) output.say(written.diff);
  for (const std::string& line : written.lifted.taken)
    output.say("  " + line);
  for (const expression::Expression& constraint : written.lifted.space.constraints)
    output.say("  constraint: " + constraint.text());
  const std::vector<std::string>& left = written.lifted.left;
  for (size_t i = 0; i < left.size() && i < mostLeftShown; ++i)
    output.say("  left alone: " + left[i]);
  if (left.size() > mostLeftShown)
    output.say("  and " + std::to_string(left.size() - mostLeftShown) +
               " more (--json lists them)");
  if (written.lifted.space.parameters.empty())
    output.say("Nothing to lift: no template was written. It can be verified, but not tuned.");
  for (const std::string& warning : written.warnings)
    output.say("Warning: " + readable(warning));
  std::string files;
  for (const std::string& file : written.files)
    files += (files.empty() ? "" : ", ") + file;
  if (!files.empty()) output.say("Wrote " + files + " in " + written.folder.string());
}

void addLifted(json::Value& summary, const drafting::WrittenProblem& written) {
  summary.set("folder", written.folder.string());
  summary.set("files", strings(written.files));
  summary.set("parameters", written.lifted.space.parameters.size());
  summary.set("source_config", written.lifted.source.text());
  summary.set("lifted", strings(written.lifted.taken));
  summary.set("left", strings(written.lifted.left));
  summary.set("diff", written.diff);
  summary.set("warnings", strings(written.warnings));
}

}  // namespace kw::cli
