// SPDX-License-Identifier: GPL-3.0-or-later
// Edits become revisions of the problem, and files.
#include <filesystem>
#include <utility>

#include "base/files/files.h"
#include "client/exports/report_file.h"
#include "client/exports/winner_files.h"
#include "widgets/workbench/workbench.h"

namespace kw {

namespace {

Result<std::vector<std::string>> writeParts(const std::vector<ProblemPart>& parts,
                                            const std::filesystem::path& folder) {
  std::vector<std::string> written;
  for (const ProblemPart& part : parts) {
    const std::filesystem::path path = folder / part.path;
    KW_TRY(files::makeFolders(path.parent_path()));
    KW_TRY(files::writeAtomically(path, part.content));
    written.push_back(path.string());
  }
  return written;
}

QStringList strings(const std::vector<std::string>& texts) {
  QStringList list;
  for (const std::string& text : texts)
    list.push_back(QString::fromStdString(text));
  return list;
}

}  // namespace

void Workbench::editPart(const QString& path, const QString& text) {
  if (!m_content.isOpen()) return;
  m_draft.setPart(path.toStdString(), text.toStdString());
  m_revising.start([parts = m_draft.parts(), folder = m_draft.folder()](
                       std::stop_token) { return problemFromParts(parts, folder); },
                   [this](Result<LoadedProblem> revision) { takeRevision(std::move(revision)); });
}

void Workbench::takeRevision(Result<LoadedProblem> revision) {
  if (!revision) {
    m_content.setDraftFaults(faultsOf(std::move(revision).error(), m_draft.folder()));
    return;
  }
  const Content::ProblemPtr before = m_content.problem();
  const auto now = std::make_shared<const LoadedProblem>(std::move(*revision));
  m_draft.accept(now);
  m_unsaved = true;
  m_content.setDraftFaults({});
  m_content.setProblem(now);
  // A run that is only starting makes its own revision the head: this one follows when it ends.
  if (m_content.runState() != RunState::starting) storeRevision();
  const bool sameTexts =
      before->sourceHash == now->sourceHash && before->templateHash == now->templateHash;
  if (sameTexts) return;
  if (m_session)
    reload({});
  else
    showResults({}, false);
}

void Workbench::storeRevision() {
  if (!m_session || m_readOnly || !m_unsaved) return;
  m_session->storeProblem(*m_content.problem(), [](Status) {});
}

bool Workbench::editsWouldBeLost() const {
  return !m_draft.empty() || (m_unsaved && (!m_session || m_readOnly));
}

void Workbench::writeReport(const QString& file) {
  if (!m_session) return;
  m_sessions.post(
      this,
      [session = m_session, problem = m_content.problem(), path = file.toStdString()] {
        return kw::writeReport(*session, *problem, path, {}, {});
      },
      [this, file](Status status) {
        if (status)
          Q_EMIT wrote({file});
        else
          Q_EMIT failed(tr("Writing the report"), status.error());
      });
}

void Workbench::exportCandidate(std::optional<view::CandidateId> id, const QString& file) {
  if (!m_session) return;
  m_sessions.post(
      this,
      [session = m_session, problem = m_content.problem(), path = file.toStdString(),
       key = id ? m_content.candidates()[*id].key : std::string()] {
        return writeWinner(*session, *problem, path, key);
      },
      [this](Result<std::vector<std::string>> written) {
        if (written)
          Q_EMIT wrote(strings(*written));
        else
          Q_EMIT failed(tr("Exporting the kernel"), written.error());
      });
}

void Workbench::saveProblem(const QString& folder) {
  if (!m_content.isOpen()) return;
  m_sessions.post(
      this,
      [parts = m_draft.parts(), where = folder.toStdString()] { return writeParts(parts, where); },
      [this](Result<std::vector<std::string>> written) {
        if (!written) {
          Q_EMIT failed(tr("Saving the problem"), written.error());
          return;
        }
        m_unsaved = false;
        Q_EMIT wrote(strings(*written));
      });
}

}  // namespace kw
