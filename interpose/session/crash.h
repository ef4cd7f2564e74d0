/* crash.h: signals that end the process: because of an error in the program, or SIGTERM, by
 * which batch systems and launchers end it.
 *
 * The handler only takes registers, and waits until the watchdog, a thread of its own, has
 * written what is known: a thread that crashes may hold any lock. It waits for a second at
 * most. Then the handler that was there before is installed again, and the signal comes again,
 * so the process ends as it would without us. A handler that the program itself has installed
 * is not replaced; before one of SIGSEGV or SIGBUS stands one of ours that calls it, and a
 * fault is told if the process ends in it (handled.h). Who asks for the handler is told of the
 * one that was there before; and who installs that one again has ours. */
#ifndef FENCEPOST_CRASH_H
#define FENCEPOST_CRASH_H

#include "interpose/hooks/modules.h"

/* Called once, when this library is loaded. */
void crash_attach(hooks_action *_Atomic *hook);

void crash_begin(
    void); /* at the end of MPI_Init, before other handlers of ours are installed */

/* Our handler of SIGSEGV stays from now on, also if the program has one or installs one: that
 * gets the faults that door.h does not know. Returns whether that is possible. */
int crash_keep(void);

/* The watchdog asks now and then whether a thread has crashed, of which the first call after
 * that writes; or whether the process was told to end, of which nothing is written here. Then
 * the watchdog lets it end. */
enum crash_news { CRASH_NONE, CRASH_FOUND, CRASH_TOLD_TO_END, CRASH_FAILED, CRASH_ENDS };
enum crash_news crash_note(void);
/* The MPI library is about to end all processes, and mostly kills them. Lets the watchdog have
 * all of them tell what they do, and returns after that, or after a second: CRASH_FAILED. */
void crash_ask_all(void);
/* The calling thread, perhaps in a handler of a signal, is about to end the process, and no
 * handlers of exit will run. Lets the watchdog call `tell`, and returns after that, or after a
 * second: CRASH_ENDS. */
void crash_ask_end(void (*tell)(void));
/* The calling thread ends the process by exit. If it does so in its handler of a fault, lets
 * the watchdog tell that: CRASH_FAILED. */
void crash_ask_handler(void);
void crash_let_end(void);

#endif
