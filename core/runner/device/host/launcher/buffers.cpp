// SPDX-License-Identifier: GPL-3.0-or-later
#include "runner/device/host/launcher/buffers.h"

#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

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
  slot.usableOffset = request.usableOffset;
  const int problem = errno;
  ::close(descriptor);
  if (slot.mapping.bytes == nullptr)
    return std::string("a buffer could not be mapped: ") + std::strerror(problem);
  return {};
}

void Buffers::unmap(uint32_t slot) {
  unmapGuarded(m_slots[slot].mapping);
  m_slots[slot] = {};
}

unsigned char* Buffers::at(uint32_t slot) const {
  const Mapped& mapped = m_slots[slot];
  return mapped.mapping.bytes == nullptr ? nullptr : mapped.mapping.bytes + mapped.usableOffset;
}

}  // namespace kw::host
