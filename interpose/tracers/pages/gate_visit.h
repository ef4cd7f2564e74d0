/* gate_visit.h: something done by each thread of the process, in a handler of a signal. */
#ifndef FENCEPOST_GATE_VISIT_H
#define FENCEPOST_GATE_VISIT_H

#include <ucontext.h>

/* `visit` is called by every thread but the calling one, those included that are made
 * meanwhile; `context` is what the thread does. Calls that wait go on waiting. 0, or -1: some
 * thread has not answered within seconds. Not in signal handlers. */
int gate_visit_threads(void (*visit)(ucontext_t *context));

#endif
