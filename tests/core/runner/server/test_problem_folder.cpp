// SPDX-License-Identifier: GPL-3.0-or-later
#include <sys/wait.h>
#include <unistd.h>

#include <QTest>
#include <optional>

#include "runner/server/problem_folder.h"
#include "support/printing.h"

using namespace kw;
using namespace kw::test;

class TestProblemFolder : public QObject {
  Q_OBJECT

 private slots:
  void init() {
    auto folder = files::TemporaryFolder::make();
    KW_VERIFY_OK(folder);
    m_folder.emplace(std::move(*folder));
  }

  void aFolderGoesWithItsOwner() {
    {
      const auto folder = ProblemFolder::make(m_folder->path());
      KW_VERIFY_OK(folder);
      QVERIFY(std::filesystem::is_directory(folder->filesFolder()));
      KW_VERIFY_OK(files::writeAtomically(folder->filesFolder() / "a", "content"));
    }
    QCOMPARE(count(), 0);
  }

  void foldersInUseAreLeftAlone() {
    const auto first = ProblemFolder::make(m_folder->path());
    const auto second = ProblemFolder::make(m_folder->path());
    KW_VERIFY_OK(first);
    KW_VERIFY_OK(second);
    QCOMPARE(count(), 2);
  }

  // A runner that was killed cannot clean up; the next one does.
  void foldersLeftBehindAreRemoved() {
    const pid_t child = fork();
    if (child == 0) {
      const auto folder = ProblemFolder::make(m_folder->path());
      _exit(folder ? 0 : 1);  // no destructors, as with SIGKILL
    }
    int status = -1;
    QCOMPARE(waitpid(child, &status, 0), child);
    QCOMPARE(status, 0);
    QCOMPARE(count(), 1);
    const auto folder = ProblemFolder::make(m_folder->path());
    KW_VERIFY_OK(folder);
    QCOMPARE(count(), 1);
  }

  void plainRelativePathsAreTaken() {
    for (const char* path :
         {"problem.json", "parts/detail/a.h", "with space.npy", "..a", ".hidden"})
      KW_VERIFY_OK(checkRelativePath(path));
  }

 private:
  int count() const {
    return static_cast<int>(
        std::distance(std::filesystem::directory_iterator(m_folder->path()), {}));
  }
  std::optional<files::TemporaryFolder> m_folder;
};

QTEST_GUILESS_MAIN(TestProblemFolder)
#include "test_problem_folder.moc"
