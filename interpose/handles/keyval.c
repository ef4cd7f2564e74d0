#include "keyval.h"
#include <stddef.h>
#include "interpose/base/mpi_call.h"
#include "interpose/stack/python.h"

int keyval_predefined(int key) {
  const int keys[] = {MPI_TAG_UB,
                      MPI_HOST,
                      MPI_IO,
                      MPI_WTIME_IS_GLOBAL,
                      MPI_APPNUM,
                      MPI_LASTUSEDCODE,
                      MPI_UNIVERSE_SIZE,
                      MPI_WIN_BASE,
                      MPI_WIN_SIZE,
                      MPI_WIN_DISP_UNIT,
                      MPI_WIN_CREATE_FLAVOR,
                      MPI_WIN_MODEL};
  for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
    if (keys[i] == key)
      return 1;
  return 0;
}

/* mpi4py makes keys of its own and keeps them to the end. */
#define MAKES(Name, argument)                                                                  \
  void keyval_leave_##Name(struct frame *f);                                                   \
  void keyval_leave_##Name(struct frame *f) {                                                  \
    const struct args_##Name *a = f->args;                                                     \
    if (f->rc == MPI_SUCCESS && a->argument && !python_here()) {                               \
      MPI_Comm handle = keyval_handle(*a->argument);                                           \
      object_made(f, OBJECT_KEYVAL, &handle);                                                  \
    }                                                                                          \
  }
MAKES(Comm_create_keyval, comm_keyval)
MAKES(Type_create_keyval, type_keyval)
MAKES(Win_create_keyval, win_keyval)
MAKES(Keyval_create, keyval)
