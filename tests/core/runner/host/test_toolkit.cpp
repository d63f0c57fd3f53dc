// SPDX-License-Identifier: GPL-3.0-or-later
// Finding CUDA's headers and libraries.
#include <QtTest>
#include <algorithm>
#include <filesystem>
#include <map>

#include "base/files/files.h"
#include "runner/toolkit/toolkit_search.h"

using namespace kw;
namespace fs = std::filesystem;

namespace {

void touch(const fs::path& path) {
  fs::create_directories(path.parent_path());
  QVERIFY(files::writeAtomically(path, ""));
}

}  // namespace

class TestToolkit : public QObject {
  Q_OBJECT
 private slots:
  void aToolkitFolderHasAllParts() {
    const auto folder = files::TemporaryFolder::make();
    const fs::path root = folder->path();
    for (const char* file :
         {"include/cuda_runtime.h", "include/cccl/cuda/std/cstdint", "lib64/libnvrtc.so.13",
          "lib64/libnvrtc.so.13.0.48", "lib64/libnvrtc.so.12", "lib64/libnvrtc-builtins.so.13",
          "extras/CUPTI/lib64/libcupti.so.13", "bin/nvcc"})
      touch(root / file);
    ToolkitSearch search;
    search.lookInToolkit(root);
    QVERIFY(search.complete());
    const Toolkit found = search.take();
    QCOMPARE(found.includeFolders,
             (std::vector<fs::path>{root / "include", root / "include/cccl"}));
    QCOMPARE(found.nvrtc, root / "lib64/libnvrtc.so.13");
    QCOMPARE(found.cupti, root / "extras/CUPTI/lib64/libcupti.so.13");
    QCOMPARE(found.nvcc, root / "bin/nvcc");
    QCOMPARE(found.source, "toolkit in " + root.string());
  }

  // Debian's toolkit is complete without them, and a wheel then gives them.
  void disassemblersMayComeFromElsewhere() {
    const auto folder = files::TemporaryFolder::make();
    const fs::path root = folder->path() / "toolkit", wheels = folder->path() / "wheels";
    for (const char* file : {"include/cuda_runtime.h", "include/cccl/cuda/std/cstdint",
                             "lib64/libnvrtc.so.13", "lib64/libcupti.so.13", "bin/nvcc"})
      touch(root / file);
    touch(wheels / "nvidia/cu13/bin/nvdisasm");
    ToolkitSearch search;
    search.lookInToolkit(root);
    QVERIFY(search.complete());
    search.lookInWheels(wheels);
    const Toolkit found = search.take();
    QCOMPARE(found.nvdisasm, wheels / "nvidia/cu13/bin/nvdisasm");
    QVERIFY(found.cuobjdump.empty());
    QCOMPARE(found.nvrtc, root / "lib64/libnvrtc.so.13");
    QCOMPARE(found.looked, (std::vector<std::string>{root.string()}));
  }

  void partsComeFromWheelsOfEitherLayout() {
    const auto folder = files::TemporaryFolder::make();
    const fs::path nvidia = folder->path() / "nvidia";
    for (const char* file : {"cuda_nvrtc/lib/libnvrtc.so.12", "cuda_runtime/include/cuda_runtime.h",
                             "cuda_cccl/include/cuda/std/cstdint", "cuda_cupti/lib/libcupti.so.12"})
      touch(nvidia / file);
    ToolkitSearch old;
    old.lookInWheels(folder->path());
    const Toolkit twelve = old.take();
    QCOMPARE(twelve.nvrtc, nvidia / "cuda_nvrtc/lib/libnvrtc.so.12");
    QCOMPARE(twelve.includeFolders.size(), size_t(2));
    QVERIFY(twelve.nvcc.empty());
    for (const char* file : {"cu13/lib/libnvrtc.so.13", "cu13/lib/libcupti.so.13",
                             "cu13/include/cuda_runtime.h", "cu13/include/cccl/cuda/std/cstdint"})
      touch(nvidia / file);
    ToolkitSearch both;
    both.lookInWheels(folder->path());
    const Toolkit found = both.take();
    QCOMPARE(found.cupti, twelve.cupti.parent_path() / "libcupti.so.12");
    QCOMPARE(found.source, "wheels in " + nvidia.string());
  }

  void anEnvironmentVariableGoesFirst() {
    const auto folder = files::TemporaryFolder::make();
    touch(folder->path() / "include/cuda_runtime.h");
    const Toolkit found = findToolkit([&](const char* name) {
      return std::string(name) == "KERNELWRIGHT_CUDA" ? folder->path().string() : std::string();
    });
    QVERIFY(!found.includeFolders.empty());
    QCOMPARE(found.includeFolders[0], folder->path() / "include");
    QCOMPARE(found.looked[0], folder->path().string());
  }

  void whatIsNotThereIsRemembered() {
    const auto found = findToolkit([](const char* name) {
      return std::string(name) == "CUDA_HOME" ? "/nowhere" : std::string();
    });
    QVERIFY(std::ranges::find(found.looked, "/nowhere") != found.looked.end());
  }
};

QTEST_GUILESS_MAIN(TestToolkit)
#include "test_toolkit.moc"
