// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/source_reading/slice.h"

#include <algorithm>
#include <map>
#include <set>

#include "client/source_reading/framework_types.h"
#include "client/source_reading/known_headers.h"
#include "client/source_reading/twins.h"

namespace kw::reading {

namespace {

using Kind = Piece::Kind;

class Slicer {
 public:
  explicit Slicer(const GatheredSource& source)
      : m_pieces(source.pieces), m_taken(m_pieces.size(), false) {
    for (size_t i = 0; i < m_pieces.size(); ++i) {
      if (m_pieces[i].kind == Kind::define)
        for (const std::string& name : m_pieces[i].declares)
          if (speaksOfDevice(m_pieces[i])) m_deviceMacros.insert(name);
    }
    matchScopes();
    for (size_t i = 0; i < m_pieces.size(); ++i)
      if (isOfUse(i))
        for (const std::string& name : m_pieces[i].declares)
          m_places[name].push_back(i);
  }

  void need(const std::string& name) {
    if (m_needed.insert(name).second) m_waiting.push_back(name);
  }

  void run() {
    do {
      while (!m_waiting.empty()) {
        const std::string name = m_waiting.back();
        m_waiting.pop_back();
        for (const size_t i : m_places[name])
          take(i);
      }
      takeFollowers();
    } while (!m_waiting.empty());
  }

  Slice result() {
    Slice slice;
    dropTwins(slice.replaced);
    std::set<std::string> headers;  // those that stand outside conditions
    const std::string typeNames = frameworkAliases(m_needed, slice.replaced, headers);
    std::string body;
    const std::vector<bool> kept = withScopes();
    for (size_t i = 0; i < m_pieces.size(); ++i) {
      const Piece& piece = m_pieces[i];
      if (piece.kind == Kind::include) {
        if (headers.contains(piece.file)) continue;
        addInclude(piece, kept[i], headers, slice);
      }
      if (kept[i]) body += textOf(piece) + (spaceBehind(i, kept) ? "\n\n" : "\n");
    }
    addMissingHeaders(m_needed, headers, slice.addedHeaders);
    std::string head;
    for (const std::string& header : slice.addedHeaders)
      head += "#include <" + header + ">\n";
    if (!head.empty()) head += "\n";
    slice.text = body.empty() ? body : head + namesOfTheHost(m_needed) + typeNames + body;
    return slice;
  }

 private:
  static bool speaksOfDevice(const Piece& piece) {
    return std::ranges::any_of(piece.uses, [](const std::string& word) {
      return isOneOf(word, {"__device__", "__global__", "__constant__"}) ||
             (word.find("DEVICE") != std::string::npos &&
              word.find("DEVICE_GUARD") == std::string::npos);
    });
  }

  bool isDevice(const Piece& piece) const {
    if (speaksOfDevice(piece) || piece.uses.contains("constexpr")) return true;
    return std::ranges::any_of(
        piece.uses, [&](const std::string& word) { return m_deviceMacros.contains(word); });
  }

  // Whether it can be part of device code.
  bool isOfUse(size_t i) const {
    const Piece& piece = m_pieces[i];
    if (piece.kind == Kind::define) return true;
    if (piece.kind != Kind::declaration) return false;
    if (piece.isFunction || piece.isMacroCall) return isDevice(piece);
    return piece.isType || piece.uses.contains("using") || piece.uses.contains("typedef") ||
           piece.uses.contains("namespace") || piece.uses.contains("const") || isDevice(piece);
  }

  void matchScopes() {
    std::vector<size_t> open;
    m_scope.assign(m_pieces.size(), m_pieces.size());
    for (size_t i = 0; i < m_pieces.size(); ++i) {
      const Kind kind = m_pieces[i].kind;
      const bool leaves = isLeaving(kind);
      if (leaves && !open.empty()) {
        m_scope[i] = open.back();
        if (kind != Kind::otherwise) open.pop_back();
        continue;
      }
      if (leaves) continue;
      if (!open.empty()) m_scope[i] = open.back();
      if (kind == Kind::condition || kind == Kind::open) open.push_back(i);
    }
  }

  // Belongs to the piece that opened the scope.
  static bool isLeaving(Kind kind) {
    return kind == Kind::close || kind == Kind::otherwise || kind == Kind::endCondition;
  }

  void take(size_t i) {
    if (m_taken[i]) return;
    m_taken[i] = true;
    for (const std::string& name : m_pieces[i].uses)
      need(name);
    for (size_t scope = m_scope[i]; scope < m_pieces.size(); scope = m_scope[scope]) {
      if (m_pieces[scope].kind == Kind::condition) takeCondition(scope);
    }
  }

  // What the #if and #elif around it ask for.
  void takeCondition(size_t condition) {
    for (size_t i = condition; i < m_pieces.size(); ++i)
      if (i == condition || (m_scope[i] == condition && m_pieces[i].kind == Kind::otherwise))
        for (const std::string& name : m_pieces[i].uses)
          need(name);
  }

