// SPDX-License-Identifier: GPL-3.0-or-later
// Which constants are worth tuning, judged by their names and values, and which values to try.
// Internal to lifting/.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace kw::lifting {

enum class Governs { blockSize, tiling, unrolling, vectorWidth };

// "kTokensPerBlock" and "TOKENS_PER_BLOCK": tokens, per, block.
std::vector<std::string> wordsOf(const std::string& name);

// "TOKENS_PER_BLOCK".
std::string macroName(const std::string& name);

// Why a constant of this name and value is none to tune; "" if it may be.
std::string whyNot(const std::string& name, int64_t value);

// Of the name: threads are a block size, "vec" a vector width, "unroll" unrolling, else tiling.
Governs governs(const std::string& name);

// Ascending, `value` among them. Of a block's x extent with `wholeBlock`: the multiples of a warp
// that are powers of two, up to 1,024.
std::vector<int64_t> valuesAround(Governs what, int64_t value, bool wholeBlock = false);

}  // namespace kw::lifting
