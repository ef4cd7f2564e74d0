#define _GNU_SOURCE
#include "shared_memory.h"
#include <fcntl.h>
#include <stdio.h>
#include <sys/mman.h>
#include <unistd.h>
#include "interpose/base/world.h"
#include "report/journal/size_limit.h"

int all_agree(int ok) {
  int all = 0;
  return !REAL(Allreduce)(&ok, &all, 1, MPI_INT, MPI_MIN, world.comm) && all;
}

/* Memory is allocated here: if there is none, a later write would end the program by SIGBUS. */
static int allocate(int fd, size_t bytes) {
  struct size_limit limit;
  size_limit_hold(&limit);
  int failed = posix_fallocate(fd, 0, (off_t)bytes);
  size_limit_release(&limit);
  return !failed;
}

static void *map(const char *name, int flags, size_t bytes) {
  int fd = shm_open(name, flags | O_CLOEXEC, 0600);
  void *at = MAP_FAILED;
  if (fd < 0)
    return NULL;
  if (!(flags & O_CREAT) || allocate(fd, bytes))
    at = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
  close(fd);
  return at == MAP_FAILED ? NULL : at;
}

void *shared_memory_make(const char *tag, size_t bytes, int ok) {
  char name[64];
  void *at = NULL;
  snprintf(name, sizeof name, "/fencepost-%s%s", world.name, tag);
  if (!world.rank && ok)
    at = map(name, O_RDWR | O_CREAT | O_EXCL, bytes);
  int made = all_agree(ok && (world.rank || at));
  if (made && world.rank)
    at = map(name, O_RDWR, bytes);
  int all = made && all_agree(at != NULL);
  if (!world.rank)
    shm_unlink(name);
  if (!all && at)
    munmap(at, bytes);
  return all ? at : NULL;
}
