// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

namespace kw::host {

// CUDA C++ text with each `extern __shared__ T name[];` turned into a pointer to the block's
// dynamic shared memory, which a C++ compiler takes. Every line keeps its number (`fileName` is
// what the text is shown as).
std::string withDynamicSharedAsPointers(std::string_view text, const std::string& fileName);

}  // namespace kw::host
