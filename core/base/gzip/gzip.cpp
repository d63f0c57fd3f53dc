// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/gzip/gzip.h"

// zlib's functions then take what they only read as const.
#define ZLIB_CONST
#include <zlib.h>

#include <algorithm>
#include <limits>

namespace kw::gzip {

namespace {

constexpr int gzipOnly = 16 + MAX_WBITS;
constexpr size_t block = size_t{256} << 10;

const Bytef* bytesOf(std::string_view text) {
  return reinterpret_cast<const Bytef*>(text.data());
}

uInt countOf(size_t bytes) {
  return static_cast<uInt>(std::min<size_t>(bytes, std::numeric_limits<uInt>::max()));
}

class Inflater {
 public:
  Inflater() { m_ready = inflateInit2(&m_stream, gzipOnly) == Z_OK; }
  ~Inflater() { inflateEnd(&m_stream); }
  Inflater(const Inflater&) = delete;
  Inflater& operator=(const Inflater&) = delete;

  bool isReady() const { return m_ready; }

  // Appends what one member holds, at most up to `limit` bytes in `out`; gives how it ended:
  // Z_STREAM_END, Z_OK where the limit was reached, or an error. Takes what it read off `bytes`.
  int member(std::string_view& bytes, std::string& out, size_t limit) {
    int status = inflateReset(&m_stream);
    while (status == Z_OK && out.size() < limit) {
      const size_t before = out.size();
      out.resize(std::min(before + block, limit));
      m_stream.next_in = bytesOf(bytes);
      m_stream.avail_in = countOf(bytes.size());
      m_stream.next_out = reinterpret_cast<Bytef*>(out.data()) + before;
      m_stream.avail_out = countOf(out.size() - before);
      const uInt given = m_stream.avail_in;
      status = inflate(&m_stream, Z_NO_FLUSH);
      bytes.remove_prefix(given - m_stream.avail_in);
      out.resize(out.size() - m_stream.avail_out);
    }
    return status;
  }

 private:
  z_stream m_stream{};
  bool m_ready = false;
};

}  // namespace

bool isCompressed(std::string_view bytes) {
  return bytes.starts_with("\x1f\x8b");
}

Result<Unpacked> unpack(std::string_view bytes, const std::string& fileName, size_t limit) {
  Inflater inflater;
  if (!inflater.isReady()) return fail("zlib could not be set up to unpack '" + fileName + "'");
  Unpacked unpacked;
  // One byte more, to tell a content of exactly `limit` bytes from a larger one.
  const size_t most = limit + 1;
  while (isCompressed(bytes)) {
    const int ended = inflater.member(bytes, unpacked.content, most);
    if (unpacked.content.size() >= most)
      return failInput("unpacked, '" + fileName + "' is larger than the " + std::to_string(limit) +
                       " bytes that are read of such a file");
    if (ended == Z_STREAM_END) continue;
    unpacked.isWhole = false;
    return unpacked;
  }
  // Zeros may follow: files are padded so on tapes and by crashed file systems.
  unpacked.isWhole = bytes.find_first_not_of('\0') == std::string_view::npos;
  return unpacked;
}

Result<std::string> pack(std::string_view content) {
  z_stream stream{};
  constexpr int memoryLevel = 8;
  if (deflateInit2(&stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, gzipOnly, memoryLevel,
                   Z_DEFAULT_STRATEGY) != Z_OK)
    return fail("zlib could not be set up to compress");
  std::string packed;
  int status = Z_OK;
  while (status == Z_OK) {
    const size_t before = packed.size();
    packed.resize(before + block);
    stream.next_in = bytesOf(content);
    stream.avail_in = countOf(content.size());
    stream.next_out = reinterpret_cast<Bytef*>(packed.data()) + before;
    stream.avail_out = countOf(block);
    const uInt given = stream.avail_in;
    status = deflate(&stream, given == content.size() ? Z_FINISH : Z_NO_FLUSH);
    content.remove_prefix(given - stream.avail_in);
    packed.resize(packed.size() - stream.avail_out);
  }
  deflateEnd(&stream);
  if (status != Z_STREAM_END) return fail("zlib could not compress the content");
  return packed;
}

}  // namespace kw::gzip
