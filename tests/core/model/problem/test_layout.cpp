// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>

#include "model/problem/problem.h"

using namespace kw;

namespace {

std::vector<expression::Expression> parsed(const QStringList& texts) {
  std::vector<expression::Expression> all;
  for (const QString& text : texts)
    all.push_back(expression::Expression::parse(text.toStdString()).value());
  return all;
}

Result<BufferLayout> layout(const QStringList& shape, const QStringList& strides,
                            const QString& offset, ElementType type = ElementType::float32) {
  Argument argument;
  argument.name = "x";
  argument.type = type;
  argument.shape = parsed(shape);
  argument.strides = parsed(strides);
  argument.offset = parsed({offset}).front();
  return layoutOf(argument, lookupFor({{"n", 10}, {"m", 7}, {"big", int64_t{1} << 40}}, {}, {}));
}

}  // namespace

class TestLayout : public QObject {
  Q_OBJECT

 private slots:
  void measuresTheBuffer_data() {
    QTest::addColumn<QStringList>("shape");
    QTest::addColumn<QStringList>("strides");
    QTest::addColumn<QString>("offset");
    QTest::addColumn<qint64>("elements");
    QTest::addColumn<qint64>("extent");
    QTest::addColumn<bool>("dense");
    QTest::newRow("dense") << QStringList{"n", "m"} << QStringList{} << "0" << qint64{70}
                           << qint64{70} << true;
    QTest::newRow("one element") << QStringList{} << QStringList{} << "0" << qint64{1} << qint64{1}
                                 << true;
    QTest::newRow("empty") << QStringList{"n", "0"} << QStringList{} << "0" << qint64{0}
                           << qint64{0} << true;
    QTest::newRow("dense strides said") << QStringList{"n", "m"} << QStringList{"m", "1"} << "0"
                                        << qint64{70} << qint64{70} << true;
    QTest::newRow("padded rows") << QStringList{"n", "m"} << QStringList{"8", "1"} << "0"
                                 << qint64{70} << qint64{79} << false;
    QTest::newRow("transposed") << QStringList{"n", "m"} << QStringList{"1", "n"} << "0"
                                << qint64{70} << qint64{70} << false;
    QTest::newRow("offset") << QStringList{"n"} << QStringList{} << "3" << qint64{10} << qint64{13}
                            << false;
    QTest::newRow("every second") << QStringList{"n"} << QStringList{"2"} << "0" << qint64{10}
                                  << qint64{19} << false;
  }

  void measuresTheBuffer() {
    QFETCH(QStringList, shape);
    QFETCH(QStringList, strides);
    QFETCH(QString, offset);
    const auto made = layout(shape, strides, offset, ElementType::bfloat16);
    QVERIFY2(made.has_value(), made ? "" : made.error().text().c_str());
    QTEST(qint64{made->elements}, "elements");
    QTEST(qint64{made->extent}, "extent");
    QTEST(made->dense, "dense");
    QCOMPARE(made->bytes, 2 * made->extent);
  }

  void refuses_data() {
    QTest::addColumn<QStringList>("shape");
    QTest::addColumn<QStringList>("strides");
    QTest::addColumn<QString>("offset");
    QTest::addColumn<QString>("message");
    QTest::newRow("negative length")
        << QStringList{"m - n"} << QStringList{} << "0"
        << "argument x: the length \"m - n\" is -3, expected 0 or more";
    QTest::newRow("negative offset") << QStringList{"n"} << QStringList{} << "0 - 1"
                                     << "the offset \"0 - 1\" is -1";
    QTest::newRow("unknown size") << QStringList{"k"} << QStringList{} << "0"
                                  << "the length \"k\" has no value";
    QTest::newRow("no whole number") << QStringList{"n / 4"} << QStringList{} << "0"
                                     << "the length \"n / 4\" has no value";
    QTest::newRow("overflow of elements") << QStringList{"big", "big"} << QStringList{} << "0"
                                          << "larger than 2^63 bytes";
    QTest::newRow("overflow of bytes") << QStringList{"big * 4194304"} << QStringList{} << "0"
                                       << "larger than 2^63 bytes";
    QTest::newRow("overflow of an expression") << QStringList{"big * big"} << QStringList{} << "0"
                                               << "has no value";
    QTest::newRow("overflow of strides")
        << QStringList{"n", "n"} << QStringList{"big * 1048576", "1"} << "0"
        << "larger than 2^63 bytes";
    QTest::newRow("overlap") << QStringList{"n", "m"} << QStringList{"6", "1"} << "0"
                             << "elements overlap, since the stride 6 of axis 0 is less than the 7";
    QTest::newRow("overlap by stride 0") << QStringList{"n", "m"} << QStringList{"0", "1"} << "0"
                                         << "elements overlap";
    QTest::newRow("too few strides") << QStringList{"n", "m"} << QStringList{"1"} << "0"
                                     << "has 2 axes and 1 stride";
  }

  void refuses() {
    QFETCH(QStringList, shape);
    QFETCH(QStringList, strides);
    QFETCH(QString, offset);
    QFETCH(QString, message);
    const auto made = layout(shape, strides, offset);
    QVERIFY(!made.has_value());
    QVERIFY2(made.error().text().find(message.toStdString()) != std::string::npos,
             made.error().text().c_str());
  }

  void anAxisOfLengthOneMayHaveAnyStride() {
    QVERIFY(layout({"1", "n"}, {"0", "1"}, "0").has_value());
  }

  void typesHaveTheirNamesAndSizes() {
    for (const std::string& text : elementTypeNames()) {
      const auto type = elementType(text);
      QVERIFY(type.has_value());
      QCOMPARE(std::string(name(*type)), text);
    }
    QVERIFY(!elementType("float").has_value());
    QCOMPARE(sizeOf(ElementType::fp8e5m2), size_t{1});
    QCOMPARE(sizeOf(ElementType::bfloat16), size_t{2});
    QCOMPARE(sizeOf(ElementType::float64), size_t{8});
    QVERIFY(isFloatingPoint(ElementType::fp8e4m3));
    QVERIFY(!isFloatingPoint(ElementType::boolean));
  }
};

QTEST_GUILESS_MAIN(TestLayout)
#include "test_layout.moc"
