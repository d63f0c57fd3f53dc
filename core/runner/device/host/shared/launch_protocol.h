// SPDX-License-Identifier: GPL-3.0-or-later
// How HostDevice and the launcher in its sandbox talk: two blocks of shared memory and a socket.
//
// The request block is written by HostDevice and only readable in the launcher; the reply block is
// written by the launcher, which holds a candidate: nothing read from it is trusted. A command is
// asked by raising Request::sequence and waking its futex, and answered by setting Reply::sequence
// to the same number. The descriptor of a buffer to be mapped comes over the socket before its
// command. The first answer (sequence 1) says whether the candidate could be loaded. Before it
// holds a candidate, the launcher sends one byte over the socket, with which the kernel gives its
// process id as the runner sees it.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>

namespace kw::host {

// Descriptors inside the launcher.
inline constexpr int requestDescriptor = 3;
inline constexpr int replyDescriptor = 4;
inline constexpr int socketDescriptor = 5;

inline constexpr size_t requestDataBytes = size_t{1} << 20;
inline constexpr uint32_t mostSlots = 1024;  // buffers one module may be launched with
inline constexpr int64_t guardBytes = int64_t{1}
                                      << 20;  // unmapped on both sides of a mapped buffer

enum class Command : uint32_t { load, map, unmap, symbol, launch };
enum class Answer : uint32_t { done, refused, crashed };

struct Argument {
  uint32_t slot;    // of a mapped buffer, or 0: bytes from the data
  uint32_t bytes;   // of the argument as the kernel declares it
  uint64_t offset;  // added to the buffer's address, or place of the bytes in the data
};

struct Operation {
  uint32_t kernel;  // index into KwModule::kernels, where `slot` is 0
  uint32_t slot;    // else: a buffer that is set
  uint32_t grid[3], block[3];
  uint64_t sharedBytes;
  uint64_t arguments;  // place of the first Argument in the data
  uint32_t argumentCount;
  uint32_t pattern;  // repeated over setBytes
  uint64_t setBytes;
};

struct Request {
  std::atomic<uint32_t> sequence;
  Command command;
  // map and unmap
  uint32_t slot;
  uint64_t mapBytes;   // of the whole descriptor
  uint64_t alignment;  // of the byte at usableOffset
  uint64_t usableOffset, usableBytes;
  // symbol: copies `symbolBytes` of the data to symbolOffset of the symbol
  uint32_t symbol;
  uint64_t symbolOffset, symbolBytes, symbolSize;
  // launch: `operationCount` Operations at the data's begin, all of them `repeats` times
  uint32_t operationCount;
  uint32_t repeats;
  uint64_t order;         // of blocks and threads, see launcher/thread_order.h
  uint32_t sharedPoison;  // what shared memory holds before each block; 0: whatever is there
  alignas(64) unsigned char data[requestDataBytes];
};

struct Reply {
  std::atomic<uint32_t> sequence;
  Answer answer;
  uint64_t
      place;  // of a fault in the candidate's shared object, bytes from its begin; 0: not known
  char message[1024];
};

static_assert(std::atomic<uint32_t>::is_always_lock_free);

}  // namespace kw::host
