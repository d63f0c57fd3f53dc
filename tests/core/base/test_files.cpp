// SPDX-License-Identifier: GPL-3.0-or-later
#include <sys/stat.h>
#include <unistd.h>

#include <QTest>
#include <fstream>
#include <thread>

#include "base/files/files.h"
#include "base/process/child.h"
#include "support/printing.h"

using namespace kw;
using files::Path;

namespace {

int entries(const Path& folder) {
  int count = 0;
  for ([[maybe_unused]] const auto& entry : std::filesystem::directory_iterator(folder))
    ++count;
  return count;
}

bool isRoot() {
  return ::geteuid() == 0;
}

}  // namespace

class TestFiles : public QObject {
  Q_OBJECT

 private:
  files::TemporaryFolder m_folder = files::TemporaryFolder::make("kw-test").value();
  Path path(const std::string& name) const { return m_folder.path() / name; }

 private slots:
  void whatIsWrittenIsReadBack_data() {
    QTest::addColumn<QByteArray>("content");
    QTest::newRow("empty") << QByteArray();
    QTest::newRow("text") << QByteArray("one\ntwo\n");
    QTest::newRow("binary") << QByteArray("\0\xff\n\0", 4);
    QTest::newRow("large") << QByteArray(3'000'001, 'x');
  }
  void whatIsWrittenIsReadBack() {
    QFETCH(QByteArray, content);
    KW_VERIFY_OK(files::writeAtomically(path("file"), content.toStdString()));
    const auto read = files::readText(path("file"));
    KW_VERIFY_OK(read);
    QVERIFY(*read == content.toStdString());
  }

  void filesWithoutASizeAreReadToTheirEnd() {
    const auto read = files::readText("/proc/self/status");
    KW_VERIFY_OK(read);
    QVERIFY(read->find("Pid:") != std::string::npos);
  }

  void writingLeavesNothingButTheFile() {
    const auto folder = files::TemporaryFolder::make();
    KW_VERIFY_OK(files::writeAtomically(folder->path() / "a", "1"));
    KW_VERIFY_OK(files::writeAtomically(folder->path() / "a", "2"));
    QCOMPARE(entries(folder->path()), 1);
  }

  void writingKeepsTheModeAndFollowsLinks() {
    KW_VERIFY_OK(files::writeAtomically(path("target"), "old"));
    ::chmod(path("target").c_str(), 0640);
    std::filesystem::create_symlink("target", path("link"));
    KW_VERIFY_OK(files::writeAtomically(path("link"), "new"));
    QVERIFY(std::filesystem::is_symlink(path("link")));
    QCOMPARE(files::readText(path("target")).value(), std::string("new"));
    struct stat found {};
    ::stat(path("target").c_str(), &found);
    QCOMPARE(found.st_mode & 0777, mode_t{0640});
  }

