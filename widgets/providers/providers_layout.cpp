// SPDX-License-Identifier: GPL-3.0-or-later
// What the dialog consists of.
#include <QDialogButtonBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QListWidget>
#include <QPushButton>
#include <QScrollArea>
#include <QVBoxLayout>

#include "widgets/providers/key_field.h"
#include "widgets/providers/provider_fields.h"
#include "widgets/providers/providers_dialog.h"
#include "widgets/theme/theme.h"

namespace kw {

namespace {

QPushButton* namedButton(const QString& text, const QString& name, QWidget* parent) {
  auto* made = new QPushButton(text, parent);
  made->setObjectName(name);
  made->setAutoDefault(false);
  return made;
}

QLabel* plainLabel(const QString& name, QWidget* parent) {
  auto* label = new QLabel(parent);
  label->setObjectName(name);
  label->setTextFormat(Qt::PlainText);
  label->setWordWrap(true);
  return label;
}

}  // namespace

ProvidersDialog::ProvidersDialog(QWidget* parent) : QDialog(parent) {
  setObjectName(QStringLiteral("providersDialog"));
  setWindowTitle(tr("Language models"));
  auto* rows = new QVBoxLayout(this);
  rows->setContentsMargins(spacing::panel, spacing::panel, spacing::panel, spacing::panel);
  rows->setSpacing(spacing::groups);
  auto* halves = new QHBoxLayout;
  halves->setSpacing(spacing::groups);
  halves->addWidget(makeList());
  halves->addWidget(makePage(), 1);
  rows->addLayout(halves, 1);
  m_said = plainLabel(QStringLiteral("providers.said"), this);
  m_save = namedButton(tr("Save"), QStringLiteral("providers.save"), this);
  m_save->setProperty("accent", true);
  auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
  buttons->button(QDialogButtonBox::Close)->setAutoDefault(false);
  buttons->addButton(m_save, QDialogButtonBox::ActionRole);
  connect(buttons, &QDialogButtonBox::rejected, this, &ProvidersDialog::reject);
  connect(m_save, &QPushButton::clicked, this, &ProvidersDialog::save);
  auto* foot = new QHBoxLayout;
  foot->setSpacing(spacing::between);
  foot->addWidget(m_said, 1);
  foot->addWidget(buttons);
  rows->addLayout(foot);
  const Theme& theme = Theme::instance();
  resize(theme.scaled(860), theme.scaled(640));
  setChanged(false);
  load();
}

QWidget* ProvidersDialog::makeList() {
  auto* side = new QWidget(this);
  m_list = new QListWidget(side);
  m_list->setObjectName(QStringLiteral("providers.list"));
  m_list->setAccessibleName(tr("Providers"));
  m_add = namedButton(tr("New"), QStringLiteral("providers.add"), side);
  m_remove = namedButton(tr("Remove"), QStringLiteral("providers.remove"), side);
  connect(m_add, &QPushButton::clicked, this, &ProvidersDialog::add);
  connect(m_remove, &QPushButton::clicked, this, &ProvidersDialog::remove);
  connect(m_list, &QListWidget::currentRowChanged, this, &ProvidersDialog::choose);
  auto* buttons = new QHBoxLayout;
  buttons->setSpacing(spacing::between);
  buttons->addWidget(m_add);
  buttons->addWidget(m_remove);
  auto* rows = new QVBoxLayout(side);
  rows->setContentsMargins(0, 0, 0, 0);
  rows->setSpacing(spacing::between);
  rows->addWidget(m_list, 1);
  rows->addLayout(buttons);
  side->setFixedWidth(Theme::instance().scaled(230));
  return side;
}

QWidget* ProvidersDialog::makePage() {
  auto* area = new QScrollArea(this);
  area->setFrameShape(QFrame::NoFrame);
  area->setWidgetResizable(true);
  area->setFocusPolicy(Qt::NoFocus);
  area->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  auto* page = new QWidget(area);
  auto* rows = new QVBoxLayout(page);
  rows->setContentsMargins(0, 0, spacing::between, 0);
  rows->setSpacing(spacing::groups);
  m_fields = new ProviderFields(page);
  m_key = new KeyField(m_fields);
  rows->addWidget(m_fields);
  m_fields->addRow(tr("Keyring"), m_key);
  m_fields->addRow({}, makeTestRow());
  rows->addStretch(1);
  area->setWidget(page);
  connect(m_fields, &ProviderFields::changed, this, [this] {
    setChanged(true);
    m_key->setProvider(m_fields->name());
  });
  connect(m_key, &KeyField::stored, this, [this] {
    m_fields->setKeyInKeyring(true);
    save();
  });
  return area;
}

QWidget* ProvidersDialog::makeTestRow() {
  auto* row = new QWidget(this);
  m_test = namedButton(tr("Test connection"), QStringLiteral("providers.test"), row);
  m_test->setToolTip(tr("Asks for one word: a real request, which may cost a few tokens"));
  m_stop = namedButton(tr("Stop"), QStringLiteral("providers.stop"), row);
  m_stop->setAccessibleName(tr("Stop the test"));
  m_stop->hide();
  m_answer = plainLabel(QStringLiteral("providers.answer"), row);
  connect(m_test, &QPushButton::clicked, this, &ProvidersDialog::test);
  connect(m_stop, &QPushButton::clicked, this, &ProvidersDialog::stopTest);
  connect(&m_testing, &Job::runningChanged, this, [this](bool running) {
    m_stop->setVisible(running);
    m_test->setEnabled(!running);
  });
  auto* layout = new QHBoxLayout(row);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(spacing::between);
  layout->addWidget(m_test, 0, Qt::AlignTop);
  layout->addWidget(m_stop, 0, Qt::AlignTop);
  layout->addWidget(m_answer, 1, Qt::AlignVCenter);
  return row;
}

}  // namespace kw
