// SPDX-License-Identifier: GPL-3.0-or-later
// Keys in the desktop's keyring (the Secret Service of GNOME, KDE and others) through libsecret,
// which is loaded when it is first needed, so that the programs start where it is not installed.
#pragma once

#include <stop_token>
#include <string>

#include "base/result/result.h"
#include "client/language_model/key_source.h"

namespace kw::language {

// Each blocks, maybe for long: the desktop may ask for a password to open the keyring. A stop is
// ErrorKind::cancelled. ErrorKind::missing, with what to do, where libsecret or a keyring is not
// there. What KERNELWRIGHT_LIBSECRET names is loaded in place of libsecret-1.so.0.

// An empty Secret where the keyring holds none for this provider.
Result<Secret> keyInKeyring(const std::string& provider, std::stop_token stop = {});
// Replaces the one before.
Status storeKeyInKeyring(const std::string& provider, const Secret& key, std::stop_token stop = {});
// Removing what is not there is no fault.
Status removeKeyFromKeyring(const std::string& provider, std::stop_token stop = {});

// The environment first; the keyring for providers whose settings name it.
class KeyringKeys final : public EnvironmentKeys {
 public:
  explicit KeyringKeys(std::stop_token stop = {}) : m_stop(std::move(stop)) {}
  Result<Secret> storedKey(const std::string& provider) override;

 private:
  std::stop_token m_stop;
};

}  // namespace kw::language
