/* compiled.h: trace level `compiled`: loads and stores of programs built with `fencepost cc`.
 *
 * Accesses are noted where the checker watches (compiled_watch) and become events when the next
 * event of the process is fed, before it: all of a segment happened between the same two
 * events. Several threads' accesses are taken together. */
#ifndef FENCEPOST_COMPILED_H
#define FENCEPOST_COMPILED_H

#include "include/check.h"
#include "report/journal/options.h"
#include "interpose/hooks/modules.h"

void compiled_attach(struct hooks_modules *modules);
/* Whether the program has hooks. */
int compiled_any(void);
void compiled_begin(const struct options *o);
/* Off for good; also in the child of a fork. */
void compiled_stop(void);

/* At the end: tells the journal what could not be kept. */
void compiled_end(void);

/* With the lock of the world: */
/* What was accessed before `next`. `seq`: of the last event that was fed. */
void compiled_feed(void (*feed)(struct event *e), const struct event *next, uint64_t seq);
void compiled_watch(void *unused, const struct event_run *run, enum watch what);
void compiled_touched(void *unused, const struct event_run *run, int update);
void compiled_unwatch(void *unused, int window);

#endif
