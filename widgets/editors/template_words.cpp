// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/editors/template_words.h"

#include <QCoreApplication>
#include <QLocale>
#include <QStringList>

#include "model/formats/wording.h"

namespace kw {

namespace {

constexpr size_t mostValues = 40;  // in a tool tip

QString tr(const char* text) {
  return QCoreApplication::translate("TemplatePanel", text);
}

QString bytesText(int64_t bytes) {
  return tr("%1 B").arg(QLocale().toString(static_cast<qlonglong>(bytes)));
}

}  // namespace

QString resourceWords(const Content& content, const view::CandidateRow* row) {
  if (!row) return tr("Select a candidate to see its registers, shared memory and occupancy.");
  QStringList words;
  if (row->registers >= 0) words.append(tr("%1 registers").arg(row->registers));
  if (row->spills >= 0)
    words.append(row->spills == 0 ? tr("no spills") : tr("%1 spilled").arg(bytesText(row->spills)));
  if (row->staticShared >= 0)
    words.append(tr("%1 static shared").arg(bytesText(row->staticShared)));
  if (row->occupancy >= 0)
    words.append(tr("%1 % occupancy").arg(QLocale().toString(row->occupancy * 100, 'f', 0)));
  const QString label = QString::fromStdString(row->candidate.isTemplate
                                                   ? configurationText(row->candidate.configuration)
                                                   : std::string("Source kernel"));
  QString line = label + QStringLiteral(": ") +
                 (words.isEmpty() ? tr("nothing is known of its resources")
                                  : words.join(QStringLiteral(" · ")));
  const bool older = row->candidate.isTemplate && content.isOpen() &&
                     row->candidate.textHash != content.problem()->templateHash;
  if (older) line += tr(" (of an earlier revision)");
  return line;
}

QString parameterWords(const Parameter& parameter, const Configuration* selected) {
  const auto escaped = [](const std::string& text) {
    return QString::fromStdString(text).toHtmlEscaped();
  };
  QStringList values;
  for (size_t i = 0; i < parameter.values.size() && i < mostValues; ++i)
    values.append(escaped(expression::toText(parameter.values[i])));
  if (parameter.values.size() > mostValues)
    values.append(tr("… %1 in all").arg(parameter.values.size()));
  QString words = QStringLiteral("<p><b>%1</b>").arg(escaped(parameter.name));
  if (!parameter.meaning.empty()) words += QStringLiteral(" – ") + escaped(parameter.meaning);
  words += QStringLiteral("</p><p>") + tr("Values: %1").arg(values.join(QStringLiteral(", "))) +
           QStringLiteral("</p>");
  const ParameterValue* value = selected ? selected->find(parameter.name) : nullptr;
  if (value)
    words += QStringLiteral("<p>") +
             tr("Selected candidate: %1").arg(escaped(expression::toText(*value))) +
             QStringLiteral("</p>");
  return words;
}

}  // namespace kw
