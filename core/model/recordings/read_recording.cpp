// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/recordings/read_recording.h"

#include "base/files/files.h"
#include "base/gzip/gzip.h"
#include "model/recordings/readers.h"

namespace kw {

namespace {

// What a JSON file is that holds no measurements, for the message; "" if it is unknown.
std::string otherFile(const json::Value& root) {
  if (root.find("ConfigurationSpace")) return "a T1 problem file, which holds a space";
  const std::string& format = root["format"].asString();
  return format.empty() ? "" : "a file of \"" + format + "\"";
}

Error unknownFile(std::string what, const std::string& fileName) {
  return Error{ErrorKind::badInput, std::move(what), Place{fileName, 0, 0, {}},
               "Kernel Tuner caches, T4, KTT results and CSV files are read"};
}

Result<ReadRecording> readJson(std::string_view text, const std::string& fileName) {
  const json::PartialValue read = json::parseLeniently(text, fileName, recordings::rowsKeptDepth);
  const json::Value& root = read.value;
  if (recordings::isKernelTunerCache(root)) return recordings::readKernelTunerCache(read, fileName);
  if (recordings::isKttResults(root)) return recordings::readKttResults(read, fileName);
  if (recordings::isT4(root)) return recordings::readT4(read, fileName);
  if (const std::string other = otherFile(root); !other.empty())
    return fail(unknownFile("this is " + other + " and no measurements", fileName));
  if (read.fault) return fail(*read.fault);
  return fail(
      unknownFile("this JSON file is no recording that is known here: it has neither "
                  "\"cache\" nor \"results\" nor \"Results\"",
                  fileName));
}

Result<ReadRecording> readText(std::string_view text, const std::string& fileName) {
  constexpr std::string_view byteOrderMark = "\xEF\xBB\xBF";
  if (text.starts_with(byteOrderMark)) text.remove_prefix(byteOrderMark.size());
  const size_t first = text.find_first_not_of(" \t\r\n");
  if (first == std::string_view::npos) return fail(unknownFile("the file is empty", fileName));
  if (text.starts_with("\xFF\xFE") || text.starts_with("\xFE\xFF"))
    return fail(Error{ErrorKind::badInput, "this text is in UTF-16", Place{fileName, 0, 0, {}},
                      "save it in UTF-8: iconv -f UTF-16 -t UTF-8"});
  if (text.starts_with("SQLite format 3"))
    return fail(Error{ErrorKind::badInput,
                      "this is a session (or another SQLite file), no recording",
                      Place{fileName, 0, 0, {}}, "open it as a session"});
  if (text[first] == '{' || text[first] == '[') return readJson(text, fileName);
  return recordings::readCsv(text, fileName);
}

}  // namespace

Result<ReadRecording> readRecordingBytes(std::string_view bytes, const std::string& fileName) {
  if (!gzip::isCompressed(bytes)) return readText(bytes, fileName);
  KW_ASSIGN(const gzip::Unpacked unpacked, gzip::unpack(bytes, fileName, largestRecording));
  if (!unpacked.isWhole && unpacked.content.empty())
    return failInput("the compressed file breaks off before anything in it can be read",
                     Place{fileName, 0, 0, {}}, "copy it again from where it is whole");
  KW_ASSIGN(ReadRecording read, readText(unpacked.content, fileName));
  if (!unpacked.isWhole && read.report.isWhole) {
    read.report.isWhole = false;
    read.report.notes.push_back("the compressed file is damaged or breaks off");
  }
  return read;
}

Result<ReadRecording> readRecording(const std::filesystem::path& path) {
  KW_ASSIGN(const std::string bytes, files::readText(path, largestRecording));
  return readRecordingBytes(bytes, path.string());
}

}  // namespace kw
