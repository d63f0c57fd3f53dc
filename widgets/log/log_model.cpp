// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/log/log_model.h"

#include <algorithm>

namespace kw {

namespace {
constexpr int delayMilliseconds = 33;
}

LogModel::LogModel(QObject* parent) : QAbstractListModel(parent) {
  m_delay.setSingleShot(true);
  m_delay.setInterval(delayMilliseconds);
  connect(&m_delay, &QTimer::timeout, this, &LogModel::flush);
}

void LogModel::add(const QString& text, const QDateTime& when) {
  for (const QString& line : text.split(QLatin1Char('\n'), Qt::SkipEmptyParts))
    m_pending.push_back({when, line});
  while (m_pending.size() > mostLines) {
    m_pending.pop_front();
    ++m_dropped;
  }
  if (!m_delay.isActive()) m_delay.start();
}

void LogModel::flush() {
  m_delay.stop();
  if (m_pending.empty()) return;
  const auto added = static_cast<int>(m_pending.size());
  const int surplus = std::max(0, rowCount() + added - mostLines);
  if (surplus > 0) {
    beginRemoveRows({}, 0, surplus - 1);
    m_lines.erase(m_lines.begin(), m_lines.begin() + surplus);
    m_dropped += surplus;
    endRemoveRows();
  }
  beginInsertRows({}, rowCount(), rowCount() + added - 1);
  m_lines.insert(m_lines.end(), std::make_move_iterator(m_pending.begin()),
                 std::make_move_iterator(m_pending.end()));
  m_pending.clear();
  endInsertRows();
  Q_EMIT linesChanged();
}

void LogModel::clear() {
  beginResetModel();
  m_lines.clear();
  m_pending.clear();
  m_dropped = 0;
  endResetModel();
  Q_EMIT linesChanged();
}

int LogModel::rowCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(m_lines.size());
}

QVariant LogModel::data(const QModelIndex& index, int role) const {
  if (!index.isValid() || index.row() >= rowCount()) return {};
  const Line& line = m_lines[static_cast<size_t>(index.row())];
  switch (role) {
    case Qt::DisplayRole:
      return line.when.toString(QStringLiteral("HH:mm:ss")) + QStringLiteral("  ") + line.text;
    case Qt::ToolTipRole:
      return line.text.toHtmlEscaped();
    case timeRole:
      return line.when;
    default:
      return {};
  }
}

QString LogModel::lineText(int row) const {
  const Line& line = m_lines[static_cast<size_t>(row)];
  return line.when.toString(QStringLiteral("yyyy-MM-dd HH:mm:ss")) + QStringLiteral("  ") +
         line.text;
}

}  // namespace kw
