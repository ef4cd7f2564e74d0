/* A program that spawns itself, in the way that the first argument names. The spawned processes
 * get it as theirs. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char *how;
static int rank, size;
static MPI_Comm other;

static int is(const char *name) {
  return !strcmp(how, name);
}

/* In a window of both worlds the last process of the first one and the first of the second one
 * put into process 0; `apart`: in two epochs. */
static void put_both(int spawned, int apart) {
  int *memory, value = 1;
  MPI_Comm all;
  MPI_Win win;
  MPI_Intercomm_merge(other, spawned, &all);
  MPI_Win_allocate(16, sizeof *memory, MPI_INFO_NULL, all, &memory, &win);
  MPI_Win_fence(0, win);
  if (!spawned && rank == size - 1)
    MPI_Put(&value, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
  if (apart)
    MPI_Win_fence(0, win);
  if (spawned && rank == 0)
    MPI_Put(&value, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
  MPI_Comm_free(&all);
}

/* In the own world. */
static void put_own(void) {
  int *memory, value = 1;
  MPI_Win win;
  MPI_Win_allocate(16, sizeof *memory, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_fence(0, win);
  if (rank < 2)
    MPI_Put(&value, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
}

static void talk(int spawned) {
  int value[2] = {1, 2}, root = rank ? MPI_PROC_NULL : MPI_ROOT;
  double number;
  if (is("race") || is("ordered") || is("twice") || is("nested") || is("alone"))
    put_both(spawned, is("ordered"));
  if (is("type") && !rank && !spawned)
    MPI_Send(value, 2, MPI_INT, 0, 3, other);
  if (is("type") && !rank && spawned)
    MPI_Recv(&number, 1, MPI_DOUBLE, 0, 3, other, MPI_STATUS_IGNORE);
  if (is("lost") && !rank && !spawned)
    MPI_Send(value, 2, MPI_INT, 0, 3, other);
  if (is("amount"))
    MPI_Bcast(value, spawned ? 1 : 2, MPI_INT, spawned ? 0 : root, other);
  if (is("kept") || is("self") || is("unchecked") || is("pair"))
    MPI_Bcast(value, 1, MPI_INT, spawned ? 0 : root, other);
  if (is("deadlock") && !rank)
    MPI_Recv(value, 1, MPI_INT, 0, 3, other, MPI_STATUS_IGNORE);
}

static void leave(void) {
  if (is("freed"))
    MPI_Comm_free(&other);
  else if (!is("kept"))
    MPI_Comm_disconnect(&other);
}

static void spawned(void) {
  talk(1);
  leave();
  if (is("after"))
    put_own();
}

static void spawn(char *command, MPI_Comm comm) {
  char *words[] = {how, NULL};
  char *bare[] = {"-u", "LD_PRELOAD", command, words[0], NULL};
  if (is("pair")) {
    char *commands[] = {command, command}, **all[] = {words, words};
    MPI_Comm_spawn_multiple(2, commands, all, (int[]){1, 1},
                            (MPI_Info[]){MPI_INFO_NULL, MPI_INFO_NULL}, 0, comm, &other,
                            MPI_ERRCODES_IGNORE);
  } else if (is("unchecked")) {
    MPI_Comm_spawn("/usr/bin/env", bare, 2, MPI_INFO_NULL, 0, comm, &other,
                   MPI_ERRCODES_IGNORE);
  } else {
    MPI_Comm_spawn(command, words, 2, MPI_INFO_NULL, 0, comm, &other, MPI_ERRCODES_IGNORE);
  }
}

int main(int argc, char **argv) {
  MPI_Comm parent;
  MPI_Init(&argc, &argv);
  how = argc > 1 ? argv[1] : (char[]){""};
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Comm_get_parent(&parent);
  other = parent;
  if (parent != MPI_COMM_NULL && !is("nested")) {
    spawned();
  } else if (is("self") || is("alone")) { /* each process spawns its own */
    spawn(argv[0], MPI_COMM_SELF);
    int all = rank;
    rank = 0;
    size = 1;
    talk(0);
    leave();
    rank = all;
  } else {
    if (parent != MPI_COMM_NULL) {
      spawned();
      how = (char[]){"race"};
    }
    for (int i = 0; i < (is("twice") ? 3 : 1); i++) {
      spawn(argv[0], MPI_COMM_WORLD);
      talk(0);
      leave();
    }
    if (is("after"))
      put_own();
  }
  MPI_Finalize();
  if (!rank)
    printf("done\n");
}
