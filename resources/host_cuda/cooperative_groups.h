// SPDX-License-Identifier: GPL-3.0-or-later
// Cooperative groups on a CPU: the thread block, tiles of a warp, coalesced threads. The grid and
// clusters of blocks are refused.
#pragma once

namespace cooperative_groups {

namespace kw_details {

// A value of any size from one lane, 64 bits at a time.
template <class T>
inline T shuffleAny(unsigned mask, const T& value, unsigned lane) {
  static_assert(std::is_trivially_copyable_v<T>, "a shuffled value must be trivially copyable");
  constexpr size_t words = (sizeof(T) + 7) / 8;
  unsigned long long bits[words] = {};
  __builtin_memcpy(bits, &value, sizeof(T));
  for (unsigned long long& word : bits)
    word = kwShuffle(mask, word, lane);
  T result;
  __builtin_memcpy(&result, bits, sizeof(T));
  return result;
}

// The lane of the n-th set bit.
inline unsigned nthLane(unsigned mask, unsigned n) {
  for (; n > 0 && mask != 0; --n)
    mask &= mask - 1;
  return mask == 0 ? kw_host::laneIndex() : static_cast<unsigned>(__builtin_ctz(mask));
}

// A set of lanes of one warp, ranked by lane.
class Lanes {
 public:
  explicit Lanes(unsigned mask) : m_mask(mask) {}

  unsigned thread_rank() const {
    return static_cast<unsigned>(__builtin_popcount(m_mask & ((1u << kw_host::laneIndex()) - 1u)));
  }
  unsigned size() const { return static_cast<unsigned>(__builtin_popcount(m_mask)); }
  unsigned num_threads() const { return size(); }
  void sync() const { kwSyncWarp(m_mask); }

  template <class T>
  T shfl(const T& value, int rank) const {
    return shuffleAny(m_mask, value, nthLane(m_mask, static_cast<unsigned>(rank) % size()));
  }
  template <class T>
  T shfl_down(const T& value, unsigned delta) const {
    const unsigned rank = thread_rank() + delta;
    return shuffleAny(m_mask, value, rank < size() ? nthLane(m_mask, rank) : kw_host::laneIndex());
  }
  template <class T>
  T shfl_up(const T& value, unsigned delta) const {
    const unsigned rank = thread_rank();
    return shuffleAny(m_mask, value,
                      rank >= delta ? nthLane(m_mask, rank - delta) : kw_host::laneIndex());
  }
  template <class T>
  T shfl_xor(const T& value, unsigned mask) const {
    const unsigned rank = thread_rank() ^ mask;
    return shuffleAny(m_mask, value, rank < size() ? nthLane(m_mask, rank) : kw_host::laneIndex());
  }

  int any(int predicate) const { return kwBallot(m_mask, predicate) != 0; }
  int all(int predicate) const { return kwBallot(m_mask, !predicate) == 0; }
  unsigned ballot(int predicate) const { return ranks(kwBallot(m_mask, predicate)); }
  template <class T>
  unsigned match_any(T value) const {
    return ranks(__match_any_sync(m_mask, value));
  }
  template <class T>
  unsigned match_all(T value, int& predicate) const {
    return ranks(__match_all_sync(m_mask, value, &predicate));
  }

  unsigned kwMask() const { return m_mask; }

 private:
  // Bits by rank instead of by lane.
  unsigned ranks(unsigned lanes) const {
    unsigned result = 0, rank = 0;
    for (unsigned left = m_mask; left != 0; left &= left - 1, ++rank)
      if ((lanes >> __builtin_ctz(left) & 1u) != 0) result |= 1u << rank;
    return result;
  }

