// SPDX-License-Identifier: GPL-3.0-or-later
#include "picture_comparison.h"

#include <algorithm>
#include <cstdlib>
#include <map>
#include <set>
#include <vector>

namespace kw::test {

namespace {

constexpr int tolerance = 24;  // of 255
constexpr double mostDiffering = 0.005;
constexpr int tileSide = 32;
constexpr double mostDifferingOfTile = 0.25;
constexpr size_t mostColours = 256;

QImage plain(const QImage& picture) {
  QImage image = picture.convertToFormat(QImage::Format_RGB32);
  image.setDevicePixelRatio(1);
  return image;
}

const QRgb* line(const QImage& image, int y) {
  return reinterpret_cast<const QRgb*>(image.constScanLine(y));
}

QImage blurred(const QImage& image) {
  QImage result(image.size(), QImage::Format_RGB32);
  for (int y = 0; y < image.height(); ++y) {
    const QRgb* upper = line(image, y);
    const QRgb* lower = line(image, std::min(y + 1, image.height() - 1));
    auto* out = reinterpret_cast<QRgb*>(result.scanLine(y));
    for (int x = 0; x < image.width(); ++x) {
      const int next = std::min(x + 1, image.width() - 1);
      const QRgb four[] = {upper[x], upper[next], lower[x], lower[next]};
      int red = 0, green = 0, blue = 0;
      for (const QRgb pixel : four) {
        red += qRed(pixel);
        green += qGreen(pixel);
        blue += qBlue(pixel);
      }
      out[x] = qRgb(red / 4, green / 4, blue / 4);
    }
  }
  return result;
}

bool differs(QRgb a, QRgb b) {
  return std::abs(qRed(a) - qRed(b)) > tolerance || std::abs(qGreen(a) - qGreen(b)) > tolerance ||
         std::abs(qBlue(a) - qBlue(b)) > tolerance;
}

QRgb pale(QRgb pixel) {
  return qRgb(191 + qGray(pixel) / 4, 191 + qGray(pixel) / 4, 191 + qGray(pixel) / 4);
}

QString sizeText(const QImage& image) {
  return QStringLiteral("%1 by %2").arg(image.width()).arg(image.height());
}

// How many pixels differ, in all and by tile.
struct Count {
  explicit Count(QSize size)
      : tilesAcross((size.width() + tileSide - 1) / tileSide),
        tiles(static_cast<size_t>(tilesAcross * ((size.height() + tileSide - 1) / tileSide))) {}
  void add(int x, int y) {
    ++all;
    ++tiles[static_cast<size_t>(y / tileSide * tilesAcross + x / tileSide)];
  }
  int all = 0;
  int tilesAcross;
  std::vector<int> tiles;
};

QString faultOf(const Count& count, QSize size) {
  const double share = count.all / (double(size.width()) * size.height());
  if (share > mostDiffering)
    return QStringLiteral("%1 % of the pixels differ").arg(100 * share, 0, 'f', 2);
  const auto worst = std::max_element(count.tiles.begin(), count.tiles.end());
  if (worst == count.tiles.end() || *worst <= mostDifferingOfTile * tileSide * tileSide) return {};
  const auto tile = static_cast<int>(worst - count.tiles.begin());
  return QStringLiteral("%1 pixels differ in the tile at x %2, y %3")
      .arg(*worst)
      .arg(tile % count.tilesAcross * tileSide)
      .arg(tile / count.tilesAcross * tileSide);
}

// The colours of papers and bars, each on more than a thousandth of the picture.
std::set<QRgb> mainColours(const QImage& image) {
  std::map<QRgb, int> counts;
  for (int y = 0; y < image.height(); ++y)
    for (int x = 0; x < image.width(); ++x)
      ++counts[line(image, y)[x]];
  std::set<QRgb> found;
  for (const auto& [color, count] : counts)
    if (count > image.width() * image.height() / 1000) found.insert(color);
  return found;
}

QRgb rounded(QRgb color, int step) {
  const auto each = [step](int channel) {
    return std::min(255, (channel + step / 2) / step * step);
  };
  return qRgb(each(qRed(color)), each(qGreen(color)), each(qBlue(color)));
}

// Indexed, the channels of all colours but `kept` rounded to a multiple of `step`; null where the
// colours are too many.
QImage indexed(const QImage& image, const std::set<QRgb>& kept, int step) {
  QImage result(image.size(), QImage::Format_Indexed8);
  std::map<QRgb, uchar> places;
  QList<QRgb> table;
  for (int y = 0; y < image.height(); ++y) {
    uchar* out = result.scanLine(y);
    for (int x = 0; x < image.width(); ++x) {
      const QRgb exact = line(image, y)[x];
      const QRgb color = kept.contains(exact) ? exact : rounded(exact, step);
      const auto [place, isNew] = places.try_emplace(color, static_cast<uchar>(table.size()));
      if (isNew) table.append(color);
      if (places.size() > mostColours) return {};
      out[x] = place->second;
    }
  }
  result.setColorTable(table);
  return result;
}

}  // namespace

Comparison compare(const QImage& actual, const QImage& expected) {
  if (actual.size() != expected.size())
    return {QStringLiteral("it is %1 pixels, not %2").arg(sizeText(actual), sizeText(expected)),
            {}};
  const QImage sharp = plain(expected);
  const QImage is = blurred(plain(actual)), wanted = blurred(sharp);
  Comparison result{{}, QImage(sharp.size(), QImage::Format_RGB32)};
  Count count(sharp.size());
  for (int y = 0; y < sharp.height(); ++y) {
    auto* out = reinterpret_cast<QRgb*>(result.difference.scanLine(y));
    for (int x = 0; x < sharp.width(); ++x) {
      const bool apart = differs(line(is, y)[x], line(wanted, y)[x]);
      if (apart) count.add(x, y);
      out[x] = apart ? qRgb(220, 0, 0) : pale(line(sharp, y)[x]);
    }
  }
  result.fault = faultOf(count, sharp.size());
  return result;
}

QImage withFewColours(const QImage& picture) {
  const QImage image = plain(picture);
  const std::set<QRgb> kept = mainColours(image);
  for (const int step : {16, 32})
    if (QImage few = indexed(image, kept, step); !few.isNull()) return few;
  return image;
}

}  // namespace kw::test
