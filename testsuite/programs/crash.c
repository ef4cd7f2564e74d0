/* crash NAME: rank 1 does something that ends it by a signal, while rank 0 waits for it. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <mpi.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static volatile int zero;

static void null_pointer(void) {
  int *volatile p = NULL;
  *p = 1;
}

static void aborts(void) {
  abort();
}

static void divides(void) {
  zero = 100 / zero;
}

static void inside(void) {
  MPI_Send((void *)16, 16, MPI_INT, 0, 1, MPI_COMM_WORLD);
}

static void frees_twice(void) {
  char *volatile p = malloc(64);
  free(p);
  free(p);
}

static void overflows(void) {
  volatile char room[4096];
  room[0] = 1;
  overflows();
  room[1] = room[0];
}

static void *crash(void *unused) {
  null_pointer();
  return unused;
}

static void in_thread(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, crash, NULL);
  pthread_join(thread, NULL);
}

static void killed(void) {
  if (!fork()) {
    usleep(300000); /* in fork() the parent holds locks that handlers of MPI libraries need */
    kill(getppid(), SIGSEGV);
    _exit(0);
  }
  pause();
}

static void leave(int number) {
  _exit(number == SIGSEGV ? 7 : 8);
}

/* The program's own handler. */
static void handled(void) {
  signal(SIGSEGV, leave);
  null_pointer();
}

static void ours(int number) {
  (void)number;
}

/* Who asks for a handler must see whose it is without Fencepost. */
static void asks(void) {
  static const int numbers[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGUSR1};
  for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
    struct sigaction was, own = {.sa_handler = ours}, now;
    Dl_info where = {.dli_fname = "default"};
    sigaction(numbers[i], NULL, &was);
    if (was.sa_handler != SIG_DFL)
      dladdr((void *)was.sa_handler, &where);
    sigaction(numbers[i], &own, &now);
    int same = now.sa_handler == was.sa_handler && now.sa_flags == was.sa_flags;
    void (*first)(int) = signal(numbers[i], was.sa_handler);
    void (*last)(int) = signal(numbers[i], was.sa_handler);
    printf("%d %s %x %d %d %d\n", numbers[i], where.dli_fname, (unsigned)was.sa_flags, same,
           first == ours, last == was.sa_handler);
  }
  fflush(stdout);
}

/* Its own handler for a while. */
static void restores(void) {
  struct sigaction was, own = {.sa_handler = ours};
  sigaction(SIGSEGV, &own, &was);
  sigaction(SIGSEGV, &was, NULL);
  null_pointer();
}

static const struct {
  const char *name;
  void (*run)(void);
} programs[] = {{"null-pointer", null_pointer}, {"aborts", aborts},
                {"divides", divides},           {"inside", inside},
                {"frees-twice", frees_twice},   {"overflows", overflows},
                {"in-thread", in_thread},       {"killed", killed},
                {"handled", handled},           {"asks", asks},
                {"restores", restores}};

int main(int count, char **words) {
  int rank, provided;
  MPI_Init_thread(&count, &words, MPI_THREAD_MULTIPLE, &provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Barrier(MPI_COMM_WORLD);
  for (size_t i = 0; i < sizeof programs / sizeof *programs && rank; i++)
    if (!strcmp(programs[i].name, words[1]))
      programs[i].run();
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
