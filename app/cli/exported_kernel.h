// SPDX-License-Identifier: GPL-3.0-or-later
// An exported .cu looked at again: compiled by nvcc, and run as a candidate of its problem.
#pragma once

#include <filesystem>
#include <stop_token>
#include <string>
#include <vector>

#include "base/files/files.h"
#include "base/result/result.h"
#include "model/formats/export_record.h"
#include "model/problem/problem_file.h"

namespace kw::cli {

// From KERNELWRIGHT_CUDA, CUDA_HOME, CUDA_PATH, PATH or /usr/local/cuda; ErrorKind::missing where
// there is none.
Result<std::string> findNvcc();

struct ComparedKernel {
  KernelResources recorded;
  KernelResources compiled;
  bool isThere = false;  // in what nvcc made
  bool same() const;     // registers and spills
};

// Compiles with `nvcc -cubin -Xptxas -v` for the architecture and sets what it says against the
// record. A file that does not compile is an error with nvcc's log.
Result<std::vector<ComparedKernel>> compileAndCompare(const std::filesystem::path& file,
                                                      const ExportRecord& record,
                                                      const std::string& architecture,
                                                      std::stop_token stop);

// The problem with the exported file in its template's place (the source's, if that won), to be
// compiled by nvcc. `folder` receives its files.
Result<LoadedProblem> problemWithExport(const LoadedProblem& problem,
                                        const std::filesystem::path& file,
                                        const ExportRecord& record,
                                        const files::TemporaryFolder& folder);

}  // namespace kw::cli
