/* yield.c: a helper linked into MPICH's test programs, so that they can be run with more ranks
 * than there are cores.
 *
 * A rank of MPICH that waits polls UCX without ever sleeping; where it shares a core, it burns its
 * whole time slice before the rank it waits for gets a turn. libmpich calls ucp_worker_progress
 * through the PLT, so the definition in the executable comes first: ask UCX, and when there was
 * nothing to do, let another process run; after a while of nothing, sleep.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <sched.h>
#include <time.h>

#define PATIENCE 2000 /* polls; some milliseconds */
#define NAP 200000    /* ns */

unsigned ucp_worker_progress(void *worker);

static __thread unsigned idle;

static void wait_for_others(unsigned events)
{
    struct timespec nap = { 0, NAP };

    if (events)
        idle = 0;
    else if (++idle < PATIENCE)
        sched_yield();
    else
        nanosleep(&nap, NULL);
}

unsigned ucp_worker_progress(void *worker)
{
    static unsigned (*real)(void *);
    unsigned events = 0;

    if (!real)
        real = (unsigned (*)(void *)) dlsym(RTLD_NEXT, "ucp_worker_progress");
    if (real)
        events = real(worker);
    wait_for_others(events);
    return events;
}
