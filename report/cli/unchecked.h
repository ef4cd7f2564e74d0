/* unchecked.h: explains why nothing in a job was checked, from what its processes left in the
 * folder of the journals, or else from the files that its command names. */
#ifndef FENCEPOST_UNCHECKED_H
#define FENCEPOST_UNCHECKED_H

#include <stddef.h>

/* Writes one or two sentences without a full stop at the end. */
void unchecked_explain(const char *dir, char **argv, char *out, size_t n);

/* Returns whether the file's name is that of a program that starts MPI programs. */
int unchecked_is_launcher(const char *path);

#endif
