/* drawn.h: a time line that is complete, as its writers see it: with words and places. */
#ifndef FENCEPOST_DRAWN_H
#define FENCEPOST_DRAWN_H

#include <stdio.h>

#include "interned.h"
#include "track.h"

struct drawn {
  const struct timeline *line;
  const struct journals *journals;
  struct interned *interned;
  const char *title;
};

#define DRAWN_TEXT 320

/* The journal of the track's process, or NULL. */
const struct rank *drawn_rank(const struct drawn *d, const struct track *t);
/* The name of a window, "window 2" if the program gave it none. */
void drawn_window(const struct drawn *d, uint64_t win, char *out, size_t n);
/* What a step is: "MPI_Put(target=1, disp=8)", "store of 8 bytes". */
void drawn_moment(const struct track *t, const struct track_step *m, char *out, size_t n);
/* What an epoch or a state of the copies is. */
void drawn_bar(const struct bar *b, char *out, size_t n);
/* Why a step is marked: the finding's slug; NULL if it is not. */
const char *drawn_mark(const struct track_step *m);

/* What an arrow stands for. */
enum arrow_kind { ARROW_PUT, ARROW_GET, ARROW_UPDATE, ARROW_MESSAGE, ARROW_COLLECTIVE };
struct drawn_arrow {
  const struct track *from, *to;   /* of an operation: origin and target, also of MPI_Get */
  const struct track_step *moment; /* the operation, or the step of the sender */
  uint32_t begin, end;             /* columns */
  enum arrow_kind kind;
};
/* Calls `each` for all arrows. Returns -1 when memory runs out. */
int drawn_arrows(const struct timeline *t, void *context,
                 void (*each)(void *context, const struct drawn_arrow *a));

/* The writers. */
void timeline_page(const struct drawn *d, FILE *out);
void timeline_trace_events(const struct drawn *d, FILE *out);
/* Writes JSON that may stand in a script of a page. */
void drawn_json(const json_t *json, FILE *out);

#endif
