// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/session/file_system.h"

#include <sys/vfs.h>

#include <algorithm>
#include <array>
#include <cstdint>

namespace kw {
namespace {

// The f_type values of statfs(2), which <linux/magic.h> lists for most of them.
constexpr std::array<uint32_t, 11> localTypes = {
    0x0000EF53,  // ext2, ext3, ext4
    0x58465342,  // xfs
    0x9123683E,  // btrfs
    0x01021994,  // tmpfs
    0x858458F6,  // ramfs
    0x794C7630,  // overlayfs
    0xF2F52010,  // f2fs
    0x2FC12FC1,  // zfs
    0xCA451A4E,  // bcachefs
    0x52654973,  // reiserfs
    0x3153464A,  // jfs
};

}  // namespace

bool isOnLocalFileSystem(const std::filesystem::path& file) {
  std::filesystem::path folder = file.parent_path();
  if (folder.empty()) folder = ".";
  struct statfs found {};
  if (statfs(folder.c_str(), &found) != 0) return false;
  const uint32_t type = static_cast<uint32_t>(found.f_type);
  return std::find(localTypes.begin(), localTypes.end(), type) != localTypes.end();
}

}  // namespace kw
