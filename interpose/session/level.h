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

/* Chooses for this process, once, in MPI_Init. If it chooses LEVEL_PAGES, loads and stores can
 * be followed from then on. */
enum level level_choose(const struct options *o);
/* The level that was chosen, and the reason: "it was asked for". */
enum level level_choice(void);
const char *level_reason(void);
/* The level on which the ranks have agreed (world.h). */
enum level level_agreed(void);
/* The word of --trace for the level. */
const char *level_word(enum level level);
/* Prints, once for all ranks, that they cannot have the level that was asked for by name. */
void level_warn(const struct options *o);

#endif
