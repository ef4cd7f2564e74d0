/* verdicts.h: turns what the checker says of all ranks of a world together into records of
 * findings. */
#ifndef FENCEPOST_VERDICTS_H
#define FENCEPOST_VERDICTS_H

#include "include/progress.h"
#include "report/input/journals.h"

/* Tells the checker what the journals hold, world by world, and adds what it finds to the
 * findings of the ranks. */
void verdicts_add(struct journals *js);

/* Returns what can be said of all worlds that have not ended. Every rank must have told what
 * all its threads do, shortly before; otherwise it is a guess. */
enum progress_outlook verdicts_outlook(struct journals *js);

#endif
