/* epoch_name.h: the epoch of a call or an access in a finding: in words, by its kind, and by
 * its number in the rank's history. */
#ifndef FENCEPOST_EPOCH_NAME_H
#define FENCEPOST_EPOCH_NAME_H

#include "checker/core/access.h"

/* Of an access to memory of the window, or to a buffer of an operation on it. `w` may be NULL.
 */
void epoch_of_access(const struct check *c, const struct window *w, const struct access *a,
                     struct finding_location *l);
/* The epochs that the rank of l->site, this one, is in now. */
void epoch_now(const struct window *w, struct finding_location *l);
/* The epoch that it was in at the call l->site. */
void epoch_then(const struct window *w, struct finding_location *l);

#endif
