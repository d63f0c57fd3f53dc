// SPDX-License-Identifier: GPL-3.0-or-later
// Whether two pictures of a window look alike, whatever rounds its letters off; and small pictures
// to compare with.
#pragma once

#include <QImage>
#include <QString>

namespace kw::test {

struct Comparison {
  QString fault;      // "" where they look alike, else how they differ
  QImage difference;  // the expected picture, pale, with what differs in red; null: sizes differ
};

// Both are blurred over 2 by 2 pixels first. They differ where a channel does by more than 24 of
// 255: on more than 0.5 % of the pixels, or on more than a quarter of any tile of 32 by 32 (a word
// that is gone, an icon of another colour).
Comparison compare(const QImage& actual, const QImage& expected);

// With 256 colours at most, none further than 8 of 255 from what it was, or 16 where there are
// many: a small file. Where 256 don't do, as it was.
QImage withFewColours(const QImage& picture);

}  // namespace kw::test
