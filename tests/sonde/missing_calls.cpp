// Preloaded into sonde: calls of the system that the variable MISSING names fail with the number of an error,
// as in "flock:38 link:1".
#include <dlfcn.h>
#include <pthread.h>
#include <sys/file.h>
#include <sys/types.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>

namespace {

/// The error with which a call fails; 0 where it does not.
int error_of(const char* call) {
  const char* missing = std::getenv("MISSING");
  const std::string name = std::string(call) + ':';
  const char* found = missing == nullptr ? nullptr : std::strstr(missing, name.c_str());
  return found == nullptr ? 0 : std::atoi(found + name.size());
}

bool fails(const char* call) {
  errno = error_of(call);
  return errno != 0;
}

template <class Function>
Function* real(const char* name) {
  return reinterpret_cast<Function*>(dlsym(RTLD_NEXT, name));
}

}  // namespace

extern "C" {

int flock(int file, int operation) {
  return fails("flock") ? -1 : real<int(int, int)>("flock")(file, operation);
}

int link(const char* from, const char* to) {
  return fails("link") ? -1 : real<int(const char*, const char*)>("link")(from, to);
}

int renameat2(int from_folder, const char* from, int to_folder, const char* to, unsigned flags) {
  if (fails("renameat2")) return -1;
  return real<int(int, const char*, int, const char*, unsigned)>("renameat2")(from_folder, from, to_folder,
                                                                              to, flags);
}

int pthread_create(pthread_t* thread, const pthread_attr_t* attributes, void* (*body)(void*),
                   void* argument) {
  if (const int error = error_of("pthread_create")) return error;
  return real<int(pthread_t*, const pthread_attr_t*, void* (*)(void*), void*)>("pthread_create")(
      thread, attributes, body, argument);
}

}  // extern "C"
