// SPDX-License-Identifier: GPL-3.0-or-later
// What an exported .cu says of itself for machines: one comment line of JSON
// ("kernelwright-export/1").
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result/result.h"
#include "model/formats/kernel_export.h"

namespace kw {

struct ExportRecord {
  std::string problem;
  std::string session;        // file name
  std::string configuration;  // "BLOCK=256,VEC=4"; "" for the source kernel
  std::string textHash;
  std::string deviceKind, deviceModel, architecture, compiler, protocol;
  std::string options;  // for nvcc
  std::vector<KernelResources> kernels;
  struct Time {
    std::string caseName;
    double median = 0, low = 0, high = 0;  // milliseconds, cold
  };
  std::vector<Time> times;
};

ExportRecord recordOf(const KernelExport& request, std::string options);
std::string writeExportRecord(const ExportRecord& record);  // one line
// From the text of an exported .cu. A file without the line is an error that says so.
Result<ExportRecord> readExportRecord(std::string_view text, const std::string& fileName);

}  // namespace kw
