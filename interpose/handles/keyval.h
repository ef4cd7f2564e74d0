/* keyval.h: keys of attributes that the program has made, kept with its other objects. */
#ifndef FENCEPOST_KEYVAL_H
#define FENCEPOST_KEYVAL_H

#include "interpose/base/mpi_frame.h"
#include "object.h"

/* As object.h takes handles: libraries number all keys as one, whatever they are keys of. */
static inline MPI_Comm keyval_handle(int key) {
  return (MPI_Comm)(intptr_t)key;
}
/* Predefined keys are no program's to set, to delete or to free. */
int keyval_predefined(int key);

#endif
