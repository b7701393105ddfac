// Linked into every program of a sanitizer build: the sanitizers ask these functions for their settings.
// MPI libraries keep memory until the process ends and unload their plugins before leaks are looked for,
// which would leave leaks without a module name. So plugins stay loaded, and leaks are forgiven by the name
// of the library.

extern "C" {

// NOLINTBEGIN: the names and the linkage are the sanitizers' and the C library's
int dlclose(void*) noexcept {
  return 0;
}

const char* __asan_default_options() {
  return "fast_unwind_on_malloc=0:detect_stack_use_after_return=0";
}

const char* __ubsan_default_options() {
  return "print_stacktrace=1";
}

const char* __lsan_default_options() {
  return "print_suppressions=0";
}

const char* __lsan_default_suppressions() {
  return "leak:libmpi.so\n"  // Open MPI and what it loads
         "leak:libopen-pal.so\n"
         "leak:libopen-rte.so\n"
         "leak:libpmix.so\n"
         "leak:libevent\n"
         "leak:libhwloc.so\n"
         "leak:libpciaccess\n"
         "leak:libOpenCL.so\n"
         "leak:mca_\n"
         "leak:libmpich.so\n"  // MPICH and its transports
         "leak:libfabric.so\n"
         "leak:libuc\n"
         "leak:libnl-\n"
         "leak:libibverbs.so\n"
         "leak:librdmacm.so\n";
}

/// MPI libraries are not instrumented: what they do between their own threads cannot be judged, and what they
/// hand from a thread to another looks like a race.
const char* __tsan_default_options() {
  return "ignore_noninstrumented_modules=1:history_size=4";
}

const char* __tsan_default_suppressions() {
  return "called_from_lib:libmpich.so\n"
         "called_from_lib:libucp.so\n"
         "called_from_lib:libuct.so\n"
         "called_from_lib:libucs.so\n"
         "race:libmpich.so\n"
         "race:libuc\n"
         "deadlock:libmpich.so\n";
}
// NOLINTEND
}
