// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>

#include "base/files/hash.h"
#include "client/remote/upload.h"
#include "support/printing.h"

using namespace kw;
using namespace kw::test;

class TestUpload : public QObject {
  Q_OBJECT

 private slots:
  void filesAreNamedByTheirContent() {
    const Upload upload({{"problem.json", "{}"}, {"data/a.npy", "abc"}});
    QCOMPARE(upload.files().size(), size_t{2});
    QCOMPARE(upload.files()[1].path, "data/a.npy");
    QCOMPARE(upload.files()[1].hash, files::contentHash("abc"));
    QCOMPARE(upload.files()[1].size, int64_t{3});
    QVERIFY(!upload.hasMore());
  }

  void onlyWhatWasAskedForIsSent() {
    Upload upload({{"a", "first"}, {"b", "second"}});
    QVERIFY(upload.ask({files::contentHash("second")}));
    const auto chunk = upload.next();
    QCOMPARE(chunk.hash, files::contentHash("second"));
    QCOMPARE(chunk.data, "second");
    QVERIFY(chunk.last);
    QVERIFY(!upload.hasMore());
  }

  void aHashThatIsNoneOfOursIsRefused() {
    Upload upload(std::vector<ProblemPart>{{"a", "first"}});
    QVERIFY(!upload.ask({files::contentHash("something else")}));
  }

  void chunksAreBoundedAndMakeUpTheFile_data() {
    QTest::addColumn<qulonglong>("size");
    QTest::addColumn<int>("chunks");
    const qulonglong whole = protocol::blobChunk;
    QTest::newRow("empty") << qulonglong{0} << 1;
    QTest::newRow("one byte") << qulonglong{1} << 1;
    QTest::newRow("exactly one chunk") << whole << 1;
    QTest::newRow("a byte more") << whole + 1 << 2;
    QTest::newRow("two chunks and a half") << 5 * whole / 2 << 3;
  }

  void chunksAreBoundedAndMakeUpTheFile() {
    QFETCH(qulonglong, size);
    QFETCH(int, chunks);
    std::string content(size, 'x');
    for (size_t i = 0; i < content.size(); i += 101)
      content[i] = static_cast<char>('a' + i % 26);
    Upload upload(std::vector<ProblemPart>{{"file", content}});
    QVERIFY(upload.ask({files::contentHash(content)}));
    std::string received;
    int count = 0;
    while (upload.hasMore()) {
      const auto chunk = upload.next();
      QVERIFY(chunk.data.size() <= protocol::blobChunk);
      QCOMPARE(chunk.offset, static_cast<int64_t>(received.size()));
      received += chunk.data;
      ++count;
      QCOMPARE(chunk.last, received.size() == content.size());
    }
    QCOMPARE(count, chunks);
    QVERIFY(received == content);
  }
};

QTEST_GUILESS_MAIN(TestUpload)
#include "test_upload.moc"
