/* A thread on the smallest stack there is and a coroutine on a page access a window. */
/* case: levels=mpi,pages cflags=-pthread */
#include "case.h"
#include <limits.h>
#include <pthread.h>
#include <ucontext.h>
#include <sys/mman.h>

static long *memory;

static void *add(void *unused) {
  for (int i = 0; i < 100; i++)
    ((volatile long *)memory)[i]++;
  return unused;
}

static ucontext_t back, there;

static void coroutine(void) {
  for (int k = 0; k < 3; k++) {
    add(NULL);
    swapcontext(&there, &back);
  }
}

#define STACK 4096
int main(void) {
  MPI_Win win;
  pthread_t thread;
  pthread_attr_t attr;
  begin();
  char *mine = mmap(NULL, 3 * 4096, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  mprotect(mine + 4096, STACK, PROT_READ | PROT_WRITE);
  MPI_Win_allocate(8192, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  for (int i = 0; i < 1024; i++)
    memory[i] = 0;
  pthread_attr_init(&attr);
  if (pthread_attr_setstacksize(&attr, PTHREAD_STACK_MIN))
    abort();
  if (pthread_create(&thread, &attr, add, NULL))
    abort();
  pthread_join(thread, NULL);
  getcontext(&there);
  there.uc_stack.ss_sp = mine + 4096;
  there.uc_stack.ss_size = STACK;
  there.uc_link = &back;
  makecontext(&there, coroutine, 0);
  for (int i = 0; i < 4; i++)
    swapcontext(&back, &there);
  if (!rank)
    printf("%ld %ld\n", memory[3], memory[99]);
  MPI_Win_free(&win);
  MPI_Finalize();
}
