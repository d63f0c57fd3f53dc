// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/profiling_tree/node_inspector.h"

#include <QDoubleSpinBox>
#include <QEvent>
#include <QLabel>
#include <QPlainTextEdit>
#include <QSignalBlocker>
#include <QVBoxLayout>
#include <array>
#include <cmath>

#include "model/profile/catalogue.h"
#include "view/profiling_tree/tree_text.h"
#include "widgets/profiling_tree/metric_list.h"
#include "widgets/theme/theme.h"

namespace kw {

namespace {

constexpr int decimals = 4;
constexpr double largest = 1e12;
constexpr int adviceLines = 4;

// Without the zeros that fill up the decimals, and no wider than its panel.
class ThresholdBox : public QDoubleSpinBox {
 public:
  ThresholdBox() { setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed); }
  QString textFromValue(double value) const override {
    QString text = QDoubleSpinBox::textFromValue(value);
    const QString point = locale().decimalPoint();
    while (text.contains(point) && (text.endsWith(QLatin1Char('0')) || text.endsWith(point)))
      text.chop(text.endsWith(point) ? point.size() : 1);
    return text;
  }
};

QString lines(const std::vector<std::string>& texts) {
  QStringList all;
  for (const std::string& text : texts)
    all << QString::fromStdString(text);
  return all.join(QLatin1Char('\n'));
}

QString kindOf(const PolicyNode& node) {
  if (std::holds_alternative<PolicyTest>(node.what)) return NodeInspector::tr("test");
  if (std::holds_alternative<PolicyLeaf>(node.what)) return NodeInspector::tr("leaf");
  return NodeInspector::tr("acquisition");
}

}  // namespace

NodeInspector::NodeInspector(PolicyEditor& editor, QWidget* parent)
    : QScrollArea(parent),
      m_editor(editor),
      m_title(new QLabel),
      m_outcome(new QLabel),
      m_reason(new QLabel),
      m_fault(new QLabel),
      m_thresholdLabel(new QLabel(tr("Yes from this value on"))),
      m_adviceLabel(new QLabel(tr("Advice"))),
      m_metricsLabel(new QLabel(tr("Metrics"))),
      m_threshold(new ThresholdBox),
      m_advice(new QPlainTextEdit),
      m_metrics(new MetricList) {
  setObjectName(QStringLiteral("profilingTree.inspector"));
  setAccessibleName(tr("Node of the tree"));
  setFocusPolicy(Qt::NoFocus);
  setFrameShape(QFrame::NoFrame);
  setWidgetResizable(true);
  setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  m_threshold->setObjectName(QStringLiteral("profilingTree.threshold"));
  m_threshold->setAccessibleName(tr("Threshold"));
  m_threshold->findChild<QWidget*>()->setAccessibleName(m_threshold->accessibleName());
  m_threshold->setRange(-largest, largest);
  m_threshold->setDecimals(decimals);
  m_threshold->setStepType(QAbstractSpinBox::AdaptiveDecimalStepType);
  m_threshold->setKeyboardTracking(false);  // a number that is being typed is none yet
  m_advice->setObjectName(QStringLiteral("profilingTree.advice"));
  m_advice->setAccessibleName(tr("Advice"));
  m_advice->setTabChangesFocus(true);
  m_advice->installEventFilter(this);
  layOut();
  connect(m_threshold, &QDoubleSpinBox::valueChanged, this,
          [this](double value) { say(m_editor.setThreshold(m_node, value)); });
  connect(m_metrics, &MetricList::edited, this, [this](const std::vector<std::string>& metrics) {
    say(m_editor.setMetrics(m_node, metrics));
  });
}

