// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/providers/provider_fields.h"

#include <QCheckBox>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QLocale>
#include <QVBoxLayout>

#include "base/process/child.h"
#include "base/text/shell_word.h"
#include "widgets/controls/choice_box.h"
#include "widgets/theme/theme.h"

namespace kw {

namespace {

using language::ProviderKind;
using language::ProviderSettings;

constexpr const char* priceKeys[] = {"prices.input", "prices.output", "prices.cached_input"};

QString priceText(const std::optional<double>& price) {
  return price ? QLocale::c().toString(*price, 'g', QLocale::FloatingPointShortest) : QString();
}

std::string commandText(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words)
    text += (text.empty() ? "" : " ") + shellWord(word);
  return text;
}

// "providers[0].base" is the field "base".
QString keyOf(const std::string& path) {
  const size_t dot = path.find("].");
  return QString::fromStdString(dot == std::string::npos ? path : path.substr(dot + 2));
}

}  // namespace

ProviderFields::ProviderFields(QWidget* parent) : QWidget(parent), m_form(new QFormLayout(this)) {
  m_form->setContentsMargins(0, 0, 0, 0);
  m_form->setSpacing(spacing::between);
  m_form->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
  addField(QStringLiteral("name"), tr("Name"), tr("what --provider and the window call it"));
  addChoices();
  addField(QStringLiteral("base"), tr("Address"), QStringLiteral("http://127.0.0.1:8000/v1"));
  addField(QStringLiteral("model"), tr("Model"), tr("its name, as the server knows it"));
  addField(QStringLiteral("command"), tr("Command"), tr("reads a prompt, writes a reply"));
  addField(QStringLiteral("folder"), tr("Folder"), tr("of the recorded replies"));
  addPrices();
  addKeys();
  showProvider({});
}

QLineEdit* ProviderFields::addField(const QString& key, const QString& title, const QString& hint) {
  auto* row = new QWidget(this);
  auto* edit = new QLineEdit(row);
  edit->setObjectName(QStringLiteral("provider.") + key);
  edit->setAccessibleName(title);
  edit->setPlaceholderText(hint);
  auto* fault = new QLabel(row);
  fault->setTextFormat(Qt::PlainText);
  fault->setWordWrap(true);
  fault->setProperty("role", "failed");
  fault->hide();
  auto* lines = new QVBoxLayout(row);
  lines->setContentsMargins(0, 0, 0, 0);
  lines->setSpacing(spacing::within);
  lines->addWidget(edit);
  lines->addWidget(fault);
  m_form->addRow(title, row);
  m_fields[key] = edit;
  m_faults[key] = fault;
  m_rows[key] = row;
  connect(edit, &QLineEdit::textEdited, this, &ProviderFields::changed);
  return edit;
}

void ProviderFields::addChoices() {
  m_kind = new ChoiceBox(this);
  m_kind->setObjectName(QStringLiteral("provider.kind"));
  m_kind->setAccessibleName(tr("Kind"));
  // In the order of ProviderKind.
  m_kind->addItems({tr("A server"), tr("A program"), tr("Recorded replies"),
                    tr("By hand: prompt and reply are copied")});
  m_form->addRow(tr("Kind"), m_kind);
  m_api = new ChoiceBox(this);
  m_api->setObjectName(QStringLiteral("provider.api"));
  m_api->setAccessibleName(tr("Interface of the server"));
  for (const language::Api api : {language::Api::openaiChat, language::Api::openaiResponses,
                                  language::Api::anthropicMessages, language::Api::ollama})
    m_api->addItem(QString::fromStdString(language::apiName(api)));
  m_form->addRow(tr("Interface"), m_api);
  connect(m_kind, &ChoiceBox::activated, this, [this] {
    showKind();
    Q_EMIT changed();
  });
  connect(m_api, &ChoiceBox::activated, this, &ProviderFields::changed);
}

void ProviderFields::addPrices() {
  addField(QString::fromLatin1(priceKeys[0]), tr("Price in"),
           tr("per million tokens; unknown if empty"));
  addField(QString::fromLatin1(priceKeys[1]), tr("Price out"),
           tr("per million tokens; unknown if empty"));
  addField(QString::fromLatin1(priceKeys[2]), tr("Price cached"),
           tr("per million tokens read from a cache; as Price in if empty"));
}

void ProviderFields::addKeys() {
  QLineEdit* variable = addField(QStringLiteral("key_environment"), tr("Key variable"),
                                 tr("an environment variable that holds the key"));
  m_variable = new QLabel(this);
  m_variable->setProperty("role", "secondary");
  m_variable->setWordWrap(true);
  m_form->addRow(QString(), m_variable);
  m_keyring =
      new QCheckBox(tr("Without the variable, ask the desktop's keyring for the key"), this);
  m_keyring->setObjectName(QStringLiteral("provider.keyring"));
  m_form->addRow(QString(), m_keyring);
  m_plainHttp = new QCheckBox(tr("The key may go to another machine unencrypted"), this);
  m_plainHttp->setObjectName(QStringLiteral("provider.plainHttp"));
  m_form->addRow(QString(), m_plainHttp);
  connect(variable, &QLineEdit::textChanged, this, &ProviderFields::showVariable);
  for (QCheckBox* box : {m_keyring, m_plainHttp})
    connect(box, &QCheckBox::clicked, this, &ProviderFields::changed);
}

