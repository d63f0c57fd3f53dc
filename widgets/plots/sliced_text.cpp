// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/plots/sliced_text.h"

#include <QElapsedTimer>
#include <utility>

namespace kw {

namespace {

constexpr int sliceMilliseconds = 8;
constexpr size_t rowsBetweenLooks = 64;  // at the clock

}  // namespace

SlicedText::SlicedText(std::string titles, Rows rows, AppendRow appendRow)
    : m_titles(std::move(titles)), m_rows(std::move(rows)), m_appendRow(std::move(appendRow)) {
  connect(&m_timer, &QTimer::timeout, this, &SlicedText::step);
}

void SlicedText::start() {
  m_text = m_titles + "\n";
  m_next = 0;
  m_timer.start(0);
}

void SlicedText::step() {
  QElapsedTimer timer;
  timer.start();
  while (m_next < m_rows()) {
    m_appendRow(m_next++, m_text);
    m_text += '\n';
    if (m_next % rowsBetweenLooks == 0 && timer.elapsed() >= sliceMilliseconds) return;
  }
  m_timer.stop();
  Q_EMIT finished(QString::fromStdString(m_text), m_next);
  m_text = std::string();
}

}  // namespace kw
