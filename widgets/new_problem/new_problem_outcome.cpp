// SPDX-License-Identifier: GPL-3.0-or-later
// What comes of the answers, as the dialog shows it.
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <algorithm>

#include "base/result/message.h"
#include "widgets/new_problem/argument_rows.h"
#include "widgets/new_problem/fault_label.h"
#include "widgets/new_problem/new_problem_dialog.h"
#include "widgets/new_problem/problem_preview.h"

namespace kw {

namespace {

std::string listed(const std::vector<std::string>& texts) {
  std::string all;
  for (const std::string& one : texts)
    all += (all.empty() ? "" : ", ") + one;
  return all;
}

}  // namespace

void NewProblemDialog::showOutcome(const WorkedOut& out) {
  if (out.draft) showKnown(*out.draft);
  m_preview->showWork(out);
  showFaults(out);
  m_prepared = out.prepared;
  m_make->setEnabled(m_prepared.has_value() && out.faults.empty());
  showVerdict(out);
}

// What the file says stands in the fields until somebody types something else.
void NewProblemDialog::showKnown(const drafting::Draft& draft) {
  // While the instance is being typed, none are known: what was entered stays.
  if (!draft.arguments.empty()) m_arguments->setArguments(draft.arguments);
  const bool isTemplate = !draft.templateHead.empty();
  m_instanceHead->setText(QString::fromStdString(draft.templateHead));
  m_instanceHead->setVisible(isTemplate);
  QLineEdit* instance = m_fields[QStringLiteral("instance")];
  instance->setEnabled(isTemplate);
  instance->setPlaceholderText(!isTemplate              ? tr("this kernel is no template")
                               : draft.instance.empty() ? tr("float, 8")
                                                        : QString::fromStdString(draft.instance));
  const drafting::Geometry& launch = draft.geometry;
  const auto found = [&launch, this](const char* field, const std::string& text) {
    const bool isRead = launch.line > 0 && !text.empty();
    m_fields[QLatin1String(field)]->setPlaceholderText(
        isRead ? tr("%1 (line %2)").arg(QString::fromStdString(text)).arg(launch.line) : QString());
  };
  found("grid", listed(launch.grid));
  found("block", listed(launch.block));
  found("shared-memory", launch.sharedMemory);
}

void NewProblemDialog::showFaults(const WorkedOut& out) {
  static const QString ofArgument = QStringLiteral("argument ");
  QMap<QString, QPair<QString, bool>> faults, ofArguments;
  const auto add = [](QMap<QString, QPair<QString, bool>>& into, const QString& field,
                      const FieldFault& fault) {
    auto& [text, missing] = into[field];
    text += (text.isEmpty() ? "" : "\n") + QString::fromStdString(fault.text);
    missing = fault.isMissing;
  };
  for (const FieldFault& fault : out.faults) {
    const QString field = QString::fromStdString(fault.field);
    if (!field.startsWith(ofArgument)) {
      add(faults, field, fault);
      continue;
    }
    const QString name = field.mid(ofArgument.size());
    const bool known =
        out.draft && std::ranges::any_of(out.draft->arguments, [&](const auto& argument) {
          return argument.name == name.toStdString();
        });
    add(known ? ofArguments : faults, known ? name : QStringLiteral("size"), fault);
  }
  for (auto label = m_faults.begin(); label != m_faults.end(); ++label) {
    const auto fault = faults.value(label.key());
    showFault(**label, fault.first, fault.second);
    m_fields[label.key()]->setAccessibleDescription(fault.first);
  }
  m_arguments->showFaults(ofArguments);
}

void NewProblemDialog::showVerdict(const WorkedOut& out) {
  const auto missing = std::ranges::count_if(out.faults, &FieldFault::isMissing);
  const auto wrong = static_cast<std::ptrdiff_t>(out.faults.size()) - missing;
  for (const FieldFault& fault : out.faults)
    if (fault.field.empty()) return say(QString::fromStdString(fault.text), "failed");
  const auto count = [](std::ptrdiff_t number, const char* what) {
    return QString::fromStdString(counted(number, what));
  };
  if (wrong > 0)
    return say(tr("%1 to mend; see below the fields.").arg(count(wrong, "answer")), "failed");
  if (missing > 0)
    return say(tr("%1 needed still; see below the fields.").arg(count(missing, "answer")),
               "secondary");
  const size_t parameters = out.prepared->written.lifted.space.parameters.size();
  say(parameters > 0 ? tr("No faults. A template with %1 can be tuned.")
                           .arg(count(static_cast<std::ptrdiff_t>(parameters), "parameter"))
                     : tr("No faults. Without a template, it can be verified, but not tuned."),
      "verified");
}

}  // namespace kw
