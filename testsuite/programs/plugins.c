/* Calls two plug-ins, one after the other, at the same address. Only their line numbers differ.
 * With a third argument they are closed by the C library's own function, as libraries do that
 * take dlclose over. */
#include <dlfcn.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

typedef int closes(void *);

static const void *call(const char *path, closes *close_it, MPI_Win win) {
  void *plugin = dlopen(path, RTLD_NOW);
  void (*put)(MPI_Win) = plugin ? (void (*)(MPI_Win))dlsym(plugin, "put") : NULL;
  if (!put)
    exit(3);
  for (int i = 0; i < 3; i++)
    put(win);
  close_it(plugin);
  return (const void *)put;
}

int main(int argc, char **argv) {
  int *base;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Win_allocate(sizeof *base, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &base, &win);
  MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN);
  closes *close_it = dlclose;
  if (argc > 3)
    close_it = (closes *)dlsym(dlopen("libc.so.6", RTLD_NOW | RTLD_NOLOAD), "dlclose");
  const void *at[2];
  for (int i = 0; i < 2; i++)
    at[i] = call(argv[1 + i], close_it, win);
  printf("%s\n", at[0] == at[1] ? "same address" : "other address");
  MPI_Win_free(&win);
  MPI_Finalize();
}
