/* dump.h: the file that asks the ranks for hang records: their watchdogs look for it in the
 * directory of the journals. */
#ifndef FENCEPOST_DUMP_H
#define FENCEPOST_DUMP_H

#define DUMP_FILE "dump"

struct dump;

/* Creates the file in `dir`, after noting how far the journals are. NULL with errno. */
struct dump *dump_ask(const char *dir);
/* Whether every rank of which there is a journal, and which has not come to its end, has
 * answered since. Reads only what was appended. */
int dump_answered(struct dump *d);
void dump_free(struct dump *d);

#endif
