// SPDX-License-Identifier: GPL-3.0-or-later
// kwr listing: what the compiler makes of the source or a candidate, as PTX, SASS or the CPU's
// assembly.
#include <filesystem>
#include <memory>

#include "base/files/files.h"
#include "cli/json_forms.h"
#include "cli/output_places.h"
#include "cli/run_options.h"
#include "client/engine/code_listings.h"
#include "model/space/space_file.h"

namespace kw::cli {

namespace {

struct Options {
  std::string problem, configuration, format = "ptx", architecture, file;
  DeviceOptions device;
};

bool isSession(const std::string& given) {
  return std::filesystem::path(given).extension() == ".kwr";
}

Result<LoadedProblem> problemFor(const std::string& given) {
  if (!isSession(given)) return loadProblem(given);
  KW_ASSIGN(const auto session, openForReading(given));
  return problemOf(*session);
}

Result<Candidate> candidateOf(const Options& options, const LoadedProblem& problem) {
  if (options.configuration.empty()) return Candidate{false, problem.sourceHash, {}};
  if (!problem.problem.space)
    return failInput("the problem " + problem.problem.name +
                     " has no template, so it has no configurations");
  KW_ASSIGN(Configuration configuration,
            readConfiguration(options.configuration, *problem.problem.space));
  return Candidate{true, problem.templateHash, std::move(configuration)};
}

Status checkFormat(const Options& options) {
  if (options.format != "ptx" && options.format != "sass" && options.format != "assembly")
    return failInput("--format is ptx, sass or assembly (of the CPU), not '" + options.format +
                     "'");
  if (options.format == "assembly" && !options.architecture.empty())
    return failInput("--arch belongs to ptx and sass", {}, "the CPU's assembly is of the CPU here");
  return {};
}

Result<int> runListing(const Options& options, Context& context) {
  KW_TRY(checkFormat(options));
  KW_ASSIGN(const LoadedProblem problem, problemFor(options.problem));
  KW_ASSIGN(const Candidate candidate, candidateOf(options, problem));
  if (!options.file.empty()) {
    KW_TRY(checkWritable(options.file, "--output"));
    KW_TRY(checkNotReplaced(options.file, "--output",
                            isSession(options.problem) ? options.problem : "", problem));
  }
  Output& output = context.output;
  KW_ASSIGN(const CodeListing listing, listCode(options.device.choice(), problem,
                                                {candidate, options.format, options.architecture},
                                                progressNotes(output), context.stop));
  output.clearStatus();
  if (listing.isCut) output.notice("the listing was too long: its end is left out");
  if (options.file.empty()) {
    output.say(listing.text);
  } else {
    KW_TRY(files::writeAtomically(options.file, listing.text));
    output.say(candidate.label() + " for " +
               (listing.architecture.empty() ? "this CPU" : listing.architecture) + " by " +
               listing.made + ": " + options.file);
  }
  json::Value line = summary();
  line.set("problem", problem.problem.name);
  line.set("config", configurationJson(candidate.configuration));
  const json::Value whole = toJson(listing);
  for (const auto& [key, value] : whole.asObject())
    if (key != "text" || options.file.empty()) line.set(key, value);
  output.event(line);
  return 0;
}

}  // namespace

void addListing(Commands& commands) {
  auto options = std::make_shared<Options>();
  Arguments command = commands.parser.command(
      "listing", "the PTX or SASS of the source or a candidate; needs no GPU");
  command.operand("PROBLEM", options->problem,
                  "a problem's folder or name in the library, or a session file");
  command.option("--config", options->configuration,
                 "a configuration, such as BLOCK=256,VEC=4; without it, the source kernel");
  command.option("--format", options->format,
                 "ptx (the default), sass (needs nvdisasm or cuobjdump), or assembly of the CPU");
  command.option("--arch", options->architecture,
                 "of which GPU, such as sm_90; the one here, or sm_90 where there is none");
  command.option("--output", options->file, "write it to this file");
  options->device.addTo(command);
  command.whenChosen([&chosen = commands.chosen, options] {
    chosen = [options](Context& context) { return runListing(*options, context); };
  });
}

}  // namespace kw::cli
