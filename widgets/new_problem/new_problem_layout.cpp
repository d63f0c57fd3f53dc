// SPDX-License-Identifier: GPL-3.0-or-later
// What the dialog consists of.
#include <QCheckBox>
#include <QDialogButtonBox>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QScrollArea>
#include <QSplitter>
#include <QVBoxLayout>

#include "widgets/new_problem/argument_rows.h"
#include "widgets/new_problem/fault_label.h"
#include "widgets/new_problem/kernel_list.h"
#include "widgets/new_problem/new_problem_dialog.h"
#include "widgets/new_problem/problem_preview.h"
#include "widgets/theme/theme.h"

namespace kw {

namespace {

QLabel* groupTitle(const QString& text, QWidget* parent) {
  auto* label = new QLabel(text, parent);
  QFont bold = Theme::instance().interfaceFont();
  bold.setBold(true);
  label->setFont(bold);
  return label;
}

QFormLayout* formIn(QVBoxLayout& rows) {
  auto* form = new QFormLayout;
  form->setContentsMargins(0, 0, 0, 0);
  form->setSpacing(spacing::between);
  form->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
  rows.addLayout(form);
  return form;
}

// Before a field, whose first line may be higher than a label; all of one width, so that fields of
// several forms stand below each other.
QLabel* titleOf(const QString& text, const QWidget& firstLine, QWidget* parent) {
  auto* label = new QLabel(text, parent);
  label->setMinimumWidth(
      label->fontMetrics().horizontalAdvance(NewProblemDialog::tr("Shared memory")));
  label->setFixedHeight(firstLine.sizeHint().height());
  return label;
}

QPushButton* plainButton(const QString& text, const QString& name, QWidget* parent) {
  auto* button = new QPushButton(text, parent);
  button->setAutoDefault(false);  // Return in a field is the field's
  button->setAccessibleName(name);
  return button;
}

QWidget* inOneRow(QWidget* field, QWidget* beside, QWidget* parent) {
  auto* row = new QWidget(parent);
  auto* layout = new QHBoxLayout(row);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(spacing::between);
  layout->addWidget(field, 1);
  layout->addWidget(beside);
  return row;
}

}  // namespace

void NewProblemDialog::layOut() {
  setAcceptDrops(true);
  auto* rows = new QVBoxLayout(this);
  rows->setContentsMargins(spacing::panel, spacing::panel, spacing::panel, spacing::panel);
  rows->setSpacing(spacing::groups);
  rows->addWidget(makeFileRows());
  auto* halves = new QSplitter(Qt::Horizontal, this);
  halves->setChildrenCollapsible(false);
  halves->addWidget(makeForm());
  m_preview = new ProblemPreview(halves);
  halves->addWidget(m_preview);
  halves->setStretchFactor(0, 1);
  halves->setStretchFactor(1, 1);
  halves->setSizes({Theme::instance().scaled(660), Theme::instance().scaled(500)});
  rows->addWidget(halves, 1);
  m_verdict = new QLabel(this);
  m_verdict->setObjectName(QStringLiteral("newProblem.verdict"));
  m_verdict->setTextFormat(Qt::PlainText);
  m_verdict->setWordWrap(true);
  m_stop = plainButton(tr("Stop reading"), tr("Stop reading the file"), this);
  m_stop->setObjectName(QStringLiteral("newProblem.stop"));
  m_stop->hide();
  auto* buttons = new QDialogButtonBox(QDialogButtonBox::Cancel, this);
  buttons->button(QDialogButtonBox::Cancel)->setAutoDefault(false);
  m_make = plainButton(tr("Make and open"), tr("Make the problem and open it"), this);
  m_make->setObjectName(QStringLiteral("newProblem.make"));
  m_make->setProperty("accent", true);
  m_make->setEnabled(false);
  buttons->addButton(m_make, QDialogButtonBox::ActionRole);
  connect(m_make, &QPushButton::clicked, this, &NewProblemDialog::make);
  connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
  auto* foot = new QHBoxLayout;
  foot->setSpacing(spacing::between);
  foot->addWidget(m_verdict, 1);
  foot->addWidget(m_stop);
  foot->addWidget(buttons);
  rows->addLayout(foot);
  const Theme& theme = Theme::instance();
  resize(theme.scaled(1200), theme.scaled(760));
}

QWidget* NewProblemDialog::makeFileRows() {
  auto* rows = new QWidget(this);
  auto* form = new QFormLayout(rows);
  form->setContentsMargins(0, 0, 0, 0);
  form->setSpacing(spacing::between);
  m_file = new QLineEdit(rows);
  m_file->setObjectName(QStringLiteral("newProblem.file"));
  m_file->setAccessibleName(tr("File with the kernel"));
  m_file->setPlaceholderText(tr("a .cu, .cuh or .cpp file; Return reads it"));
  QPushButton* choose = plainButton(tr("Choose…"), tr("Choose the file"), rows);
  m_file->setAcceptDrops(false);
  m_includes = new QLineEdit(rows);
  m_includes->setObjectName(QStringLiteral("newProblem.includes"));
  m_includes->setAccessibleName(tr("Folders of headers"));
  m_includes->setPlaceholderText(
      tr("only where headers are not found: folders, with colons between"));
  QWidget* file = inOneRow(m_file, choose, rows);
  form->addRow(titleOf(tr("File"), *file, rows), file);
  form->addRow(titleOf(tr("Headers in"), *m_includes, rows), m_includes);
  connect(choose, &QPushButton::clicked, this, &NewProblemDialog::chooseFile);
  connect(m_file, &QLineEdit::returnPressed, this, &NewProblemDialog::read);
  connect(m_includes, &QLineEdit::returnPressed, this, &NewProblemDialog::read);
  return rows;
}

QLineEdit* NewProblemDialog::addField(QFormLayout& form, const QString& field, const QString& title,
                                      const QString& hint, QPushButton* beside) {
  auto* edit = new QLineEdit(m_form);
  edit->setObjectName(QStringLiteral("newProblem.") + field);
  edit->setAccessibleName(title);
  edit->setPlaceholderText(hint);
  edit->setAcceptDrops(false);  // a file dropped here is the dialog's, and no text
  m_fields[field] = edit;
  m_faults[field] = faultLabel(m_form);
  auto* both = new QWidget(m_form);
  auto* rows = new QVBoxLayout(both);
  rows->setContentsMargins(0, 0, 0, 0);
  rows->setSpacing(spacing::within);
  QWidget* firstLine = beside ? inOneRow(edit, beside, both) : edit;
  rows->addWidget(firstLine);
  rows->addWidget(m_faults[field]);
  form.addRow(titleOf(title, *firstLine, m_form), both);
  connect(edit, &QLineEdit::textChanged, this, &NewProblemDialog::workOutSoon);
  return edit;
}

QWidget* NewProblemDialog::makeForm() {
  m_form = new QWidget(this);
  auto* rows = new QVBoxLayout(m_form);
  rows->setContentsMargins(0, 0, spacing::between, 0);
  rows->setSpacing(spacing::between);
  rows->addWidget(groupTitle(tr("Kernel"), m_form));
  m_kernels = new KernelList(m_form);
  rows->addWidget(m_kernels);
  m_instanceHead = new QLabel(m_form);
  m_instanceHead->setTextFormat(Qt::PlainText);
  m_instanceHead->setWordWrap(true);
  m_instanceHead->setFont(Theme::instance().codeFont());
  m_instanceHead->hide();
  rows->addWidget(m_instanceHead);
  addField(*formIn(*rows), QStringLiteral("instance"), tr("Instance"), {});
  rows->addSpacing(spacing::within);
  rows->addWidget(groupTitle(tr("Arguments"), m_form));
  m_arguments = new ArgumentRows(m_form);
  rows->addWidget(m_arguments);
  addField(*formIn(*rows), QStringLiteral("size"), tr("More sizes"),
           tr("that are no arguments: rows=16, 256; width=1024"));
  rows->addSpacing(spacing::within);
  rows->addWidget(groupTitle(tr("Launch"), m_form));
  QFormLayout* launch = formIn(*rows);
  addField(*launch, QStringLiteral("grid"), tr("Grid"), {});
  addField(*launch, QStringLiteral("block"), tr("Block"), {});
  addField(*launch, QStringLiteral("shared-memory"), tr("Shared memory"), {});
  rows->addSpacing(spacing::within);
  rows->addWidget(groupTitle(tr("Problem"), m_form));
  QFormLayout* problem = formIn(*rows);
  addField(*problem, QStringLiteral("oracle"), tr("Oracle"),
           tr("FILE.py with reference(case, inputs); else the source says what is right"));
  QPushButton* choose = plainButton(tr("Choose…"), tr("Choose where the folder is made"), m_form);
  connect(choose, &QPushButton::clicked, this, &NewProblemDialog::chooseFolder);
  QLineEdit* folder =
      addField(*problem, QStringLiteral("folder"), tr("Folder"), tr("is made"), choose);
  connect(folder, &QLineEdit::textEdited, this, [this] { m_folderTouched = true; });
  m_lifts = new QCheckBox(tr("Lift constants into parameters of a template"), m_form);
  m_lifts->setObjectName(QStringLiteral("newProblem.lifts"));
  m_lifts->setChecked(true);
  rows->addWidget(m_lifts);
  rows->addStretch(1);
  m_form->setEnabled(false);
  connect(m_kernels, &KernelList::chosenChanged, this, &NewProblemDialog::chooseKernel);
  connect(m_arguments, &ArgumentRows::changed, this, &NewProblemDialog::workOutSoon);
  connect(m_lifts, &QCheckBox::toggled, this, &NewProblemDialog::workOutSoon);
  auto* area = new QScrollArea(this);
  area->setFrameShape(QFrame::NoFrame);
  area->setWidgetResizable(true);
  area->setMinimumWidth(Theme::instance().scaled(560));
  area->setFocusPolicy(Qt::NoFocus);
  area->setWidget(m_form);
  return area;
}

}  // namespace kw
