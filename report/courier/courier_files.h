/* courier_files.h: the journals that ranks of this host write, as far as they have been sent.
 *
 * Representation: for each file how many of its bytes are sent, and, for journals, a handle of
 * the rank's process. Journals of other hosts, which rank 0 gets in MPI_Finalize, are left out.
 */
#ifndef FENCEPOST_COURIER_FILES_H
#define FENCEPOST_COURIER_FILES_H

#include <stddef.h>

struct courier_files;

/* `dir` must live as long. */
struct courier_files *courier_files_new(const char *dir);
void courier_files_free(struct courier_files *f);
/* Where parts of files go: `part` returns -1 if it cannot be sent. */
struct courier_way {
  int (*part)(void *context, const char *name, long offset, const char *bytes, size_t n);
  void *context;
};
/* Sends what is new in each file, whole lines if its rank lives. Returns -1 if that fails. */
int courier_files_send(struct courier_files *f, const struct courier_way *way);
/* Returns how many ranks there have been, and how many of them live. */
size_t courier_files_ranks(const struct courier_files *f, size_t *living);
void courier_files_signal(const struct courier_files *f, int number);

#endif
