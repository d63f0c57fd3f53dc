// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/profiling_tree/policy_editor.h"

#include <QFileInfo>
#include <utility>

#include "base/files/files.h"
#include "base/json/text.h"

namespace kw {

namespace {

constexpr size_t mostBytes = size_t{4} << 20;
constexpr std::string_view editedMark = ", edited";

QString faultOf(const Error& error) {
  return QString::fromStdString(error.text());
}

}  // namespace

class PolicyEditor::Exchange : public QUndoCommand {
 public:
  Exchange(PolicyEditor& editor, PolicyPtr next, QString node, const QString& what)
      : QUndoCommand(what),
        m_editor(editor),
        m_before(editor.policy()),
        m_after(std::move(next)),
        m_node(std::move(node)) {}
  void undo() override { m_editor.take(m_before, m_node); }
  void redo() override { m_editor.take(m_after, m_node); }

 private:
  PolicyEditor& m_editor;
  PolicyPtr m_before, m_after;
  QString m_node;
};

PolicyEditor::PolicyEditor(QObject* parent)
    : QObject(parent), m_policy(std::make_shared<const Policy>(defaultPolicy())) {}

bool PolicyEditor::isDefault() const {
  return m_policy->toJson() == defaultPolicy().toJson();
}

void PolicyEditor::take(PolicyPtr policy, const QString& node) {
  m_policy = std::move(policy);
  Q_EMIT changed(node);
}

void PolicyEditor::push(PolicyPtr next, const QString& node, const QString& what) {
  m_history.push(new Exchange(*this, std::move(next), node, what));
}

// A profile says with which tree it was taken: not with the default one, once that was edited.
std::string PolicyEditor::editedName() const {
  const std::string& name = m_policy->name();
  return name.ends_with(editedMark) ? name : name + std::string(editedMark);
}

QString PolicyEditor::exchange(const PolicyNode& node, const QString& what) {
  const QString id = QString::fromStdString(node.id);
  Result<Policy> next = m_policy->withNode(node, editedName(), catalogue());
  if (!next) return faultOf(next.error());
  push(std::make_shared<const Policy>(*std::move(next)), id, what);
  return {};
}

QString PolicyEditor::setThreshold(const QString& node, double threshold) {
  const PolicyNode* old = m_policy->find(node.toStdString());
  const auto* test = old ? std::get_if<PolicyTest>(&old->what) : nullptr;
  if (!test) return tr("\"%1\" is no test of this tree").arg(node);
  if (test->threshold == threshold) return {};
  PolicyNode next = *old;
  std::get<PolicyTest>(next.what).threshold = threshold;
  return exchange(next, tr("threshold of %1").arg(node));
}

QString PolicyEditor::setMetrics(const QString& node, const std::vector<std::string>& metrics) {
  const PolicyNode* old = m_policy->find(node.toStdString());
  if (!old || std::holds_alternative<PolicyTest>(old->what))
    return tr("\"%1\" of this tree reads no metrics").arg(node);
  if (metricsOf(*old) == metrics) return {};
  PolicyNode next = *old;
  if (auto* leaf = std::get_if<PolicyLeaf>(&next.what))
    leaf->metrics = metrics;
  else
    std::get<PolicyAcquisition>(next.what).metrics = metrics;
  return exchange(next, tr("metrics of %1").arg(node));
}

QString PolicyEditor::setAdvice(const QString& node, const QString& advice) {
  const PolicyNode* old = m_policy->find(node.toStdString());
  const auto* leaf = old ? std::get_if<PolicyLeaf>(&old->what) : nullptr;
  if (!leaf) return tr("\"%1\" is no leaf of this tree").arg(node);
  if (leaf->advice == advice.toStdString()) return {};
  PolicyNode next = *old;
  std::get<PolicyLeaf>(next.what).advice = advice.toStdString();
  return exchange(next, tr("advice of %1").arg(node));
}

QString PolicyEditor::open(const QString& path) {
  const std::string file = path.toStdString();
  Result<std::string> text = files::readText(file, mostBytes);
  if (!text) return faultOf(text.error());
  Result<Policy> read = Policy::read(*text, file, catalogue());
  if (!read) return faultOf(read.error());
  push(std::make_shared<const Policy>(*std::move(read)), {}, tr("opening a tree"));
  m_history.setClean();
  return {};
}

QString PolicyEditor::save(const QString& path) {
  const Policy named = m_policy->named(QFileInfo(path).completeBaseName().toStdString());
  const Status written =
      files::writeAtomically(path.toStdString(), json::writePretty(named.toJson()));
  if (!written) return faultOf(written.error());
  take(std::make_shared<const Policy>(named), {});
  m_history.setClean();
  return {};
}

void PolicyEditor::backToDefault() {
  if (!isDefault())
    push(std::make_shared<const Policy>(defaultPolicy()), {}, tr("back to the default tree"));
}

void PolicyEditor::restore(const QString& text) {
  PolicyPtr next = std::make_shared<const Policy>(defaultPolicy());
  if (!text.isEmpty())
    if (Result<Policy> read = Policy::read(text.toStdString(), "settings", catalogue()))
      next = std::make_shared<const Policy>(*std::move(read));
  m_history.clear();
  take(std::move(next), {});
}

QString PolicyEditor::text() const {
  return isDefault() ? QString() : QString::fromStdString(json::writeLine(m_policy->toJson()));
}

}  // namespace kw
