// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/language_model/providers/stored_providers.h"

#include <fcntl.h>

#include "base/files/descriptor.h"
#include "base/files/files.h"
#include "base/files/user_folders.h"

namespace kw::language {

namespace fs = std::filesystem;

namespace {

constexpr unsigned ownerAlone = 0600;

// Writing keeps the mode of what is there: a file of nobody else's stands there first.
void makePrivate(const fs::path& file) {
  const files::Descriptor made(::open(file.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, ownerAlone));
  std::error_code ignored;
  fs::permissions(file, fs::perms::owner_read | fs::perms::owner_write, ignored);
}

}  // namespace

fs::path providersFile() {
  const fs::path folder = files::configurationFolder();
  return folder.empty() ? folder : folder / "providers.json";
}

Result<std::vector<ProviderSettings>> storedProviders() {
  const fs::path file = providersFile();
  std::error_code ignored;
  if (file.empty() || !fs::exists(file, ignored)) return std::vector<ProviderSettings>();
  KW_ASSIGN(const std::string text, files::readText(file));
  return readProviders(text, file.string(), file.parent_path().string());
}

Status storeProviders(const std::vector<ProviderSettings>& providers) {
  const fs::path file = providersFile();
  if (file.empty())
    return failMissing("there is no home folder, so providers cannot be kept",
                       "set HOME, or name a folder for settings in KERNELWRIGHT_CONFIG");
  const std::string text = writeProviders(providers);
  KW_TRY(readProviders(text, file.string(), file.parent_path().string()));
  KW_TRY(files::makeFolders(file.parent_path()));
  std::error_code ignored;
  const bool isNew = !fs::exists(file, ignored);
  makePrivate(file);
  Status written = files::writeAtomically(file, text);
  if (!written && isNew) fs::remove(file, ignored);
  return written;
}

}  // namespace kw::language
