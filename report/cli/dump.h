/* dump.h: the file that asks the ranks for hang records. Their watchdogs look for it in the
 * directory of the journals. */
#ifndef FENCEPOST_DUMP_H
#define FENCEPOST_DUMP_H

#include "report/journal/folder.h"

struct dump;

/* Creates the file in `dir`, after noting how long the journals are. Returns NULL with
 * errno. */
struct dump *dump_ask(const char *dir);
/* Returns whether every rank has answered since that has a journal and has not come to its end.
 * Reads only what was appended. */
int dump_answered(struct dump *d);
void dump_free(struct dump *d);

/* Asks, and waits for at most `seconds`. pause(context, seconds) waits for so long, and returns
 * whether the program has ended meanwhile. Returns whether all ranks have answered. */
int dump_wait(const char *dir, double seconds, int (*pause)(void *context, double seconds),
              void *context);

#endif
