/* What the program itself protects, and what lies beside a window, it may not access: it is
 * told so as ever. */
/* case: levels=mpi,pages */
#include "case.h"
#include <setjmp.h>
#include <signal.h>
#include <sys/mman.h>

#define PAGE 4096

static sigjmp_buf back;
static volatile int caught;

static void on_segv(int number, siginfo_t *info, void *context) {
  (void)number;
  (void)context;
  caught = info->si_code;
  siglongjmp(back, 1);
}

static int refused(volatile char *at, int store) {
  caught = 0;
  if (sigsetjmp(back, 1))
    return caught;
  if (store)
    *at = 1;
  else
    (void)*at;
  return 0;
}

/* Of a window on `at`, three pages; if `apart`, nobody may access those beside them. */
static void check(char *at, int apart) {
  char told[64] = "";
  int n = 0;
  MPI_Win win;
  MPI_Win_create(at, 3 * PAGE, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  at[0] = 1;
  for (int i = 0; i < 2 && apart; i++) {
    n += sprintf(told + n, "%d", refused(at - 1, i));
    n += sprintf(told + n, "%d ", refused(at + 3 * PAGE, i));
  }
  mprotect(at, PAGE, PROT_READ);
  for (int i = 0; i < 4; i++)
    n += sprintf(told + n, "%d", refused(at + 100 * (i / 2), i % 2));
  n += sprintf(told + n, " %d", refused(at + PAGE, 1));
  mprotect(at + PAGE, PAGE, PROT_NONE);
  n += sprintf(told + n, "%d ", refused(at + PAGE + 8, 0));
  mprotect(at, 2 * PAGE, PROT_READ | PROT_WRITE);
  n += sprintf(told + n, "%d%d", refused(at, 1), refused(at + PAGE, 1));
  if (!rank)
    printf("%s\n", told);
  MPI_Win_free(&win);
}

int main(void) {
  static char fixed[3 * PAGE] __attribute__((aligned(PAGE)));
  struct sigaction action = {.sa_sigaction = on_segv, .sa_flags = SA_SIGINFO};
  begin();
  char *mapped = mmap(NULL, 5 * PAGE, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  mprotect(mapped + PAGE, 3 * PAGE, PROT_READ | PROT_WRITE);
  sigaction(SIGSEGV, &action, NULL);
  check(mapped + PAGE, 1);
  check(fixed, 0);
  MPI_Finalize();
}
