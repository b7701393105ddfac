// A library to load before MPICH when ranks outnumber cores. MPICH polls without ever giving up the core, so
// that each message of such a run waits for the end of a time slice; this gives the core up whenever a poll
// of UCX found nothing.
#include <dlfcn.h>
#include <sched.h>

extern "C" unsigned ucp_worker_progress(void* worker) {
  using Poll = unsigned (*)(void*);
  static const auto poll = reinterpret_cast<Poll>(dlsym(RTLD_NEXT, "ucp_worker_progress"));
  const unsigned events = poll(worker);
  if (events == 0) sched_yield();
  return events;
}
