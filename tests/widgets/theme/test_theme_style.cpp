// SPDX-License-Identifier: GPL-3.0-or-later
// Boxes to tick can be seen in both themes, ticked or not.
#include <QCheckBox>
#include <QTest>

#include "widgets/theme/theme.h"

using namespace kw;

class TestThemeStyle : public QObject {
  Q_OBJECT

 private slots:
  void aBoxStandsOutFromWhatItLiesOn_data() {
    QTest::addColumn<bool>("dark");
    QTest::addColumn<bool>("ticked");
    QTest::newRow("light") << false << false;
    QTest::newRow("light, ticked") << false << true;
    QTest::newRow("dark") << true << false;
    QTest::newRow("dark, ticked") << true << true;
  }
  void aBoxStandsOutFromWhatItLiesOn() {
    QFETCH(bool, dark);
    QFETCH(bool, ticked);
    Theme& theme = Theme::instance();
    theme.setName(dark ? ThemeName::dark : ThemeName::light);
    theme.apply();
    QCheckBox box;
    box.setChecked(ticked);
    box.resize(40, 24);
    const QImage picture = box.grab().toImage();
    double most = 0;
    for (int y = 0; y < picture.height(); ++y)
      for (int x = 0; x < picture.width() / 2; ++x)
        most = std::max(most, contrast(picture.pixelColor(x, y), theme.tokens().window));
    QVERIFY2(most >= 3, qPrintable(QString::number(most)));  // as for any control, WCAG 1.4.11
  }
};

QTEST_MAIN(TestThemeStyle)
#include "test_theme_style.moc"
