// SPDX-License-Identifier: GPL-3.0-or-later
// The last notices, the oldest first.
#pragma once

#include <QAbstractListModel>
#include <QDateTime>
#include <QStringList>
#include <QTimer>
#include <deque>

namespace kw {

class LogModel : public QAbstractListModel {
  Q_OBJECT

 public:
  static constexpr int mostLines = 5000;
  enum Role { timeRole = Qt::UserRole };

  explicit LogModel(QObject* parent = nullptr);

  // A text of several lines becomes as many. Shown a moment later, together with what comes
  // meanwhile, so that a flood of notices costs as little as one.
  void add(const QString& text, const QDateTime& when = QDateTime::currentDateTime());
  void flush();
  void clear();
  // Lines that are gone because others came.
  qsizetype dropped() const { return m_dropped; }

  int rowCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role) const override;
  // "2026-11-29 14:02:11  text"
  QString lineText(int row) const;

 Q_SIGNALS:
  void linesChanged();

 private:
  struct Line {
    QDateTime when;
    QString text;
  };
  std::deque<Line> m_lines, m_pending;
  qsizetype m_dropped = 0;
  QTimer m_delay;
};

}  // namespace kw
