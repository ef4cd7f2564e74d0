/* scene.h: everything that was told, in order, together with what is missing. */
#ifndef FENCEPOST_SCENE_H
#define FENCEPOST_SCENE_H

#include "standstill.h"

/* The first call sorts what was fed, and finds what each thread waits for. Events that are fed
 * later are ignored. NULL: nothing is known, or there is no memory. */
struct scene *scene_settle(struct progress *p);

#endif