  void aReaderSeesTheOldOrTheNewContent() {
    const std::string old(100'000, 'a');
    const std::string fresh(200'000, 'b');
    KW_VERIFY_OK(files::writeAtomically(path("shared"), old));
    std::jthread writer([&](std::stop_token stop) {
      for (int i = 0; !stop.stop_requested(); ++i)
        static_cast<void>(files::writeAtomically(path("shared"), i % 2 == 0 ? fresh : old));
    });
    for (int i = 0; i < 200; ++i) {
      const auto read = files::readText(path("shared"));
      KW_VERIFY_OK(read);
      QVERIFY(*read == old || *read == fresh);
    }
  }

  void readingNamesWhatIsWrong_data() {
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("message");
    QTest::newRow("absent") << "absent"
                            << "absent': No such file or directory (check the spelling";
    QTest::newRow("folder") << "sub"
                            << "Is a directory (a file is needed here";
    QTest::newRow("below a file") << "plain/x"
                                  << "Not a directory";
    QTest::newRow("pipe") << "pipe"
                          << "is no regular file";
    QTest::newRow("too large") << "plain"
                               << "larger than the 3 bytes";
  }
  void readingNamesWhatIsWrong() {
    QFETCH(QString, name);
    QFETCH(QString, message);
    std::filesystem::create_directory(path("sub"));
    KW_VERIFY_OK(files::writeAtomically(path("plain"), "1234"));
    ::mkfifo(path("pipe").c_str(), 0600);
    const auto read = files::readText(path(test::utf8(name)), 3);
    QVERIFY(!read);
    QCOMPARE(read.error().kind, ErrorKind::badInput);
    KW_VERIFY_CONTAINS(read.error().text(), test::utf8(message));
  }

  void theLimitItselfIsStillRead() {
    KW_VERIFY_OK(files::writeAtomically(path("four"), "1234"));
    KW_VERIFY_OK(files::readText(path("four"), 4));
  }

  void aReadOnlyFolderIsNamed() {
    if (isRoot()) QSKIP("root may write everywhere");
    const Path folder = path("locked");
    std::filesystem::create_directory(folder);
    ::chmod(folder.c_str(), 0500);
    const Status written = files::writeAtomically(folder / "x", "1");
    QVERIFY(!written);
    KW_VERIFY_CONTAINS(written.error().text(), "locked/x': Permission denied");
    QCOMPARE(written.error().kind, ErrorKind::badInput);
  }

  // /dev/full takes every open and refuses every write, as a full disk does.
  void aFullDiskIsNamedWithAdvice() {
    if (!std::filesystem::exists("/dev/full")) QSKIP("there is no /dev/full");
    const Status appended = files::appendLine("/dev/full", "x");
    QVERIFY(!appended);
    KW_VERIFY_CONTAINS(
        appended.error().text(),
        "cannot write '/dev/full': No space left on device (free space and try again)");
    QCOMPARE(appended.error().kind, ErrorKind::failed);
  }

  void whatIsNoFileIsNotReplaced() {
    QCOMPARE(::mkfifo(path("own-pipe").c_str(), 0600), 0);
    const Status written = files::writeAtomically(path("own-pipe"), "x");
    QVERIFY(!written);
    KW_VERIFY_CONTAINS(written.error().text(), "own-pipe' is a device, a pipe or a socket");
    QVERIFY(std::filesystem::is_fifo(path("own-pipe")));
  }

  void aFailedWriteLeavesTheOldContent() {
    std::filesystem::create_directory(path("folder"));
    const Status written = files::writeAtomically(path("folder"), "x");
    QVERIFY(!written);
    QVERIFY(std::filesystem::is_directory(path("folder")));
    for (const auto& entry : std::filesystem::directory_iterator(m_folder.path()))
      QVERIFY(entry.path().extension() != ".part");
  }

  void linesFromSeveralWritersStayWhole() {
    {
      std::vector<std::jthread> writers;
      for (int writer = 0; writer < 4; ++writer)
        writers.emplace_back([this, writer] {
          const std::string line(50, static_cast<char>('a' + writer));
          for (int i = 0; i < 200; ++i)
            static_cast<void>(files::appendLine(path("log"), line));
        });
    }
    std::ifstream log(path("log"));
    int lines = 0;
    for (std::string line; std::getline(log, line); ++lines)
      QCOMPARE(line, std::string(50, line.empty() ? ' ' : line.front()));
    QCOMPARE(lines, 800);
  }

  void foldersAreMadeWithTheirParents() {
    KW_VERIFY_OK(files::makeFolders(path("a/b/c")));
    KW_VERIFY_OK(files::makeFolders(path("a/b/c")));
    QVERIFY(std::filesystem::is_directory(path("a/b/c")));
    KW_VERIFY_OK(files::writeAtomically(path("a/file"), ""));
    const Status made = files::makeFolders(path("a/file/d"));
    QVERIFY(!made);
    KW_VERIFY_CONTAINS(made.error().text(), "a/file/d");
  }

  void aTemporaryFolderGoesWithItsObject() {
    Path kept;
    {
      files::TemporaryFolder first = files::TemporaryFolder::make("kw").value();
      KW_VERIFY_OK(files::makeFolders(first.path() / "sub"));
      KW_VERIFY_OK(files::writeAtomically(first.path() / "sub/x", "1"));
      const files::TemporaryFolder second = std::move(first);
      kept = second.path();
      QVERIFY(std::filesystem::exists(kept / "sub/x"));
    }
    QVERIFY(!std::filesystem::exists(kept));
  }

  void aLockIsHeldOnceAndFreedWithItsObject() {
    {
      const auto lock = files::FileLock::take(path("lock"));
      KW_VERIFY_OK(lock);
      const auto second = files::FileLock::take(path("lock"));
      QVERIFY(!second);
      QCOMPARE(second.error().kind, ErrorKind::failed);
      KW_VERIFY_CONTAINS(second.error().text(), "in use by process " + std::to_string(::getpid()));
    }
    KW_VERIFY_OK(files::FileLock::take(path("lock")));
  }

  // flock(1) holds the same kind of lock.
  void aLockOfAnotherProcessIsSeenAndGoesWithIt() {
    if (process::findProgram("flock").empty()) QSKIP("there is no flock program");
    process::ChildOptions options;
    options.arguments = {"flock", path("lock2").string(), "sh", "-c", "echo held; exec cat"};
    auto child = process::Child::start(options);
    KW_VERIFY_OK(child);
    char answer[5] = {};
    QCOMPARE(::read(child->output().get(), answer, 5), ssize_t{5});
    QVERIFY(!files::FileLock::take(path("lock2")));
    child->kill();
    child->wait();
    // The rest of its group, which shares the lock, was killed but may take a moment to go.
    QTRY_VERIFY(files::FileLock::take(path("lock2")).has_value());
  }

  void theLeastRecentlyUsedFilesAreTrimmed() {
    const auto now = std::filesystem::file_time_type::clock::now();
    KW_VERIFY_OK(files::makeFolders(path("cache/sub")));
    const auto add = [&](const std::string& name, int ageInHours) {
      const Path file = path("cache") / name;
      KW_VERIFY_OK(files::writeAtomically(file, std::string(1000, 'x')));
      std::filesystem::last_write_time(file, now - std::chrono::hours(ageInHours));
    };
    add("oldest", 4);
    add("newest", 1);
    add("sub/old", 3);
    add("sub/new", 2);
    files::trimFolder(path("cache"), 2500);
    QVERIFY(!std::filesystem::exists(path("cache/oldest")));
    QVERIFY(!std::filesystem::exists(path("cache/sub/old")));
    QVERIFY(std::filesystem::exists(path("cache/newest")));
    QVERIFY(std::filesystem::exists(path("cache/sub/new")));
    files::trimFolder(path("nowhere"), 0);
  }
};

QTEST_APPLESS_MAIN(TestFiles)
#include "test_files.moc"
