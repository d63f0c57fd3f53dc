// SPDX-License-Identifier: GPL-3.0-or-later
#include "runner/device/host/launcher/buffers.h"

#include <sys/socket.h>
#include <unistd.h>

#include <bit>
#include <cerrno>
#include <cstring>

#include "runner/device/host/launcher/shadow.h"

namespace kw::host {

namespace {

int receiveDescriptor() {
  char byte = 0;
  iovec data{&byte, 1};
  alignas(cmsghdr) char control[CMSG_SPACE(sizeof(int))]{};
  msghdr message{};
  message.msg_iov = &data;
  message.msg_iovlen = 1;
  message.msg_control = control;
  message.msg_controllen = sizeof control;
  ssize_t received = 0;
  do {
    received = ::recvmsg(socketDescriptor, &message, MSG_CMSG_CLOEXEC);
  } while (received < 0 && errno == EINTR);
  const cmsghdr* header = received == 1 ? CMSG_FIRSTHDR(&message) : nullptr;
  if (header == nullptr || header->cmsg_type != SCM_RIGHTS) return -1;
  int descriptor = -1;
  std::memcpy(&descriptor, CMSG_DATA(header), sizeof descriptor);
  return descriptor;
}

}  // namespace

std::string Buffers::map(const Request& request) {
  const int descriptor = receiveDescriptor();
  if (descriptor < 0) return "the descriptor of a buffer did not arrive";
  Mapped& slot = m_slots[request.slot];
  unmap(request.slot);
  slot.mapping = mapGuarded(descriptor, request.mapBytes, request.alignment, request.usableOffset);
  slot.mapBytes = request.mapBytes;
  slot.usableOffset = request.usableOffset;
  slot.usableBytes = request.usableBytes;
  const int problem = errno;
  ::close(descriptor);
  if (slot.mapping.bytes == nullptr)
    return std::string("a buffer could not be mapped: ") + std::strerror(problem);
  const unsigned char *begin = slot.mapping.bytes, *usable = begin + slot.usableOffset;
  shadow::forbid(begin, usable, shadow::outsideBuffer);
  shadow::forbid(usable + slot.usableBytes, begin + slot.mapBytes, shadow::outsideBuffer);
  return {};
}

void Buffers::unmap(uint32_t slot) {
  const Mapped& old = m_slots[slot];
  if (const unsigned char* begin = old.mapping.bytes; begin != nullptr) {
    const unsigned char *usable = begin + old.usableOffset, *end = usable + old.usableBytes;
    shadow::allow(begin, usable);
    shadow::allow(end - std::bit_cast<uintptr_t>(end) % 8, begin + old.mapBytes);
  }
  unmapGuarded(old.mapping);
  m_slots[slot] = {};
}

unsigned char* Buffers::at(uint32_t slot) const {
  const Mapped& mapped = m_slots[slot];
  return mapped.mapping.bytes == nullptr ? nullptr : mapped.mapping.bytes + mapped.usableOffset;
}

}  // namespace kw::host
