// SPDX-License-Identifier: GPL-3.0-or-later
// kwr export: what a session holds, as files for others.
#include <algorithm>
#include <array>
#include <memory>
#include <optional>

#include "base/result/message.h"
#include "cli/command.h"
#include "cli/common_options.h"
#include "cli/json_forms.h"
#include "cli/output_places.h"
#include "client/exports/report_file.h"
#include "client/exports/winner_files.h"
#include "client/recordings/export_recording.h"
#include "client/session/session_standing.h"

namespace kw::cli {

namespace {

// As `kwr export SESSION kernel FILE`; `kwr export kernel SESSION FILE` means the same.
struct Options {
  std::string session;
  std::string kind;
  std::string file;
  std::string device;
  bool generalOnly = false;
};

constexpr std::array kinds{"kernel", "report", "t4", "cache", "csv"};

bool isKind(const std::string& word) {
  return std::ranges::any_of(kinds, [&word](const char* kind) { return word == kind; });
}

Result<int> runExport(Options options, Context& context) {
  if (isKind(options.session) && !isKind(options.kind)) std::swap(options.session, options.kind);
  if (!isKind(options.kind))
    return failInput("there is nothing to export called " + options.kind, {},
                     "there are kernel, report, t4, cache and csv");
  KW_ASSIGN(const std::unique_ptr<Session> session, openForReading(options.session));
  KW_ASSIGN(const LoadedProblem problem, problemOf(*session));
  KW_TRY(checkNotReplaced(options.file, "", options.session, problem));
  KW_ASSIGN(const std::string device, deviceNamed(*session, options.device));
  std::vector<std::string> written{options.file};
  std::optional<size_t> configurations;
  if (options.kind == "kernel") {
    KW_ASSIGN(written, writeWinner(*session, problem, options.file,
                                   {.deviceId = device, .generalOnly = options.generalOnly}));
  } else if (options.kind == "report") {
    KW_TRY(writeReport(*session, problem, options.file, device, {}));
  } else {
    KW_ASSIGN(configurations, exportRecording(*session, options.kind, options.file, device));
    context.output.say(counted(*configurations, "configuration"));
  }
  for (const std::string& file : written)
    context.output.say("Wrote " + file);
  json::Value line = summary();
  line.set("problem", problem.problem.name);
  line.set("kind", options.kind);
  line.set("files", strings(written));
  if (configurations) line.set("configurations", *configurations);
  context.output.event(line);
  return 0;
}

}  // namespace

void addExport(Commands& commands) {
  auto options = std::make_shared<Options>();
  Arguments command = commands.parser.command(
      "export",
      "write the winner (kernel), a report, or the results for other tuners (t4, cache, csv)");
  command.operand("SESSION", options->session, "session file");
  command.operand("KIND", options->kind,
                  "kernel: FILE.cu and FILE.h; report: HTML; t4, cache (Kernel Tuner's) or csv");
  command.operand("FILE", options->file, "what to write");
  command.option("--device", options->device,
                 "of a session of several devices: the model or uuid of the one whose results are "
                 "wanted; without it, the one that was searched last");
  command.flag("--general-only", options->generalOnly,
               "of a kernel: one winner for all sizes, no winners of single cases");
  command.whenChosen([&chosen = commands.chosen, options] {
    chosen = [options](Context& context) { return runExport(*options, context); };
  });
}

}  // namespace kw::cli
