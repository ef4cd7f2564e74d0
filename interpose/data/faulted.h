/* faulted.h: tells the checker of an access that ends the process (EVENT_FAULT): to memory that
 * is not mapped, or that may not be accessed so. */
#ifndef FENCEPOST_FAULTED_H
#define FENCEPOST_FAULTED_H

#include <stdint.h>
#include "interpose/base/thread.h"

/* `registers`: where the thread was interrupted. Called by the watchdog, which nobody needs any
 * more if a lock that this takes is held by the thread that ends. */
void faulted_tell(struct thread *t, uint64_t address, int store, const uint64_t *registers);

#endif
