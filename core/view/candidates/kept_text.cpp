// SPDX-License-Identifier: GPL-3.0-or-later
#include "view/candidates/kept_text.h"

#include "model/formats/wording.h"

namespace kw::view {

std::string keptElsewhereText(size_t results) {
  const bool isOne = results == 1;
  return countText(results, "result") + " of earlier revisions " + (isOne ? "is" : "are") +
         " kept and not shown; undo the edit to see " + (isOne ? "it." : "them.");
}

}  // namespace kw::view
