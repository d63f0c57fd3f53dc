// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/language_model/keyring.h"

#include <dlfcn.h>

#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <functional>

#include "base/text/trimmed.h"

namespace kw::language {

namespace {

// What of libsecret's and GLib's interfaces is used, as their documentation declares it.
struct GlibError {
  uint32_t domain;
  int code;
  char* message;
};

struct SecretAttribute {
  const char* name;
  int type;  // 0: a string
};

struct SecretSchema {
  const char* name;
  int flags;
  SecretAttribute attributes[32];
  int reserved;
  void* reserved1[7];
};

constexpr SecretSchema schema{"org.kernelwright.Key", 0, {{"provider", 0}, {nullptr, 0}}, 0, {}};

struct Libsecret {
  char* (*lookup)(const SecretSchema*, void* cancellable, GlibError**, ...) = nullptr;
  int (*store)(const SecretSchema*, const char* collection, const char* label, const char* password,
               void* cancellable, GlibError**, ...) = nullptr;
  int (*clear)(const SecretSchema*, void* cancellable, GlibError**, ...) = nullptr;
  void (*freePassword)(char*) = nullptr;
  void (*freeError)(GlibError*) = nullptr;
  void* (*newCancellable)() = nullptr;
  void (*cancel)(void*) = nullptr;
  void (*unreference)(void*) = nullptr;
  bool whole = false;
};

template <class Function>
bool find(void* library, const char* name, Function*& function) {
  function = reinterpret_cast<Function*>(dlsym(library, name));
  return function != nullptr;
}

// Stays loaded until the process ends. Looking a name up in it finds what it depends on, too.
Libsecret load() {
  Libsecret all;
  const char* const named = std::getenv("KERNELWRIGHT_LIBSECRET");
  void* const library = dlopen(named ? named : "libsecret-1.so.0", RTLD_NOW | RTLD_LOCAL);
  if (!library) return all;
  all.whole = find(library, "secret_password_lookup_sync", all.lookup) &&
              find(library, "secret_password_store_sync", all.store) &&
              find(library, "secret_password_clear_sync", all.clear) &&
              find(library, "secret_password_free", all.freePassword) &&
              find(library, "g_error_free", all.freeError) &&
              find(library, "g_cancellable_new", all.newCancellable) &&
              find(library, "g_cancellable_cancel", all.cancel) &&
              find(library, "g_object_unref", all.unreference);
  return all;
}

const Libsecret& libsecret() {
  static const Libsecret loaded = load();
  return loaded;
}

Status checkLoaded() {
  if (libsecret().whole) return {};
  return failMissing("libsecret, which reaches the desktop's keyring, is not installed here",
                     "install it (Debian and Ubuntu: apt-get install libsecret-1-0), or keep the "
                     "key in an environment variable");
}

// One call that can be stopped.
class Call {
 public:
  explicit Call(const std::stop_token& stop)
      : m_cancellable(libsecret().newCancellable()),
        m_stop(stop),
        m_onStop(stop, [this] { libsecret().cancel(m_cancellable); }) {}
  ~Call() {
    if (m_error) libsecret().freeError(m_error);
    libsecret().unreference(m_cancellable);
  }
  Call(const Call&) = delete;
  Call& operator=(const Call&) = delete;

  void* cancellable() const { return m_cancellable; }
  GlibError** error() { return &m_error; }

  Status outcome() const {
    if (m_stop.stop_requested()) return failCancelled();
    if (!m_error) return {};
    return failMissing("the desktop's keyring does not answer: " +
                           std::string(m_error->message ? m_error->message : "no reason is given"),
                       "log in to a desktop with a keyring (GNOME Keyring, KWallet, KeePassXC) and "
                       "unlock it, or keep the key in an environment variable");
  }

 private:
  void* m_cancellable;
  std::stop_token m_stop;
  GlibError* m_error = nullptr;
  std::stop_callback<std::function<void()>> m_onStop;  // goes before what it cancels
};

}  // namespace

Result<Secret> keyInKeyring(const std::string& provider, std::stop_token stop) {
  KW_TRY(checkLoaded());
  Call call(stop);
  char* const found = libsecret().lookup(&schema, call.cancellable(), call.error(), "provider",
                                         provider.c_str(), nullptr);
  Secret key(found ? trimmed(found, " \t\r\n") : std::string_view());
  if (found) {
    wipeText(found, std::strlen(found));
    libsecret().freePassword(found);
  }
  KW_TRY(call.outcome());
  if (!fitsHeader(key.reveal()))
    return failInput("the key for '" + provider +
                         "' in the keyring has blanks, line breaks or characters outside ASCII "
                         "in it",
                     {}, "store it again");
  return key;
}

Status storeKeyInKeyring(const std::string& provider, const Secret& key, std::stop_token stop) {
  KW_TRY(checkLoaded());
  if (key.empty() || !fitsHeader(key.reveal()))
    return failInput(key.empty() ? "there is no key to store"
                                 : "the key has blanks, line breaks or characters outside ASCII in "
                                   "it",
                     {}, "enter the key alone");
  Call call(stop);
  std::string text(key.reveal());  // with the zero byte that C wants
  const std::string label = "Kernelwright: key of " + provider;
  const int stored =
      libsecret().store(&schema, "default", label.c_str(), text.c_str(), call.cancellable(),
                        call.error(), "provider", provider.c_str(), nullptr);
  wipeText(text.data(), text.size());
  KW_TRY(call.outcome());
  if (stored != 0) return {};
  return failMissing("the keyring did not take the key", "unlock it and store the key again");
}

Status removeKeyFromKeyring(const std::string& provider, std::stop_token stop) {
  KW_TRY(checkLoaded());
  Call call(stop);
  libsecret().clear(&schema, call.cancellable(), call.error(), "provider", provider.c_str(),
                    nullptr);
  return call.outcome();
}

Result<Secret> KeyringKeys::storedKey(const std::string& provider) {
  return keyInKeyring(provider, m_stop);
}

}  // namespace kw::language
