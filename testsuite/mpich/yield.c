/* yield.c: a helper linked into MPICH's test programs, so that they can be run with more ranks
 * than there are cores.
 *
 * A rank of MPICH that waits polls UCX and never sleeps. If it shares a core with the rank it waits
 * for, it uses up its whole time slice before that one can run. libmpich calls ucp_worker_progress
 * through the PLT, so it gets the definition in the executable, which is here. This one calls UCX;
 * if there was nothing to do it lets another process run, and after many such calls it sleeps.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <sched.h>
#include <time.h>

#define PATIENCE 2000 /* number of polls before it sleeps; some milliseconds */
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
