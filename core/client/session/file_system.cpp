// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/session/file_system.h"

#include <sys/vfs.h>

#include <array>
#include <cstdint>
#include <cstdio>

namespace kw {
namespace {

struct KnownSystem {
  uint32_t type;  // f_type of statfs(2), which <linux/magic.h> lists for most of them
  bool isLocal;
  const char* name;
};

constexpr std::array<KnownSystem, 22> knownSystems = {{
    {0x0000EF53, true, "ext4"},  // also ext2 and ext3
    {0x58465342, true, "XFS"},   {0x9123683E, true, "Btrfs"},     {0x01021994, true, "tmpfs"},
    {0x858458F6, true, "ramfs"}, {0x794C7630, true, "overlayfs"}, {0xF2F52010, true, "F2FS"},
    {0x2FC12FC1, true, "ZFS"},   {0xCA451A4E, true, "bcachefs"},  {0x52654973, true, "ReiserFS"},
    {0x3153464A, true, "JFS"},   {0x00006969, false, "NFS"},      {0xFF534D42, false, "CIFS"},
    {0xFE534D42, false, "SMB"},  {0x0000517B, false, "SMB"},      {0x01021997, false, "9p"},
    {0x65735546, false, "FUSE"}, {0x00C36400, false, "Ceph"},     {0x0BD00BD0, false, "Lustre"},
    {0x47504653, false, "GPFS"}, {0x5346414F, false, "AFS"},      {0x786F4256, false, "vboxsf"},
}};

}  // namespace

FileSystem fileSystemOf(const std::filesystem::path& file) {
  std::filesystem::path folder = file.parent_path();
  if (folder.empty()) folder = ".";
  struct statfs found {};
  if (statfs(folder.c_str(), &found) != 0) return {false, "unknown"};
  const auto type = static_cast<uint32_t>(found.f_type);
  for (const KnownSystem& known : knownSystems)
    if (known.type == type) return {known.isLocal, known.name};
  std::array<char, 32> number{};
  std::snprintf(number.data(), number.size(), "type 0x%X", type);
  return {false, number.data()};
}

}  // namespace kw