  unsigned m_mask;
};

inline unsigned blockRank() {
  return kw_host::threadRank();
}
inline unsigned blockSize() {
  return kwThread.count;
}
// The aligned run of `size` lanes that the caller is in.
inline unsigned tileMask(unsigned size) {
  return size >= 32 ? 0xffffffffu : ((1u << size) - 1u) << (kw_host::laneIndex() & ~(size - 1u));
}

}  // namespace kw_details

class thread_block {
 public:
  using arrival_token = int;
  static void sync() { kwBarrier(KW_BARRIER_PLAIN, 0); }
  static unsigned thread_rank() { return kw_details::blockRank(); }
  static unsigned size() { return kw_details::blockSize(); }
  static unsigned num_threads() { return kw_details::blockSize(); }
  static dim3 group_index() { return dim3(blockIdx.x, blockIdx.y, blockIdx.z); }
  static dim3 thread_index() { return dim3(threadIdx.x, threadIdx.y, threadIdx.z); }
  static dim3 group_dim() { return blockDim; }
  static dim3 dim_threads() { return blockDim; }
};
inline thread_block this_thread_block() {
  return {};
}

class coalesced_group : public kw_details::Lanes {
 public:
  using Lanes::Lanes;
  unsigned meta_group_rank() const { return 0; }
  unsigned meta_group_size() const { return 1; }
};
inline coalesced_group coalesced_threads() {
  return coalesced_group(kwActiveMask());
}

template <unsigned Size, class Parent = void>
class thread_block_tile : public kw_details::Lanes {
  static_assert(Size <= 32 && (Size & (Size - 1)) == 0,
                "tiles of more than one warp cannot run on the host device");

 public:
  thread_block_tile() : Lanes(kw_details::tileMask(Size)) {}
  // A tile may stand for one that remembers its parent, and the other way round.
  template <class Other>
  thread_block_tile(const thread_block_tile<Size, Other>&) : thread_block_tile() {}

  static unsigned thread_rank() { return kw_host::laneIndex() & (Size - 1u); }
  static constexpr unsigned size() { return Size; }
  static constexpr unsigned num_threads() { return Size; }
  // Of the tiles of the block, or of the tile it was cut from.
  static unsigned meta_group_rank() { return parentRank() / Size; }
  static unsigned meta_group_size() { return (parentSize() + Size - 1) / Size; }

 private:
  template <class P>
  struct Of {
    static unsigned rank() { return P::thread_rank(); }
    static unsigned size() { return P::size(); }
  };
  static unsigned parentRank() {
    if constexpr (std::is_void_v<Parent>)
      return kw_details::blockRank();
    else
      return Of<Parent>::rank();
  }
  static unsigned parentSize() {
    if constexpr (std::is_void_v<Parent>)
      return kw_details::blockSize();
    else
      return Of<Parent>::size();
  }
};

// Any of them, as a function's parameter.
class thread_group {
 public:
  thread_group(const thread_block&) : m_isBlock(true), m_lanes(0) {}
  thread_group(const kw_details::Lanes& lanes) : m_isBlock(false), m_lanes(lanes) {}
  void sync() const { m_isBlock ? thread_block::sync() : m_lanes.sync(); }
  unsigned thread_rank() const {
    return m_isBlock ? thread_block::thread_rank() : m_lanes.thread_rank();
  }
  unsigned size() const { return m_isBlock ? thread_block::size() : m_lanes.size(); }
  unsigned num_threads() const { return size(); }

 private:
  bool m_isBlock;
  kw_details::Lanes m_lanes;
};

template <unsigned Size, class Parent>
inline thread_block_tile<Size, Parent> tiled_partition(const Parent&) {
  return {};
}
inline thread_group tiled_partition(const thread_block&, unsigned size) {
  return kw_details::Lanes(kw_details::tileMask(size));
}
template <class Group>
inline coalesced_group binary_partition(const Group& group, bool predicate) {
  const unsigned yes = kwBallot(group.kwMask(), predicate);
  return coalesced_group(predicate ? yes : group.kwMask() & ~yes);
}
template <class Group, class T>
inline coalesced_group labeled_partition(const Group& group, T label) {
  return coalesced_group(__match_any_sync(group.kwMask(), label));
}

template <class Group>
inline void sync(const Group& group) {
  group.sync();
}
template <class Group>
inline unsigned thread_rank(const Group& group) {
  return group.thread_rank();
}
template <class Group>
inline unsigned group_size(const Group& group) {
  return group.size();
}
template <class Group, class Function>
inline void invoke_one(const Group& group, Function function) {
  if (group.thread_rank() == 0) function();
}

struct KW_REFUSED("synchronising the grid (grid_group)") grid_group;
struct KW_REFUSED("a thread block cluster (cluster_group)") cluster_group;
KW_REFUSED("synchronising the grid (this_grid)") void this_grid();
KW_REFUSED("a thread block cluster (this_cluster)") void this_cluster();

}  // namespace cooperative_groups