void ProviderFields::showProvider(const ProviderSettings& settings) {
  m_shown = settings;
  m_kind->setCurrentIndex(static_cast<int>(settings.kind));
  m_api->setCurrentIndex(static_cast<int>(settings.dialect.api));
  const auto put = [this](const char* key, const std::string& text) {
    m_fields[QLatin1String(key)]->setText(QString::fromStdString(text));
  };
  put("name", settings.name);
  put("base", settings.base);
  put("model", settings.dialect.model);
  put("command", commandText(settings.command));
  put("folder", settings.folder);
  put("key_environment", settings.keyEnvironment);
  put(priceKeys[0], priceText(settings.prices.input).toStdString());
  put(priceKeys[1], priceText(settings.prices.output).toStdString());
  put(priceKeys[2], priceText(settings.prices.cachedInput).toStdString());
  m_keyring->setChecked(settings.keyInKeyring);
  m_plainHttp->setChecked(settings.allowsPlainHttp);
  showKind();
  showVariable();
  showFaults(nullptr);
}

ProviderKind ProviderFields::kind() const {
  return static_cast<ProviderKind>(m_kind->currentIndex());
}

void ProviderFields::showKind() {
  const bool isServer = kind() == ProviderKind::http;
  m_form->setRowVisible(m_api, isServer);
  for (const char* key : {"base", "model"})
    m_form->setRowVisible(m_rows[QLatin1String(key)], isServer);
  m_form->setRowVisible(m_plainHttp, isServer);
  m_form->setRowVisible(m_rows[QStringLiteral("command")], kind() == ProviderKind::command);
  m_form->setRowVisible(m_rows[QStringLiteral("folder")], kind() == ProviderKind::recorded);
  const bool hasKey = isServer || kind() == ProviderKind::command;
  m_form->setRowVisible(m_rows[QStringLiteral("key_environment")], hasKey);
  m_form->setRowVisible(m_variable, hasKey);
  m_form->setRowVisible(m_keyring, hasKey);
}

// Whether it is set, never to what.
void ProviderFields::showVariable() {
  const QString name = m_fields[QStringLiteral("key_environment")]->text().trimmed();
  const bool isSet = !name.isEmpty() && qEnvironmentVariableIsSet(name.toLocal8Bit().constData());
  m_variable->setText(name.isEmpty() ? tr("No variable is looked at.")
                      : isSet        ? tr("%1 is set for this program.").arg(name)
                                     : tr("%1 is not set for this program.").arg(name));
}

QString ProviderFields::name() const {
  return m_fields[QStringLiteral("name")]->text().trimmed();
}

void ProviderFields::addRow(const QString& title, QWidget* widget) {
  m_form->addRow(title, widget);
}

void ProviderFields::setKeyInKeyring(bool on) {
  m_keyring->setChecked(on);
}

std::optional<double> ProviderFields::price(const char* key, std::vector<Error>& faults) const {
  const QString text = m_fields[QLatin1String(key)]->text().trimmed();
  if (text.isEmpty()) return std::nullopt;
  bool isNumber = false;
  const double value = QLocale::c().toDouble(text, &isNumber);
  if (isNumber) return value;
  faults.push_back({ErrorKind::badInput,
                    "expected a number such as 1.25, found \"" + text.toStdString() + "\"",
                    Place{{}, 0, 0, key},
                    {}});
  return std::nullopt;
}

void ProviderFields::takeFields(ProviderSettings& settings, std::vector<Error>& faults) const {
  const auto text = [this](const char* key) {
    return m_fields[QLatin1String(key)]->text().trimmed().toStdString();
  };
  settings.name = text("name");
  settings.kind = kind();
  settings.dialect.api = static_cast<language::Api>(m_api->currentIndex());
  settings.base = text("base");
  settings.dialect.model = text("model");
  settings.folder = text("folder");
  settings.keyEnvironment = text("key_environment");
  settings.keyInKeyring = m_keyring->isChecked();
  settings.allowsPlainHttp = m_plainHttp->isChecked();
  auto words = process::splitCommand(text("command"));
  if (words)
    settings.command = std::move(*words);
  else
    faults.push_back({ErrorKind::badInput, words.error().message, Place{{}, 0, 0, "command"}, {}});
  settings.prices.input = price(priceKeys[0], faults);
  settings.prices.output = price(priceKeys[1], faults);
  settings.prices.cachedInput = price(priceKeys[2], faults);
  // Another interface takes a schema in another way: then it is asked for in words.
  if (!language::isOffered(settings.dialect.api, settings.dialect.structuredOutput))
    settings.dialect.structuredOutput = language::StructuredOutput::none;
}

Result<ProviderSettings> ProviderFields::settings() {
  ProviderSettings settings = m_shown;
  std::vector<Error> faults;
  takeFields(settings, faults);
  if (settings.name.empty())
    faults.push_back({ErrorKind::badInput, "expected a name", Place{{}, 0, 0, "name"}, {}});
  // As a file would be read, with the version put to an address that lacks it.
  auto read = language::readProviders(language::writeProviders({settings}), {});
  if (!read) faults.push_back(std::move(read).error());
  if (faults.empty()) {
    showFaults(nullptr);
    return read->front();
  }
  Error error = joined(std::move(faults));
  showFaults(&error);
  return fail(std::move(error));
}

void ProviderFields::showFaults(const Error* error) {
  QMap<QString, QString> texts;
  const auto add = [&texts](const Error& one) {
    QString text = QString::fromStdString(one.message);
    if (!text.isEmpty()) text[0] = text[0].toUpper();
    texts[keyOf(one.place.keyPath)] = text;
  };
  if (error) {
    add(*error);
    for (const Error& further : error->further)
      add(further);
  }
  for (auto label = m_faults.begin(); label != m_faults.end(); ++label) {
    const QString text = texts.value(label.key());
    (*label)->setText(text);
    (*label)->setVisible(!text.isEmpty());
    m_fields[label.key()]->setAccessibleDescription(text);
  }
}

}  // namespace kw
