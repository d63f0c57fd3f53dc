// SPDX-License-Identifier: GPL-3.0-or-later
// Pictures that look alike pass; those that don't, don't.
#include <QPainter>
#include <QTest>

#include "picture_comparison.h"

using namespace kw;

namespace {

QImage page(const QString& lastWord, QPointF offset = {}) {
  QImage image(400, 300, QImage::Format_RGB32);
  image.fill(QColor(250, 250, 250));
  QPainter painter(&image);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.translate(offset);
  painter.setPen(QPen(QColor(90, 90, 90), 1.5));
  for (int i = 0; i < 12; ++i)
    painter.drawLine(QPointF(20, 20 + 20 * i), QPointF(380, 25 + 20 * i));
  // A word, without a font.
  painter.setPen(QPen(Qt::black, 2));
  for (int i = 0; i < lastWord.size(); ++i)
    painter.drawRect(QRectF(40 + 9 * i, 276, 5, lastWord[i] == QLatin1Char('l') ? 14 : 9));
  return image;
}

}  // namespace

class TestPictureComparison : public QObject {
  Q_OBJECT

 private slots:
  void thePictureItselfIsAlike() {
    QCOMPARE(test::compare(page("lol"), page("lol")).fault, QString());
  }

  void otherRoundingOfEdgesIsAlike() {
    QCOMPARE(test::compare(page("lol", {0.08, 0.08}), page("lol")).fault, QString());
  }

  void aShiftByTwoPixelsIsNot() {
    const test::Comparison result = test::compare(page("lol", {0, 2}), page("lol"));
    QVERIFY(result.fault.contains("% of the pixels"));
    QCOMPARE(result.difference.size(), QSize(400, 300));
  }

  void aWordThatIsGoneIsNot() {
    QVERIFY(test::compare(page(""), page("ololo")).fault.contains("tile at x 32, y 256"));
  }

  void anotherSizeIsNot() {
    const test::Comparison result = test::compare(page("lol").copy(0, 0, 399, 300), page("lol"));
    QCOMPARE(result.fault, QString("it is 399 by 300 pixels, not 400 by 300"));
    QVERIFY(result.difference.isNull());
  }

  void fewColoursLookAlike() {
    QImage shades(400, 300, QImage::Format_RGB32);
    for (int y = 0; y < 300; ++y)
      for (int x = 0; x < 400; ++x)
        shades.setPixel(x, y, qRgb(x * 255 / 399, x * 255 / 399, (y * 7 + x) % 90 + 100));
    const QImage few = test::withFewColours(shades);
    QCOMPARE(few.format(), QImage::Format_Indexed8);
    QCOMPARE(test::compare(few, shades).fault, QString());
  }

  void tooManyColoursAreKept() {
    QImage shades(256, 256, QImage::Format_RGB32);
    for (int y = 0; y < 256; ++y)
      for (int x = 0; x < 256; ++x)
        shades.setPixel(x, y, qRgb(x, y, (x * 3 + y * 7) % 256));
    QVERIFY(test::withFewColours(shades) == shades);
  }
};

QTEST_MAIN(TestPictureComparison)
#include "test_picture_comparison.moc"
