/* Threads have their stacks in windows, of memory of MPI and of the program, also in one that
 * is made while a thread runs there. Afterwards, and beside the stack, windows are what they
 * always are. */
#ifndef THREAD_STACK_H
#define THREAD_STACK_H

#include "case.h"
#include <pthread.h>
#include <signal.h>

#define STACK 262144
#define BYTES (4 * STACK)

static pthread_barrier_t barrier;
static volatile int wait_here, signals;

static void on_user(int number) {
  signals += number == SIGUSR1;
}

static void *run(void *result) {
  volatile char text[10000];
  char line[64];
  for (int i = 0; i < 10000; i++)
    text[i] = (char)i;
  snprintf(line, sizeof line, "%d", text[42]);
  raise(SIGUSR1);
  if (wait_here) {
    pthread_barrier_wait(&barrier);
    pthread_barrier_wait(&barrier);
  }
  *(int *)result = atoi(line) + text[9999];
  return NULL;
}

static inline pthread_t begin_on(char *stack, int *result) {
  pthread_t thread;
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  if (pthread_attr_setstack(&attributes, stack, STACK) ||
      pthread_create(&thread, &attributes, run, result))
    abort();
  pthread_attr_destroy(&attributes);
  return thread;
}

static inline void run_on(char *stack, int *result) {
  pthread_join(begin_on(stack, result), NULL);
}

static void beside(MPI_Win win, int *memory, int place);
static void after(MPI_Win win, int *memory, int place);

static inline void use_stacks(void) {
  MPI_Win win;
  char *memory;
  int result = 0;
  begin();
  signal(SIGUSR1, on_user);
  pthread_barrier_init(&barrier, NULL, 2);

  MPI_Win_allocate(BYTES, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  run_on(memory + 2 * STACK, (int *)(memory + 8));
  result = *(int *)(memory + 8);
  beside(win, (int *)memory, 100);
  MPI_Win_free(&win);

  memory = malloc(BYTES); /* not aligned to pages */
  MPI_Win_create(memory, BYTES, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  run_on(memory + 2 * STACK, &result);
  MPI_Win_free(&win);

  wait_here = 1;
  pthread_t thread = begin_on(memory + 2 * STACK, &result);
  pthread_barrier_wait(&barrier);
  MPI_Win_create(memory, BYTES, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  pthread_barrier_wait(&barrier);
  pthread_join(thread, NULL);
  MPI_Win_free(&win);

  MPI_Win_create(memory, BYTES, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  after(win, (int *)memory, 2 * STACK / (int)sizeof(int) + 10000);
  MPI_Win_free(&win);
  free(memory);
  if (!rank)
    printf("%d %d\n", result, signals);
  MPI_Finalize();
}

#endif
