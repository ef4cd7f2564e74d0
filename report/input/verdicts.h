/* verdicts.h: turns what the checker says of all ranks of a world together into records of
 * findings. */
#ifndef FENCEPOST_VERDICTS_H
#define FENCEPOST_VERDICTS_H

#include "journals.h"

/* Tells the checker what the journals hold, world by world, and adds what it finds to the
 * findings of the ranks. */
void verdicts_add(struct journals *js);

/* Returns whether it is certain that no rank that has not ended will ever go on, as the
 * journals tell it. Every rank must have told what all its threads do, shortly before. */
int verdicts_never(struct journals *js);

#endif
