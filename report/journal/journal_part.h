/* journal_part.h: what journal.c and journal_finding.c share. */
#ifndef FENCEPOST_JOURNAL_PART_H
#define FENCEPOST_JOURNAL_PART_H

#include <pthread.h>

#include "journal.h"
#include "keeper.h"

struct seen;
struct windows_made; /* journal_history.c */

struct journal {
  pthread_mutex_t lock;
  int fd, failed; /* failed: the errno that has ended writing */
  int back;       /* file descriptor for reading; -1: not open */
  struct journal_line last;
  off_t size; /* of the file */
  json_int_t findings;
  struct seen *seen;
  struct windows_made *windows;
  struct keeper *keeper; /* or NULL */
  char *path;
};

/* Like journal_write, with the lock held. */
int journal_write_locked(struct journal *j, json_t *record);
/* Frees the findings. */
void journal_forget(struct journal *j);
void journal_history_forget(struct journal *j);

#endif
