/* left.h: buffers of sends whose requests were freed */
#ifndef FENCEPOST_LEFT_H
#define FENCEPOST_LEFT_H

#include "checker/core/state.h"

void left_add(struct check *c, struct request *r);
void left_learned(struct check *c); /* something from another process */

#endif
