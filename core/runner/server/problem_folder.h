// SPDX-License-Identifier: GPL-3.0-or-later
// A private folder that holds the files of one open problem.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "base/files/files.h"
#include "base/result/result.h"

namespace kw {

class ProblemFolder {
 public:
  // Below `parent`. Folders that runners left there when they were killed are removed.
  static Result<ProblemFolder> make(const files::Path& parent);
  ProblemFolder(ProblemFolder&& other) noexcept = default;
  ProblemFolder& operator=(ProblemFolder&& other) noexcept;
  ProblemFolder(const ProblemFolder&) = delete;
  ProblemFolder& operator=(const ProblemFolder&) = delete;
  ~ProblemFolder();

  files::Path filesFolder() const { return m_content->path / "files"; }

 private:
  // The lock tells a folder in use from one left behind.
  struct Content {
    files::Path path;
    files::FileLock lock;
  };
  explicit ProblemFolder(Content content)
      : m_content(std::make_unique<Content>(std::move(content))) {}
  std::unique_ptr<Content> m_content;  // none once moved from
};

// A path that stays inside the folder it is put into: relative, '/' between plain names, no "." or
// "..", no control characters, of bounded length. The message says what is wrong with it.
Status checkRelativePath(std::string_view path);

}  // namespace kw
