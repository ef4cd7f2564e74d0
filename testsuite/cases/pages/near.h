/* A thread, and a page that begins where its stack ends but is a mapping of its own. */
#ifndef NEAR_H
#define NEAR_H

#define _GNU_SOURCE
#include "case.h"
#include <pthread.h>
#include <sys/mman.h>
#include <unistd.h>

#define PAGE 4096
#define STACK ((size_t)1 << 20)

/* Another thread than the one that starts MPI calls it. */
static inline void begin_threads(void) {
  int provided;
  MPI_Init_thread(NULL, NULL, MPI_THREAD_SERIALIZED, &provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
}

static void work(int *memory);

static void *start(void *memory) {
  work(memory);
  return NULL;
}

static inline void near_thread(void) {
  pthread_t thread;
  pthread_attr_t attributes;
  char *stack =
      mmap(NULL, STACK + PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  int fd = memfd_create("near", 0); /* without a file the two would be one mapping */
  if (ftruncate(fd, PAGE))
    abort();
  void *page =
      mmap(stack + STACK, PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_FIXED, fd, 0);
  close(fd);
  pthread_attr_init(&attributes);
  pthread_attr_setstack(&attributes, stack, STACK);
  pthread_create(&thread, &attributes, start, page);
  pthread_join(thread, NULL);
  munmap(stack, STACK + PAGE);
}

#endif
