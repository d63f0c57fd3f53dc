// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/providers/key_field.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QStyle>
#include <QVBoxLayout>
#include <memory>

#include "client/language_model/keyring.h"
#include "widgets/theme/theme.h"

namespace kw {

KeyField::KeyField(QWidget* parent) : QWidget(parent), m_key(new QLineEdit(this)) {
  m_key->setObjectName(QStringLiteral("key.field"));
  m_key->setAccessibleName(tr("Key for the keyring"));
  m_key->setPlaceholderText(tr("a key to store in the desktop's keyring"));
  m_key->setEchoMode(QLineEdit::Password);
  const auto button = [this](const QString& text, const QString& name, auto slot) {
    auto* made = new QPushButton(text, this);
    made->setAccessibleName(name);
    made->setAutoDefault(false);
    connect(made, &QPushButton::clicked, this, slot);
    return made;
  };
  m_store = button(tr("Store"), tr("Store the key in the keyring"), &KeyField::store);
  m_look = button(tr("Look"), tr("See whether the keyring holds a key"), &KeyField::look);
  m_remove = button(tr("Remove"), tr("Remove the key from the keyring"), &KeyField::remove);
  m_store->setObjectName(QStringLiteral("key.store"));
  m_look->setObjectName(QStringLiteral("key.look"));
  m_remove->setObjectName(QStringLiteral("key.remove"));
  m_said = new QLabel(this);
  m_said->setObjectName(QStringLiteral("key.said"));
  m_said->setTextFormat(Qt::PlainText);
  m_said->setWordWrap(true);
  m_said->hide();
  auto* row = new QHBoxLayout;
  row->setSpacing(spacing::between);
  row->addWidget(m_key, 1);
  for (QPushButton* one : {m_store, m_look, m_remove})
    row->addWidget(one);
  auto* rows = new QVBoxLayout(this);
  rows->setContentsMargins(0, 0, 0, 0);
  rows->setSpacing(spacing::within);
  rows->addLayout(row);
  rows->addWidget(m_said);
  connect(m_key, &QLineEdit::returnPressed, this, &KeyField::store);
}

void KeyField::setProvider(const QString& name) {
  if (name == m_provider) return;
  m_provider = name;
  m_job.cancel();
  m_key->clear();
  m_said->hide();
}

void KeyField::begin(const QString& doing) {
  say(tr("%1. The desktop may ask you to unlock the keyring.").arg(doing), "secondary");
}

void KeyField::store() {
  QByteArray bytes = m_key->text().trimmed().toUtf8();
  m_key->clear();
  if (m_provider.isEmpty()) return say(tr("Give the provider a name first."), "failed");
  auto key = std::make_shared<language::Secret>(
      std::string_view(bytes.constData(), static_cast<size_t>(bytes.size())));
  language::wipeText(bytes.data(), static_cast<size_t>(bytes.size()));
  begin(tr("Storing the key"));
  m_job.start([key, name = m_provider.toStdString()](
                  std::stop_token stop) { return language::storeKeyInKeyring(name, *key, stop); },
              [this](const Status& status) {
                if (!went(status)) return;
                say(tr("The keyring holds the key of '%1'.").arg(m_provider), "verified");
                Q_EMIT stored();
              });
}

void KeyField::look() {
  begin(tr("Looking into the keyring"));
  m_job.start(
      [name = m_provider.toStdString()](std::stop_token stop) -> Result<bool> {
        KW_ASSIGN(const language::Secret key, language::keyInKeyring(name, stop));
        return !key.empty();
      },
      [this](const Result<bool>& found) {
        if (!found)
          went(fail(found.error()));
        else if (*found)
          say(tr("The keyring holds a key of '%1'.").arg(m_provider), "verified");
        else
          say(tr("The keyring holds no key of '%1'.").arg(m_provider), "secondary");
      });
}

void KeyField::remove() {
  begin(tr("Removing the key"));
  m_job.start([name = m_provider.toStdString()](
                  std::stop_token stop) { return language::removeKeyFromKeyring(name, stop); },
              [this](const Status& status) {
                if (went(status))
                  say(tr("The keyring holds no key of '%1'.").arg(m_provider), "secondary");
              });
}

bool KeyField::went(const Status& status) {
  if (!status) {
    const Error& error = status.error();
    QString text = QString::fromStdString(error.message);
    if (!error.advice.empty())
      text += QStringLiteral(" (%1)").arg(QString::fromStdString(error.advice));
    if (!text.isEmpty()) text[0] = text[0].toUpper();
    say(text, "failed");
  }
  return status.has_value();
}

void KeyField::say(const QString& text, const char* role) {
  m_said->setText(text);
  m_said->setProperty("role", role);
  m_said->style()->unpolish(m_said);
  m_said->style()->polish(m_said);
  m_said->show();
}

}  // namespace kw
