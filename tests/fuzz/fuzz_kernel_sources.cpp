// SPDX-License-Identifier: GPL-3.0-or-later
// Any text is cut, scanned and lifted, or refused: what libclang is not needed for.
#include "client/lifting/lift.h"
#include "client/source_reading/integer_constants.h"
#include "client/source_reading/launch_scan.h"
#include "client/source_reading/slice.h"
#include "fuzz_input.h"

using namespace kw;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string text(fuzz::textOf(data, size));
  const auto source = reading::sourceOfText(text, "fuzz.cu");
  if (!source) return 0;
  size_t covered = 0;
  for (const reading::Piece& piece : source->pieces) {
    fuzz::require(piece.firstToken >= covered && piece.endToken > piece.firstToken,
                  "pieces follow each other", text);
    covered = piece.endToken;
    for (const std::string& name : piece.declares)
      fuzz::require(
          !reading::sliceOf(*source, name).text.empty() || !piece.uses.contains("__global__"),
          "a kernel has a slice", text);
    if (covered > 200) break;  // slices of the first few are enough
  }
  for (const reading::FoundLaunch& launch : reading::launchesIn(source->all)) {
    const reading::HostDefinitions definitions(source->all, 0, launch);
    fuzz::require(!launch.function.empty(), "a launch has a function", text);
    fuzz::require(definitions.extents(launch.grid).size() < 1000, "a grid has extents", text);
  }
  reading::integerConstantsIn(text);
  Launch launch;
  launch.function = "k";
  launch.block.push_back(expression::Expression::constant(int64_t{256}));
  launch.grid.push_back(expression::Expression::constant(int64_t{1}));
  static_cast<void>(lifting::lift({text, {launch}, {}, {}, {}, {}}));
  return 0;
}
