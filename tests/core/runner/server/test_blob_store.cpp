// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>

#include "base/files/hash.h"
#include "runner/server/blob_store.h"
#include "support/printing.h"

using namespace kw;
using namespace kw::test;

class TestBlobStore : public QObject {
  Q_OBJECT

 private slots:
  void init() {
    auto folder = files::TemporaryFolder::make();
    KW_VERIFY_OK(folder);
    m_folder.emplace(std::move(*folder));
  }

  void aFileIsKeptUnderItsHash() {
    BlobStore store(m_folder->path() / "blobs", int64_t{1} << 20);
    const std::string hash = files::contentHash("some content");
    expect(store.append(hash, 0, "some ", false, 12), false);
    expect(store.append(hash, 5, "content", true, 12), true);
    expect(store.copyTo(hash, 12, target()), true);
    QCOMPARE(*files::readText(target()), "some content");
  }

  void whatIsNotHereIsNotCopied() {
    BlobStore store(m_folder->path() / "blobs", int64_t{1} << 20);
    expect(store.copyTo(files::contentHash("x"), 1, target()), false);
  }

  // Half a file is never taken for a whole one, whoever sends it.
  void aFaultyFileLeavesNothing() {
    BlobStore store(m_folder->path() / "blobs", int64_t{1} << 20);
    const std::string hash = files::contentHash("content");
    QVERIFY(!store.append(hash, 0, "contend", true, 7));
    QVERIFY(!store.append(hash, 3, "tent", true, 7));
    expect(store.append(hash, 0, "con", false, 7), false);
    QVERIFY(!store.append(hash, 3, "tent and more", true, 7));
    expect(store.copyTo(hash, 7, target()), false);
  }

  void aDamagedFileCountsAsAbsent() {
    const std::string hash = files::contentHash("content");
    KW_VERIFY_OK(files::makeFolders(m_folder->path() / "blobs"));
    KW_VERIFY_OK(files::writeAtomically(m_folder->path() / "blobs" / hash, "contenT"));
    BlobStore store(m_folder->path() / "blobs", int64_t{1} << 20);
    expect(store.copyTo(hash, 7, target()), false);
    QVERIFY(!std::filesystem::exists(m_folder->path() / "blobs" / hash));
  }

  void theStoreStaysWithinItsLimit() {
    BlobStore store(m_folder->path() / "blobs", 2500);
    for (char c = 'a'; c <= 'e'; ++c) {
      const std::string content(1000, c);
      expect(store.append(files::contentHash(content), 0, content, true, 1000), true);
    }
    store.trim();
    QCOMPARE(std::distance(std::filesystem::directory_iterator(m_folder->path() / "blobs"), {}),
             std::ptrdiff_t{2});
  }

  void onlyHashesAreHashes_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<bool>("is");
    QTest::newRow("a hash") << test::quoted(files::contentHash("x")) << true;
    QTest::newRow("empty") << "" << false;
    QTest::newRow("short") << "abc" << false;
    QTest::newRow("upper case") << QString("A").repeated(64) << false;
    QTest::newRow("a path") << QString("../").repeated(22).left(64) << false;
  }

  void onlyHashesAreHashes() {
    QFETCH(QString, text);
    QFETCH(bool, is);
    QCOMPARE(isContentHash(utf8(text)), is);
  }

 private:
  static void expect(const Result<bool>& result, bool value) {
    KW_VERIFY_OK(result);
    QCOMPARE(*result, value);
  }
  files::Path target() const { return m_folder->path() / "target" / "file"; }
  std::optional<files::TemporaryFolder> m_folder;
};

QTEST_GUILESS_MAIN(TestBlobStore)
#include "test_blob_store.moc"
