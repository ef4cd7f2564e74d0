/* Orders two ranks where no checker sees it: by a file. One rank calls hidden_signal once,
 * another hidden_wait once; both have called hidden_begin. */
#ifndef HIDDEN_H
#define HIDDEN_H

#include "case.h"
#include <fcntl.h>
#include <unistd.h>

static char hidden_path[64];

static inline void hidden_begin(void) {
  int id = (int)getpid();
  MPI_Bcast(&id, 1, MPI_INT, 0, MPI_COMM_WORLD);
  snprintf(hidden_path, sizeof hidden_path, "/tmp/fencepost-case-%d", id);
}

static inline void hidden_signal(void) {
  close(open(hidden_path, O_CREAT | O_WRONLY, 0600));
}

/* The probe, for what nobody sends, lets the library serve the operations of others meanwhile.
 */
static inline void hidden_wait(void) {
  int flag;
  while (access(hidden_path, F_OK)) {
    MPI_Iprobe(MPI_ANY_SOURCE, 32767, MPI_COMM_WORLD, &flag, MPI_STATUS_IGNORE);
    usleep(100);
  }
  unlink(hidden_path);
}

#endif
