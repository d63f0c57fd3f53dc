// SPDX-License-Identifier: GPL-3.0-or-later
// kwr import: a session from what another tuner recorded.
#include <memory>

#include "cli/command.h"
#include "cli/json_forms.h"
#include "client/recordings/import_recording.h"

namespace kw::cli {

namespace {

struct Options {
  std::string file;
  std::string session;
};

json::Value notTakenJson(const RowNotTaken& one) {
  json::Value line = json::Value::object({{"row", one.row.number}, {"reason", one.reason}});
  if (one.row.line > 0) line.set("line", one.row.line);
  if (!one.row.name.empty()) line.set("name", one.row.name);
  return line;
}

Result<int> runImport(const Options& options, Context& context) {
  KW_ASSIGN(const ImportReport report, importRecording(options.file, options.session));
  context.output.say(report.summary() + ".");
  for (const std::string& line : report.lines())
    context.output.say("  " + line);
  context.output.say("Wrote " + options.session);
  json::Value line = summary();
  line.set("format", report.format);
  line.set("taken", report.taken);
  line.set("failed", report.failed);
  line.set("not_taken", report.notTaken.size());
  line.set("whole", report.isWhole);
  line.set("notes", strings(report.notes));
  json::Array reasons;
  for (const RowNotTaken& one : report.notTaken)
    reasons.push_back(notTakenJson(one));
  line.set("rows_not_taken", std::move(reasons));
  line.set("session", options.session);
  context.output.event(line);
  return 0;
}

}  // namespace

void addImport(Commands& commands) {
  auto options = std::make_shared<Options>();
  Arguments command = commands.parser.command(
      "import", "make a session from a Kernel Tuner cache, T4, KTT results or CSV (.gz too)");
  command.operand("FILE", options->file, "what the other tuner wrote");
  command.operand("SESSION", options->session, "the session file to make; must not be there yet");
  command.whenChosen([&chosen = commands.chosen, options] {
    chosen = [options](Context& context) { return runImport(*options, context); };
  });
}

}  // namespace kw::cli
