/* scene.h: all that was told, in order, and with what is missing. */
#ifndef FENCEPOST_SCENE_H
#define FENCEPOST_SCENE_H

#include "standstill.h"

/* The first time it sorts what was fed and finds what each thread waits for; what is fed later
 * is ignored. NULL: nothing is known, or there is no memory. */
struct scene *scene_settle(struct progress *p);

#endif