void NodeInspector::layOut() {
  auto* inside = new QWidget;
  auto* column = new QVBoxLayout(inside);
  column->setContentsMargins(spacing::groups, spacing::within, spacing::within, spacing::between);
  column->setSpacing(spacing::within);
  for (QLabel* label : {m_title, m_outcome, m_reason, m_fault, m_adviceLabel, m_metricsLabel})
    label->setWordWrap(true);
  m_title->setObjectName(QStringLiteral("profilingTree.nodeTitle"));
  m_outcome->setObjectName(QStringLiteral("profilingTree.outcome"));
  m_fault->setObjectName(QStringLiteral("profilingTree.fault"));
  m_reason->setProperty("role", QStringLiteral("secondary"));
  m_fault->setProperty("role", QStringLiteral("warning"));
  m_thresholdLabel->setBuddy(m_threshold);
  m_adviceLabel->setBuddy(m_advice);
  m_advice->setFixedHeight(adviceLines *
                               QFontMetrics(Theme::instance().interfaceFont()).lineSpacing() +
                           2 * spacing::between);
  for (QWidget* each :
       std::array<QWidget*, 10>{m_title, m_outcome, m_thresholdLabel, m_threshold, m_fault,
                                m_adviceLabel, m_advice, m_metricsLabel, m_metrics, m_reason})
    column->addWidget(each);
  column->setStretchFactor(m_metrics, 1);
  column->addStretch();
  setWidget(inside);
}

void NodeInspector::show(const PolicyNode& node, const view::WalkedNode* walked,
                         const Profile* profile) {
  m_node = QString::fromStdString(node.id);
  m_title->setText(tr("%1 (%2)").arg(m_node, kindOf(node)));
  const auto* leaf = std::get_if<PolicyLeaf>(&node.what);
  QString outcome = lines(view::outcomeLines(node, walked));
  if (leaf && walked && profile)
    outcome += (outcome.isEmpty() ? QString() : QStringLiteral("\n")) +
               lines(view::leafLines(*leaf, profile));
  m_outcome->setText(outcome);
  m_outcome->setVisible(!outcome.isEmpty());
  m_reason->setText(QString::fromStdString(node.reason));
  showTest(std::get_if<PolicyTest>(&node.what));
  showAdvice(leaf);
  showMetrics(node);
  say({});
}

void NodeInspector::showTest(const PolicyTest* test) {
  m_thresholdLabel->setVisible(test != nullptr);
  m_threshold->setVisible(test != nullptr);
  if (!test) return;
  const QSignalBlocker blocker(m_threshold);
  const Metric* metric = catalogue().find(test->metric);
  m_threshold->setSuffix(metric && !metric->unit.empty()
                             ? QLatin1Char(' ') + QString::fromStdString(metric->unit)
                             : QString());
  // Rounded, it would be another one.
  if (std::abs(m_threshold->value() - test->threshold) > std::pow(10, -decimals) / 2)
    m_threshold->setValue(test->threshold);
}

void NodeInspector::showAdvice(const PolicyLeaf* leaf) {
  m_adviceLabel->setVisible(leaf != nullptr);
  m_advice->setVisible(leaf != nullptr);
  const QString text = leaf ? QString::fromStdString(leaf->advice) : QString();
  if (m_advice->toPlainText() != text) m_advice->setPlainText(text);
}

void NodeInspector::showMetrics(const PolicyNode& node) {
  const bool isTest = std::holds_alternative<PolicyTest>(node.what);
  m_metricsLabel->setVisible(!isTest);
  m_metrics->setVisible(!isTest);
  if (!isTest) m_metrics->setChosen(metricsOf(node));
}

void NodeInspector::edit() {
  QWidget* first = m_threshold->isVisibleTo(this)
                       ? static_cast<QWidget*>(m_threshold)
                       : m_metrics->findChild<QWidget*>(QStringLiteral("profilingTree.metrics"));
  first->setFocus(Qt::OtherFocusReason);
  if (m_threshold->hasFocus()) m_threshold->selectAll();
}

// The advice is taken when the keys leave it.
bool NodeInspector::eventFilter(QObject* watched, QEvent* event) {
  if (watched == m_advice && event->type() == QEvent::FocusOut) takeAdvice();
  return QScrollArea::eventFilter(watched, event);
}

void NodeInspector::takeAdvice() {
  if (m_advice->isVisibleTo(this)) say(m_editor.setAdvice(m_node, m_advice->toPlainText()));
}

void NodeInspector::say(const QString& fault) {
  m_fault->setText(fault);
  m_fault->setVisible(!fault.isEmpty());
}

}  // namespace kw
