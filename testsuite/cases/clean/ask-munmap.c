/* Libraries under MPI put code of their own into the munmap, mmap and mremap that the dynamic
 * linker tells them of by name: it is libc's. */
/* case: levels=mpi,pages,compiled */
#define _GNU_SOURCE
#include "case.h"
#include <dlfcn.h>

int main(void) {
  static const char *const names[] = {"munmap", "mmap", "mmap64", "mremap"};
  Dl_info libc, found;
  int same = 0;
  begin();
  dladdr(dlsym(RTLD_DEFAULT, "getpid"), &libc);
  for (int i = 0; i < 4; i++)
    same += dladdr(dlsym(RTLD_DEFAULT, names[i]), &found) && found.dli_fbase == libc.dli_fbase;
  if (!rank)
    printf("%d\n", same);
  MPI_Finalize();
}
