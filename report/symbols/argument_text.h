/* argument_text.h: how the program wrote an argument of a call. */
#ifndef FENCEPOST_ARGUMENT_TEXT_H
#define FENCEPOST_ARGUMENT_TEXT_H

#include "source.h"

/* Returns the text of argument `index` (from 0) of the call of `name` ("MPI_Put") that is at
 * this line, without blanks around it; the caller frees it. NULL if the line does not have just
 * one such call, or the call does not end within some lines: it is text that is looked at, so
 * what a macro hides is not found. Letters of both cases are alike, as in Fortran, where a call
 * may go on after '&'. */
char *argument_text(struct sources *s, const char *file, long line, const char *name,
                    int index);

#endif
