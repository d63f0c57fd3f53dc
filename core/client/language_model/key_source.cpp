// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/language_model/key_source.h"

#include <cstdlib>

#include "base/text/trimmed.h"

namespace kw::language {

Result<Secret> EnvironmentKeys::key(const std::string& provider, const std::string& variable) {
  if (variable.empty()) return Secret();
  const char* value = std::getenv(variable.c_str());
  if (!value) return Secret();
  const std::string_view text = trimmed(value, " \t\r\n");
  if (!fitsHeader(text))
    return failInput("the key for '" + provider + "' in the environment variable " + variable +
                         " has blanks, line breaks or characters outside ASCII in it",
                     {}, "set the variable to the key alone");
  return Secret(text);
}

}  // namespace kw::language
