/* play.h: plays a program to the real checker, with one `struct check` for each rank, and keeps
 * what it finds. What ranks tell each other goes through the codec. Messages from one rank to
 * another are delivered in the order in which they were sent, otherwise at any time. If a call
 * may be fed only after certain messages, exactly these are delivered before. */
#ifndef ORACLE_PLAY_H
#define ORACLE_PLAY_H

#include "include/finding.h"
#include "program.h"

struct said {
  enum slug slug;
  int call[2]; /* -1: the finding's location is no call of the program */
  char message[FINDING_TEXT];
};
struct played {
  const char *trouble; /* why it could not be played to its end; NULL: it was */
  int count;
  struct said *item; /* the caller frees it */
};

void play(const struct program *p, int model, struct played *out);
const char *slug_name(enum slug slug);

#endif
