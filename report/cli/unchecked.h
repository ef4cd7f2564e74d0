/* unchecked.h: why nothing in a job came under the checker, from what its processes left in the
 * folder of the journals, or else from the files its command names. */
#ifndef FENCEPOST_UNCHECKED_H
#define FENCEPOST_UNCHECKED_H

#include <stddef.h>

/* One or two sentences without a full stop at the end. */
void unchecked_explain(const char *dir, char **argv, char *out, size_t n);

#endif
