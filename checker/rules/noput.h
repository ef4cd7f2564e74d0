/* noput.h: MPI_MODE_NOPUT promises that no operation updates the window of the process that
 * gives it, until its next synchronisation call (section 11.5.5). */
#ifndef FENCEPOST_NOPUT_H
#define FENCEPOST_NOPUT_H

#include "checker/core/state.h"

void noput_fence(struct check *c, const struct window *w, const struct site *update,
                 const struct entry *in);
void noput_post(struct check *c, const struct window *w, const struct site *update,
                const struct post *post);

#endif
