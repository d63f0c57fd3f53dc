// SPDX-License-Identifier: GPL-3.0-or-later
// A session whose file is removed or replaced while a program writes to it.
#include <QTest>

#include "base/files/files.h"
#include "core/client/session/samples.h"

using namespace kw;
using namespace kw::test;
using Mode = Session::Mode;

namespace {

std::vector<std::string> filesIn(const std::filesystem::path& folder) {
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(folder))
    names.push_back(entry.path().filename().string());
  std::sort(names.begin(), names.end());
  return names;
}

void removeAll(const std::filesystem::path& folder) {
  for (const std::string& name : filesIn(folder))
    std::filesystem::remove(folder / name);
}

}  // namespace

class TestSessionRemoved : public QObject {
  Q_OBJECT

  std::optional<files::TemporaryFolder> m_folder;
  std::filesystem::path m_file;

  static size_t evaluationsIn(const std::filesystem::path& file) {
    auto session = opened(file, Mode::readOnly);
    return session->keys()->size();
  }

 private slots:
  void init() {
    m_folder.emplace(*files::TemporaryFolder::make());
    m_file = m_folder->path() / "it's.kwr";
  }

  void whatIsAddedLaterBringsTheFileBackWithEverything() {
    {
      auto session = opened(m_file, Mode::create);
      QVERIFY(storeWhole(*session, 1));
      removeAll(m_folder->path());
      QVERIFY(storeWhole(*session, 2));
      QVERIFY(std::filesystem::exists(m_file));  // also where the program is killed now
      QCOMPARE(session->keys()->size(), size_t{2});
      QVERIFY(storeWhole(*session, 3));
    }
    QCOMPARE(evaluationsIn(m_file), size_t{3});
    QCOMPARE(filesIn(m_folder->path()), std::vector<std::string>{"it's.kwr"});
    auto again = opened(m_file, Mode::readWrite);  // nobody owns it any more
    QVERIFY(storeWhole(*again, 4));
  }

  void oneThatIsIdleStaysRemoved() {
    {
      auto session = opened(m_file, Mode::create);
      QVERIFY(storeWhole(*session, 1));
      removeAll(m_folder->path());
    }
    QVERIFY(filesIn(m_folder->path()).empty());
  }

  void anotherSessionInItsPlaceIsLeftAlone() {
    {
      auto session = opened(m_file, Mode::create);
      QVERIFY(storeWhole(*session, 1));
      removeAll(m_folder->path());
      { QVERIFY(storeWhole(*opened(m_file, Mode::create), 7)); }
      QVERIFY(storeWhole(*session, 2));
    }
    QCOMPARE(evaluationsIn(m_file), size_t{1});
    QCOMPARE(evaluationsIn(m_folder->path() / "it's.kept.kwr"), size_t{2});
  }
};

QTEST_APPLESS_MAIN(TestSessionRemoved)
#include "test_session_removed.moc"
