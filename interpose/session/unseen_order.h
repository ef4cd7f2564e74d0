/* unseen_order.h: whether threads of the program may be ordered by means that are not seen.
 *
 * Where code was not built with `fencepost cc`, calls alone tell how its threads are
 * ordered. Atomic operations and loops that wait for a variable do the same without a call. If
 * the program's code has such, its threads must not be accused of races with each other.
 *
 * Some calls are not followed either (pipes, signals that are waited for, futexes of the
 * program): which functions the program refers to tells whether it may make them.
 *
 * The code of the executable and of all files that call MPI is looked at: not that of libraries
 * that do not, as libc, runtimes of OpenMP and Python, whose order is either seen or their own.
 * Files that are loaded later are not looked at. It takes about a tenth of a second for each
 * megabyte of code. */
#ifndef FENCEPOST_UNSEEN_ORDER_H
#define FENCEPOST_UNSEEN_ORDER_H

#include <stdint.h>

/* Returns why threads may be ordered by means that are not seen, NULL: they are not.
 * `hooks_tell`: the atomic operations of what was built with `fencepost cc` are seen. Looks
 * each time it is called; one thread at a time may call it. It must not be called in a handler
 * of a signal, because it takes the loader's lock and reads files. */
const char *unseen_order(int hooks_tell);
/* Whether the threads that this code makes may be ordered by it in ways that are not seen:
 * return addresses, innermost first. The code of libraries that do not call MPI is not looked
 * at, and only that of some is known. Allowed where unseen_order is. */
int unseen_maker(void *const *pc, int depth);
/* Where the last call has found such means; 0: nowhere. */
uintptr_t unseen_order_at(void);

#endif