  // What nobody calls by name: operators of needed types, `using namespace`, macros that write
  // device code.
  void takeFollowers() {
    for (size_t i = 0; i < m_pieces.size(); ++i) {
      const Piece& piece = m_pieces[i];
      if (m_taken[i] || piece.kind != Kind::declaration) continue;
      const bool follows = (piece.isOperator && isDevice(piece) && mentionsTakenType(piece)) ||
                           (piece.isMacroCall && isDevice(piece)) ||
                           (piece.isUsingNamespace && namesNeededScope(piece));
      if (follows) take(i);
    }
  }

  bool mentionsTakenType(const Piece& piece) const {
    return std::ranges::any_of(piece.uses, [&](const std::string& name) {
      const auto found = m_places.find(name);
      return found != m_places.end() && std::ranges::any_of(found->second, [&](size_t i) {
               return m_taken[i] && m_pieces[i].isType;
             });
    });
  }

  bool namesNeededScope(const Piece& piece) const {
    for (const std::string& name : piece.uses) {
      if (isOneOf(name, {"std", "cooperative_groups", "nvcuda", "cub", "cute"})) return true;
      for (size_t i = 0; i < m_pieces.size(); ++i)
        if (m_pieces[i].kind == Kind::open && m_pieces[i].uses.contains(name) && holdsTaken(i))
          return true;
    }
    return false;
  }

  bool holdsTaken(size_t scope) const {
    for (size_t i = scope + 1; i < m_pieces.size(); ++i) {
      if (m_scope[i] == scope && m_pieces[i].kind == Kind::close) return false;
      if (m_taken[i]) return true;
    }
    return false;
  }

  // Pieces of one scope are compiled together if no #else stands between them.
  void dropTwins(std::vector<std::string>& replaced) {
    std::map<size_t, size_t> branches;  // of a scope: the latest #else
    std::map<std::pair<size_t, size_t>, std::vector<size_t>> together;
    for (size_t i = 0; i < m_pieces.size(); ++i) {
      if (m_pieces[i].kind == Kind::otherwise) branches[m_scope[i]] = i;
      if (m_taken[i]) together[{m_scope[i], branches[m_scope[i]]}].push_back(i);
    }
    for (const auto& [branch, places] : together)
      for (const Twin& twin : twinsAmong(m_pieces, places)) {
        m_taken[twin.dropped] = false;
        replaced.push_back(twin.says);
      }
  }

  // nvcc takes a framework's qualifiers of functions on constants too; NVRTC does not.
  static std::string textOf(const Piece& piece) {
    const bool isVariable = piece.kind == Kind::declaration && !piece.isFunction && !piece.isType;
    if (!isVariable) return piece.text;
    return replaceIdentifiers(piece.text, {{"C10_HOST_DEVICE", ""}, {"C10_DEVICE", ""}});
  }

  bool keepsInclude(const Piece& piece) const {
    return isCudaHeader(piece.file) && isHeaderNeeded(piece.file, m_needed);
  }

  // The taken pieces with all that encloses them.
  std::vector<bool> withScopes() const {
    std::vector<bool> kept = m_taken;
    for (size_t i = 0; i < m_pieces.size(); ++i)
      if (m_pieces[i].kind == Kind::include && keepsInclude(m_pieces[i])) kept[i] = true;
    for (size_t i = 0; i < m_pieces.size(); ++i) {
      if (!kept[i] || isLeaving(m_pieces[i].kind)) continue;
      for (size_t scope = m_scope[i]; scope < m_pieces.size() && !kept[scope];
           scope = m_scope[scope])
        kept[scope] = true;
    }
    for (size_t i = 0; i < m_pieces.size(); ++i)
      if (isLeaving(m_pieces[i].kind) && m_scope[i] < m_pieces.size()) kept[i] = kept[m_scope[i]];
    return kept;
  }

  void addInclude(const Piece& piece, bool kept, std::set<std::string>& headers,
                  Slice& slice) const {
    if (kept && m_scope[static_cast<size_t>(&piece - m_pieces.data())] == m_pieces.size())
      headers.insert(piece.file);
    if (!kept && !isCudaHeader(piece.file) && !isHostHeader(piece.file)) leave(piece.file, slice);
  }

  static void leave(const std::string& file, Slice& slice) {
    const bool known = std::ranges::find(slice.leftIncludes, file) != slice.leftIncludes.end();
    if (!file.empty() && !known) slice.leftIncludes.push_back(file);
  }

  bool spaceBehind(size_t i, const std::vector<bool>& kept) const {
    if (m_pieces[i].kind != Kind::declaration) return false;
    size_t next = i + 1;
    while (next < kept.size() && !kept[next])
      ++next;
    return m_pieces[i].text.find('\n') != std::string::npos && next < kept.size();
  }

  const std::vector<Piece>& m_pieces;
  std::vector<bool> m_taken;
  std::vector<size_t>
      m_scope;  // the condition or namespace around each; the number of pieces if none
  std::set<std::string> m_deviceMacros;
  std::map<std::string, std::vector<size_t>> m_places;  // where a name is declared
  std::set<std::string> m_needed;
  std::vector<std::string> m_waiting;
};

}  // namespace

Slice sliceOf(const GatheredSource& source, const std::string& kernel,
              const std::vector<std::string>& instance) {
  Slicer slicer(source);
  slicer.need(kernel);
  for (const std::string& text : instance)
    for (const std::string& name : identifiersIn(text))
      slicer.need(name);
  slicer.run();
  return slicer.result();
}

}  // namespace kw::reading
