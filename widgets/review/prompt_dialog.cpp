// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/review/prompt_dialog.h"

#include <QCheckBox>
#include <QClipboard>
#include <QDialogButtonBox>
#include <QGuiApplication>
#include <QLabel>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QVBoxLayout>

#include "model/formats/wording.h"
#include "widgets/theme/theme.h"

namespace kw {

namespace {

constexpr QSize usualSize(760, 560);

QPlainTextEdit* textField(const char* name, const QString& accessibleName, QWidget* parent) {
  auto* field = new QPlainTextEdit(parent);
  field->setObjectName(QLatin1String(name));
  field->setAccessibleName(accessibleName);
  field->setFont(Theme::instance().codeFont());
  field->setTabChangesFocus(true);
  return field;
}

QString bytesText(const QString& text) {
  return QString::fromStdString(numberText(static_cast<double>(text.toUtf8().size())));
}

}  // namespace

PromptDialog::PromptDialog(const QString& title, const QString& words, const QString& text,
                           QWidget* parent)
    : QDialog(parent) {
  setWindowTitle(title);
  setAttribute(Qt::WA_DeleteOnClose);
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(spacing::panel, spacing::panel, spacing::panel, spacing::panel);
  column->setSpacing(spacing::between);
  auto* said = new QLabel(words, this);
  said->setObjectName(QStringLiteral("prompt.words"));
  said->setTextFormat(Qt::PlainText);
  said->setWordWrap(true);
  column->addWidget(said);
  m_text = textField("prompt.text", tr("The prompt"), this);
  m_text->setReadOnly(true);
  m_text->setPlainText(text);
  // Read-only texts show no caret otherwise, and could not be read by keyboard.
  m_text->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
  column->addWidget(m_text, 2);
  m_buttons = new QDialogButtonBox(this);
  QPushButton* copy = m_buttons->addButton(tr("&Copy"), QDialogButtonBox::ActionRole);
  copy->setObjectName(QStringLiteral("prompt.copy"));
  copy->setAutoDefault(false);
  connect(copy, &QPushButton::clicked, this,
          [this] { QGuiApplication::clipboard()->setText(m_text->toPlainText()); });
  connect(m_buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
  connect(m_buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
  column->addWidget(m_buttons);
  resize(usualSize);
}

QPushButton* PromptDialog::addAccept(const QString& words) {
  QPushButton* button = m_buttons->addButton(words, QDialogButtonBox::AcceptRole);
  button->setObjectName(QStringLiteral("prompt.accept"));
  button->setProperty("accent", true);
  return button;
}

PromptDialog* PromptDialog::outgoing(const QString& where, const QString& content, bool showsEach,
                                     const QString& remark, QWidget* parent) {
  auto* dialog = new PromptDialog(
      tr("What leaves this machine"),
      tr("This prompt goes to %1: %2 bytes with the source, the template, its space, the device's "
         "figures and what was tried. No key is shown here. Nothing was sent yet.")
              .arg(where, bytesText(content)) +
          (remark.isEmpty() ? QString() : u' ' + remark),
      content, parent);
  dialog->setObjectName(QStringLiteral("dialog.outgoing"));
  dialog->m_showsEach = new QCheckBox(tr("Show each later prompt before it is sent, too"), dialog);
  dialog->m_showsEach->setObjectName(QStringLiteral("prompt.showsEach"));
  dialog->m_showsEach->setChecked(showsEach);
  auto* column = static_cast<QVBoxLayout*>(dialog->layout());
  column->insertWidget(column->count() - 1, dialog->m_showsEach);
  dialog->m_buttons->addButton(tr("Do &not send"), QDialogButtonBox::RejectRole);
  // Whoever hits Return without reading sends nothing: the text has the keys.
  QPushButton* send = dialog->addAccept(tr("&Send it"));
  send->setAutoDefault(false);
  dialog->m_text->setFocus();
  return dialog;
}

PromptDialog* PromptDialog::paste(const QString& prompt, QWidget* parent) {
  auto* dialog = new PromptDialog(
      tr("Carry the prompt to a model"),
      tr("Copy the prompt, give it to a model of your choice, and paste its whole reply below. The "
         "JSON in it is found wherever it stands."),
      prompt, parent);
  dialog->setObjectName(QStringLiteral("dialog.paste"));
  dialog->addReply();
  return dialog;
}

void PromptDialog::addReply() {
  auto* column = static_cast<QVBoxLayout*>(layout());
  auto* label = new QLabel(tr("The &reply"), this);
  m_reply = textField("prompt.reply", tr("The reply"), this);
  m_reply->setPlaceholderText(tr("Paste the reply here"));
  label->setBuddy(m_reply);
  column->insertWidget(column->count() - 1, label);
  column->insertWidget(column->count() - 1, m_reply, 1);
  m_buttons->addButton(tr("&Give up"), QDialogButtonBox::RejectRole);
  QPushButton* take = addAccept(tr("&Take the reply"));
  take->setEnabled(false);
  connect(m_reply, &QPlainTextEdit::textChanged, take,
          [this, take] { take->setEnabled(!m_reply->toPlainText().trimmed().isEmpty()); });
  m_reply->setFocus();
}

PromptDialog* PromptDialog::record(const QString& title, const QString& words, const QString& text,
                                   QWidget* parent) {
  auto* dialog = new PromptDialog(title, words, text, parent);
  dialog->setObjectName(QStringLiteral("dialog.prompts"));
  dialog->m_buttons->addButton(QDialogButtonBox::Close);
  return dialog;
}

QString PromptDialog::reply() const {
  return m_reply ? m_reply->toPlainText() : QString();
}

bool PromptDialog::showsEach() const {
  return m_showsEach && m_showsEach->isChecked();
}

}  // namespace kw
