/* gate_visit.h: lets each thread of the process run a function, in a signal handler. */
#ifndef FENCEPOST_GATE_VISIT_H
#define FENCEPOST_GATE_VISIT_H

#include <ucontext.h>

/* Every thread but the calling one calls `visit`, also those that are made meanwhile. `context`
 * is what the thread is doing. Calls that wait go on waiting. Returns 0, or -1 if some thread
 * has not answered within seconds. Not for signal handlers. */
int gate_visit_threads(void (*visit)(ucontext_t *context));

#endif
