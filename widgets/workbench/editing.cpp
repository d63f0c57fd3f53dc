// SPDX-License-Identifier: GPL-3.0-or-later
// Edits become revisions of the problem, and files.
#include <QCoreApplication>
#include <QPointer>
#include <algorithm>
#include <filesystem>
#include <utility>

#include "base/files/files.h"
#include "client/exports/report_file.h"
#include "client/exports/winner_files.h"
#include "widgets/workbench/workbench.h"

namespace kw {

namespace {

// What lies in a folder that was chosen for the parts may be somebody else's work: only what was
// saved there before, or says the same, is replaced.
Status refuseToReplace(const std::vector<ProblemPart>& parts, const std::vector<ProblemPart>& saved,
                       const std::filesystem::path& folder) {
  for (const ProblemPart& part : parts) {
    const std::filesystem::path path = folder / part.path;
    std::error_code ignored;
    if (!std::filesystem::exists(path, ignored)) continue;
    KW_ASSIGN(const std::string there, files::readText(path));
    const bool isOurs = std::any_of(saved.begin(), saved.end(), [&](const ProblemPart& each) {
      return each.path == part.path && each.content == there;
    });
    if (there == part.content || isOurs) continue;
    return fail(Error{ErrorKind::badInput,
                      path.string() + " is there already and says something else",
                      {},
                      "choose an empty folder, or move the file away"});
  }
  return {};
}

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
  // Called on the session's thread.
  m_session->storeProblem(*m_content.problem(), [self = QPointer<Workbench>(this)](Status stored) {
    if (stored) return;
    QMetaObject::invokeMethod(
        QCoreApplication::instance(),
        [self, error = stored.error()] {
          if (self) Q_EMIT self->failed(tr("Keeping the edit in the session"), error);
        },
        Qt::QueuedConnection);
  });
}

bool Workbench::editsWouldBeLost() const {
  const bool isInSession = m_draft.empty() && (!m_unsaved || (m_session && !m_readOnly));
  return !isInSession && !m_draft.isSaved();
}

void Workbench::writeReport(const QString& file) {
  if (!m_session) return;
  m_sessions.post(
      this,
      [session = m_session, problem = m_content.problem(), path = file.toStdString(),
       shown = shownOn()] {
        return kw::writeReport(*session, *problem, path, shown.deviceId, shown.protocol);
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
       shown = shownOn(), key = id ? m_content.candidates()[*id].key : std::string()] {
        return writeWinner(*session, *problem, path,
                           {.key = key, .deviceId = shown.deviceId, .protocol = shown.protocol});
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
  const std::vector<ProblemPart> parts = m_draft.parts();
  m_sessions.post(
      this,
      [parts, saved = m_draft.saved(), own = m_content.problem()->folder,
       where = std::filesystem::path(folder.toStdString())]() -> Result<std::vector<std::string>> {
        std::error_code ignored;
        if (!std::filesystem::equivalent(where, own, ignored))
          KW_TRY(refuseToReplace(parts, saved, where));
        return writeParts(parts, where);
      },
      [this, parts](Result<std::vector<std::string>> written) {
        if (!written) {
          Q_EMIT failed(tr("Saving the problem"), written.error());
          return;
        }
        m_draft.noteSaved(parts);
        Q_EMIT wrote(strings(*written));
        Q_EMIT saved();
      });
}

}  // namespace kw
