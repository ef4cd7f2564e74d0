/* keeper.h: another process that keeps what is written to a journal, so that the program, which
 * can change the file, cannot change what was told. `fencepost grade` is one: it listens at the
 * abstract socket that FENCEPOST_KEEPER names, outside of where the program runs.
 *
 * First comes the name of the journal's file and a newline, then all that is written to the
 * file. What was sent cannot be taken back. The end record has how many lines and bytes the
 * checker has told before it ("told"): if as many have come, none was held back and none was
 * added. While the process lives its descriptor can be neither closed nor replaced, where the
 * system can filter system calls. */
#ifndef FENCEPOST_KEEPER_H
#define FENCEPOST_KEEPER_H

#include <jansson.h>
#include <stddef.h>

struct keeper;

/* NULL if nobody asks for it; or if it cannot be reached, then errno is not 0. */
struct keeper *keeper_open(const char *name);
int keeper_tell(struct keeper *k, const char *lines, size_t n);
/* [lines, bytes] until now. */
json_t *keeper_told(const struct keeper *k);
void keeper_close(struct keeper *k);

/* keeper_guard.c: from now on no system call of this process closes or replaces `fd`. */
void keeper_guard(int fd);

#endif
