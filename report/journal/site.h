/* site.h: the arguments of a call as text, "target=1, disp=8". */
#ifndef FENCEPOST_SITE_H
#define FENCEPOST_SITE_H

#include <stddef.h>
#include "include/finding.h"

#define SITE_ARGS 160

/* Writes what `s` knows of its call's arguments, with the standard's names for them; "" if that
 * is nothing. Always ends with NUL. Allocates nothing. */
void site_args(const struct site *s, char *out, size_t n);

#endif
