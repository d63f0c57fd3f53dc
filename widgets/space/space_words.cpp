// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/space/space_words.h"

#include <QCoreApplication>
#include <QRegularExpression>
#include <QStringList>

#include "model/formats/wording.h"

namespace kw {

namespace {

constexpr qsizetype mostConditions = 6;

QString tr(const char* text, int count = -1) {
  return QCoreApplication::translate("SpacePanel", text, nullptr, count);
}

QString numberWords(double number) {
  return QString::fromStdString(numberText(number));
}

QString noteOf(const Space& space, const view::SpaceFigures& figures) {
  if (!figures.trouble.empty()) return {};  // the heading says it
  QStringList words;
  for (size_t i = 0; i < figures.constraints.size(); ++i)
    if (figures.constraints[i].empties)
      words.append(tr("Constraint %1 removes the last: %2")
                       .arg(i + 1)
                       .arg(QString::fromStdString(space.constraints[i].text())));
  if (!figures.allJudged)
    words.append(
        tr("Constraints on limits of the device are not counted: no device is known yet."));
  return words.join(u'\n');
}

void collect(const Error& fault, const std::string& file, std::vector<RowFault>& found) {
  if (fault.place.file == file) {
    static const QRegularExpression path(QStringLiteral("^(parameters|constraints)\\[(\\d+)\\]"));
    RowFault row;
    const auto match = path.match(QString::fromStdString(fault.place.keyPath));
    if (match.hasMatch()) {
      row.list = match.captured(1) == QStringLiteral("parameters") ? RowFault::List::parameters
                                                                   : RowFault::List::constraints;
      row.row = match.captured(2).toInt();
    }
    if (!fault.place.keyPath.empty())
      row.words = QString::fromStdString(fault.place.keyPath) + QStringLiteral(": ");
    row.words += errorWords(fault);
    found.push_back(row);
  }
  for (const Error& further : fault.further)
    collect(further, file, found);
}

}  // namespace

CountWords recordedWords(const Space& space) {
  CountWords words;
  words.heading = tr("%1 combinations of values").arg(numberWords(cartesianSizeOf(space)));
  words.note =
      tr("The candidates are those that were recorded; a recording states no constraints.");
  return words;
}

CountWords countWords(const Space& space, const view::SpaceFigures* figures) {
  CountWords words;
  const QString all = numberWords(cartesianSizeOf(space));
  if (!figures) {
    words.heading = tr("Counting the valid of %1 configurations…").arg(all);
    return words;
  }
  words.note = noteOf(space, *figures);
  if (!figures->trouble.empty()) {
    words.heading = tr("%1 configurations; how many are valid cannot be counted: %2")
                        .arg(all, QString::fromStdString(figures->trouble));
    words.isFault = true;
  } else if (figures->valid == 0) {
    words.heading = tr("None of %1 configurations is valid").arg(all);
    words.isFault = true;
  } else {
    words.heading = tr("%1 valid of %2 configurations").arg(numberWords(figures->valid), all);
  }
  return words;
}

QString limitWords(const Space& space, const std::optional<DeviceInfo>& device) {
  QStringList limits;
  for (const auto& [name, value] : view::limitsUsed(space, device))
    limits.append(QString::fromStdString(name) + u' ' +
                  (value < 0 ? tr("unknown") : numberWords(static_cast<double>(value))));
  if (limits.isEmpty()) return {};
  const QString model = device ? QString::fromStdString(device->model) : tr("no device yet");
  return tr("Device limits (%1): %2").arg(model, limits.join(QStringLiteral(" · ")));
}

QString requirementWords(const Space& space) {
  if (space.requirements.empty()) return {};
  QStringList conditions;
  for (const expression::Expression& one : space.requirements)
    conditions.append(QString::fromStdString(one.text()));
  const qsizetype more = conditions.size() - mostConditions;
  if (more > 0) conditions = conditions.mid(0, mostConditions) << tr("%1 more").arg(more);
  return tr("Requires of each case: %1").arg(conditions.join(QStringLiteral(" · ")));
}

QString errorWords(const Error& error) {
  QString words = QString::fromStdString(error.message);
  if (!error.advice.empty())
    words += QStringLiteral(" (%1)").arg(QString::fromStdString(error.advice));
  return words;
}

std::vector<RowFault> rowFaults(const std::vector<Error>& faults, const std::string& file) {
  std::vector<RowFault> found;
  for (const Error& fault : faults)
    collect(fault, file, found);
  return found;
}

}  // namespace kw
