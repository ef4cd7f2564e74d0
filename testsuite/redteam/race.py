"""The program that all hostile submissions are made of: rank 0 puts a number into the window of rank
1, which stores there in the same epoch. Each submission tries to get the points all the same."""

HEAD = r'''#define _GNU_SOURCE
#include <mpi.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <unistd.h>
static int rank, *memory;
static MPI_Win win;
'''
MAIN = r'''
int main(int argc, char **argv) {
  int value = 5;
  (void)argc, (void)argv;
  @BEGIN@
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  @MAKE@
  @INIT@
  MPI_Win_fence(0, win);
  if (rank == 0) { @PUT@ }
  if (rank == 1) { @TOUCH@ }
  MPI_Win_fence(0, win);
  @LAST@
  if (rank == 0) puts("right");
  @FREE@
  @END@
}
'''
PARTS = {
    'BEGIN': '', 'INIT': '', 'LAST': '', 'TOUCH': 'memory[0] = 7;',
    'MAKE': 'MPI_Win_allocate(16384, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);',
    'PUT': 'MPI_Put(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, win);',
    'FREE': 'MPI_Win_free(&win);', 'END': 'MPI_Finalize(); return 0;'}


def program(top='', **parts):
    """Pieces of C that take the place of those above; `top` stands before main."""
    text = MAIN
    for name, part in {**PARTS, **parts}.items():
        text = text.replace(f'@{name}@', part)
    return HEAD + top + text


RIGHT = program(TOUCH='')
