// SPDX-License-Identifier: GPL-3.0-or-later
// Where keys come from: the environment, or the desktop's keyring (keyring.h).
#pragma once

#include <string>

#include "base/result/result.h"
#include "client/language_model/secret.h"

namespace kw::language {

class KeySource {
 public:
  virtual ~KeySource() = default;
  // The key of a provider, by its name and by the variable that its settings name ("" if none);
  // an empty Secret where there is none.
  virtual Result<Secret> key(const std::string& provider, const std::string& variable) = 0;
  // The key that a keyring holds for a provider whose settings say so, asked for where key() gave
  // none; an empty Secret where there is none.
  virtual Result<Secret> storedKey(const std::string&) { return Secret(); }
};

// Reads the variable. Blanks and line breaks at its ends, which copying adds, are left out; a key
// with other than visible ASCII in it is refused, since no header could carry it.
class EnvironmentKeys : public KeySource {
 public:
  Result<Secret> key(const std::string& provider, const std::string& variable) override;
};

}  // namespace kw::language
