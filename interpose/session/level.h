/* level.h: the trace level of this process, and why it has that one.
 *
 * Each process chooses for itself, by --trace, by how its program was built and by what the
 * machine can do; the ranks of a world then agree on what all of them can. The choice and its
 * reason stand in the start record of the journal, so that the report can say both. The levels
 * are the rows of tracers.def. */
#ifndef FENCEPOST_LEVEL_H
#define FENCEPOST_LEVEL_H

#include "interpose/tracers/tracers.h"
#include "report/journal/options.h"

/* Chooses for this process, once, in MPI_Init. If it is LEVEL_PAGES, loads and stores can be
 * followed from here on. */
enum level level_choose(const struct options *o);
/* What was chosen, and the reason: "it was asked for". */
enum level level_choice(void);
const char *level_reason(void);
/* What the ranks have agreed on (world.h). */
enum level level_agreed(void);
/* The word of --trace. */
const char *level_word(enum level level);
/* Prints, once for all ranks, that the level that was asked for by name is not to be had. */
void level_warn(const struct options *o);

#endif
