/* door.h: whether the program calls the MPI library past its wrappers, by addresses that it has
 * found itself. Asked only where a process outside keeps the journal (report/journal/keeper.h),
 * that is, of programs that nobody trusts.
 *
 * The library's code can be executed only while some thread is in a wrapper of an MPI call; so
 * it faults if it is called otherwise. If the program did that, or a function of the C library
 * for it, checking stops and says so. The same where the program calls it by a pointer, in a
 * callback of the library or in another thread: such calls are told (hooks.h). Other libraries
 * may (threads of the library's own, handlers of fork and of the ends of threads): then the
 * code can be executed until the next call has been made. Costs two system calls, some
 * microseconds, for each MPI call. */
#ifndef FENCEPOST_DOOR_H
#define FENCEPOST_DOOR_H

#include <signal.h>
#include "interpose/base/internal.h"
#include "interpose/hooks/modules.h"

extern INTERNAL int door_on;

/* Called once, when this library is loaded. */
void door_attach(hooks_target *_Atomic *hook);
/* Called in MPI_Init, when all is ready. */
void door_begin(void);
/* A call begins; the outermost one of the thread has been made. Only with WATCH_DOOR
 * (call_watch.h). */
void door_open(void);
void door_close(void);
/* From now on the code can be executed. Also in the child of a fork, and in handlers of
 * signals. */
void door_end(void);
/* For the handler of SIGSEGV. Returns whether that was the library's code and can be executed
 * now. */
int door_fault(const siginfo_t *info, void *context);

#endif
