/* circle.h: ranks that wait for each other in a circle. */
#ifndef FENCEPOST_CIRCLE_H
#define FENCEPOST_CIRCLE_H

#include "wait.h"

/* Appends one sentence for each circle of waits in which no rank can go on before another does.
 * Circles that share a rank are told once. Cost: linear in the waits and their peers. */
void circle_sentences(const struct waits *ws, json_t *sentences);

#endif
