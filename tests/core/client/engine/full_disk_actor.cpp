// SPDX-License-Identifier: GPL-3.0-or-later
// kw-full-disk-actor COMMAND FOLDER: a run whose disk becomes full, on a small disk at FOLDER.
//   recover   the disk has room again as soon as the run says that it waits
//   give-up   it never has, and a later run goes on
//   interrupt somebody stops the run while it waits, and a later run goes on
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <string>

#include "core/client/engine/tuning.h"

namespace {

using namespace kw;
using namespace kw::test;

void fill(const std::string& path) {
  std::ofstream file(path, std::ios::binary);
  const std::string block(4096, 'x');
  while (file.write(block.data(), static_cast<std::streamsize>(block.size())).flush()) {
  }
}

void fillAtRequest(Tuning& tuning, size_t number, const std::string& ballast) {
  tuning.evaluator().onRequest = [&tuning, number, ballast](const EvaluationRequest&) {
    if (tuning.evaluator().requests.size() + 1 == number) fill(ballast);
  };
  // Long rows, so that what is left free in SQLite's own pages does not matter.
  tuning.evaluator().verdict = [](const Candidate&) {
    Verdict verdict;
    verdict.kind = VerdictKind::verified;
    verdict.detail = std::string(20'000, 'y');
    return verdict;
  };
}

int recover(const std::string& folder) {
  const std::string ballast = folder + "/ballast";
  Tuning tuning;
  tuning.withSession(folder + "/s.kwr");
  fillAtRequest(tuning, 14, ballast);
  tuning.onEvent = [&](const Event& event) {
    const auto* notice = std::get_if<Notice>(&event);
    if (notice) std::printf("%s\n", notice->text.c_str());
    if (notice && notice->text.starts_with("waiting")) std::filesystem::remove(ballast);
  };
  const TuneSummary summary = tuning.summary();
  const auto stored = tuning.session().evaluations();
  std::printf("%zu verified, %zu stored\n", summary.verified, stored ? stored->size() : 0);
  return 0;
}

int giveUp(const std::string& folder) {
  const std::string ballast = folder + "/ballast";
  {
    Tuning tuning;
    tuning.withSession(folder + "/s.kwr");
    tuning.patience = std::chrono::milliseconds(300);
    fillAtRequest(tuning, 14, ballast);
    std::printf("%s\n", tuning.fault().message.c_str());
  }
  std::filesystem::remove(ballast);
  Tuning tuning;
  tuning.withSession(folder + "/s.kwr");
  tuning.options.resume = true;
  const TuneSummary summary = tuning.summary();
  std::printf("%zu verified, %s\n", summary.verified,
              summary.resumed >= 2 ? "some of them kept" : "none kept");
  return 0;
}

int interrupt(const std::string& folder) {
  const std::string ballast = folder + "/ballast";
  {
    Tuning tuning;
    tuning.withSession(folder + "/s.kwr");
    fillAtRequest(tuning, 14, ballast);
    tuning.onEvent = [&](const Event& event) {
      const auto* notice = std::get_if<Notice>(&event);
      if (notice && notice->text.starts_with("waiting")) tuning.stop.request_stop();
    };
    const TuneSummary summary = tuning.summary();
    std::printf("%s, %s, %s, %s\n", summary.cancelled ? "cancelled" : "not cancelled",
                summary.fault ? summary.fault->message.c_str() : "no fault",
                summary.verified >= 10 ? "measured ones counted" : "measured ones lost",
                summary.unsaved > 0 ? "some unsaved" : "all saved");
  }
  std::filesystem::remove(ballast);
  Tuning tuning;
  tuning.withSession(folder + "/s.kwr");
  tuning.options.resume = true;
  const TuneSummary summary = tuning.summary();
  std::printf("%zu verified, %s\n", summary.verified,
              summary.resumed >= 2 ? "some of them kept" : "none kept");
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 3) return 2;
  const std::string command = argv[1];
  if (command == "interrupt") return interrupt(argv[2]);
  return command == "recover" ? recover(argv[2]) : giveUp(argv[2]);
}
