/* play.h: plays a program to the real checker, one `struct check` for each rank, and keeps what
 * it finds. What the ranks tell each other goes through the codec and is delivered in the order
 * sent for each pair of ranks, else at any time; a call that must not be fed before something
 * came gets just that much. */
#ifndef ORACLE_PLAY_H
#define ORACLE_PLAY_H

#include "include/finding.h"
#include "program.h"

struct said {
  enum slug slug;
  int call[2]; /* -1: not one of the program's */
  char message[FINDING_TEXT];
};
struct played {
  const char *trouble; /* it could not be played to its end; NULL: it could */
  int count;
  struct said *item; /* to be freed */
};

void play(const struct program *p, int model, struct played *out);
const char *slug_name(enum slug slug);

#endif
