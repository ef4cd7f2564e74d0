/* yield.c: a helper linked into MPICH's test programs, so that they can be run with more ranks
 * than there are cores.
 *
 * A rank of MPICH that waits polls UCX without ever sleeping; where it shares a core, it burns its
 * whole time slice before the rank it waits for gets a turn. libmpich calls ucp_worker_progress
 * through the PLT, so the definition in the executable comes first: ask UCX, and when there was
 * nothing to do, let another process run.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <sched.h>

typedef unsigned progress_fn(void *worker);

unsigned ucp_worker_progress(void *worker);

unsigned ucp_worker_progress(void *worker)
{
    static progress_fn *real;
    unsigned events = 0;

    if (!real)
        real = (progress_fn *)dlsym(RTLD_NEXT, "ucp_worker_progress");
    if (real)
        events = real(worker);
    if (!events)
        sched_yield();
    return events;
}
