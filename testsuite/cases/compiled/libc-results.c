/* Functions of the C library store results to a window that another process gets from. */
/* case: levels=compiled,pages */
#define _GNU_SOURCE
#include "case.h"
#include <math.h>
#include <sys/random.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>
#include <wchar.h>

#define PLACE(i) (memory + 64 * (i))

static char line[1024], *memory;
static MPI_Win win;
static volatile int done;
static volatile double value = 2.5;

static void get(void) {
  MPI_Get(line + 0, 64, MPI_CHAR, 1, 0, 64, MPI_CHAR, win);     /* expect: rma-local-race */
  MPI_Get(line + 64, 64, MPI_CHAR, 1, 64, 64, MPI_CHAR, win);   /* expect: rma-local-race */
  MPI_Get(line + 128, 64, MPI_CHAR, 1, 128, 64, MPI_CHAR, win); /* expect: rma-local-race */
  MPI_Get(line + 192, 64, MPI_CHAR, 1, 192, 64, MPI_CHAR, win); /* expect: rma-local-race */
  MPI_Get(line + 256, 64, MPI_CHAR, 1, 256, 64, MPI_CHAR, win); /* expect: rma-local-race */
  MPI_Get(line + 320, 64, MPI_CHAR, 1, 320, 64, MPI_CHAR, win); /* expect: rma-local-race */
  MPI_Get(line + 384, 64, MPI_CHAR, 1, 384, 64, MPI_CHAR, win); /* expect: rma-local-race */
  MPI_Get(line + 448, 64, MPI_CHAR, 1, 448, 64, MPI_CHAR, win); /* expect: rma-local-race */
  MPI_Get(line + 512, 64, MPI_CHAR, 1, 512, 64, MPI_CHAR, win); /* expect: rma-local-race */
  MPI_Get(line + 576, 64, MPI_CHAR, 1, 576, 64, MPI_CHAR, win); /* expect: rma-local-race */
  MPI_Get(line + 640, 64, MPI_CHAR, 1, 640, 64, MPI_CHAR, win); /* expect: rma-local-race */
  MPI_Get(line + 704, 64, MPI_CHAR, 1, 704, 64, MPI_CHAR, win); /* expect: rma-local-race */
  MPI_Get(line + 768, 64, MPI_CHAR, 1, 768, 64, MPI_CHAR, win); /* expect: rma-local-race */
  MPI_Get(line + 832, 64, MPI_CHAR, 1, 832, 64, MPI_CHAR, win); /* expect: rma-local-race */
  MPI_Get(line + 896, 64, MPI_CHAR, 1, 896, 64, MPI_CHAR, win); /* expect: rma-local-race */
}

static void store(void) {
  done += modf(value, (double *)PLACE(0)) > 0;                 /* site: rma-local-race */
  done += frexp(value, (int *)PLACE(1)) > 0;                   /* site: rma-local-race */
  clock_gettime(CLOCK_MONOTONIC, (struct timespec *)PLACE(2)); /* site: rma-local-race */
  gettimeofday((struct timeval *)PLACE(3), NULL);              /* site: rma-local-race */
  time((time_t *)PLACE(4));                                    /* site: rma-local-race */
  gmtime_r(&(time_t){0}, (struct tm *)PLACE(5));               /* site: rma-local-race */
  done += rand_r((unsigned *)PLACE(6));                        /* site: rma-local-race */
  done += erand48((unsigned short *)PLACE(7)) > 0;             /* site: rma-local-race */
  done += (int)strtol("12z", (char **)PLACE(8), 10);           /* site: rma-local-race */
  gethostname(PLACE(9), 64);                                   /* site: rma-local-race */
  done += strtod("1z", (char **)PLACE(10)) > 0;                /* site: rma-local-race */
  memccpy(PLACE(11), "some text", 'x', 9);                     /* site: rma-local-race */
  wmemset((wchar_t *)PLACE(12), L'a', 4);                      /* site: rma-local-race */
  done += (int)getrandom(PLACE(13), 8, 0);                     /* site: rma-local-race */
  done += (int)mbstowcs((wchar_t *)PLACE(14), "abc", 4);       /* site: rma-local-race */
}

int main(void) {
  begin();
  MPI_Win_allocate(960, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  for (int i = 0; i < 960; i++)
    memory[i] = 'a';
  MPI_Win_fence(0, win);
  if (rank == 0)
    get();
  else
    store();
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
