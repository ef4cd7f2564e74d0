/* What programs do with a stack goes on as ever while pages of it hold a window, wherever in
 * them the frames lie. */
/* case: levels=mpi,pages cflags=-pthread timeout=180 */
#define _GNU_SOURCE
#include "show.h"
#include <alloca.h>
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <spawn.h>
#include <stdarg.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

static volatile sig_atomic_t fires;
static int spare, *volatile watched = &spare;

static void on_timer(int number) {
  char text[64];
  snprintf(text, sizeof text, "%d %f", number, 0.5 * fires);
  watched[0] += text[0] == '1';
  fires++;
}

__attribute__((noinline)) static long descend(int n, volatile long *from) {
  volatile long own[5] = {n, *from, n + 1, 3, 4};
  return n ? descend(n - 1, &own[1]) + own[0] : own[1];
}

static int order(const void *a, const void *b) {
  return *(const int *)a - *(const int *)b;
}

__attribute__((noinline)) static double add(int n, ...) {
  va_list all;
  double sum = 0;
  va_start(all, n);
  for (int i = 0; i < n; i++)
    sum += i % 2 ? va_arg(all, double) : va_arg(all, int);
  va_end(all);
  return sum;
}

static int children(int value) {
  int status, ends[2], got[4] = {value, 0, 0, 0};
  char text[64] = "";
  pid_t child = fork();
  if (!child) {
    for (int i = 0; i < 50; i++)
      got[i % 4] += (int)descend(3, &(long){i});
    _exit(got[0] % 100);
  }
  for (int i = 0; i < 50; i++)
    got[i % 4] += (int)descend(4, &(long){i});
  waitpid(child, &status, 0);
  got[0] += WEXITSTATUS(status);
  FILE *f = popen("echo 17", "r");
  got[1] += fgets(text, sizeof text, f) ? atoi(text) : -1;
  pclose(f);
  if (pipe(ends) || write(ends[1], got, sizeof got) != sizeof got)
    return -1;
  memset(got, 0, sizeof got);
  ssize_t n = read(ends[0], got, sizeof got);
  close(ends[0]);
  close(ends[1]);
  return (int)n + got[0] + got[1] + got[2] + got[3];
}

static int jumps(int value) {
  sigjmp_buf to;
  volatile int count = value;
  if (sigsetjmp(to, 1) < 3) {
    count++;
    siglongjmp(to, count - value);
  }
  return count;
}

static void *other(void *array) {
  int own[6] = {0};
  for (int i = 0; i < 60; i++)
    own[i % 6] += ((int *)array)[i % 8]++;
  return (void *)(long)own[2];
}

/* With a window of `n` integers in a frame that begins somewhere in a page. */
__attribute__((noinline)) static long life(int n, int away) {
  volatile char *pad = alloca((size_t)away);
  int array[n + 2], one = 1;
  MPI_Win win;
  pthread_t thread;
  void *result;
  long sum = 0;
  pad[0] = 1;
  memset(array, 0, sizeof array);
  watched = &array[n + 1]; /* in no window */
  MPI_Win_create(array, (MPI_Aint)n * 4, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  for (int i = 0; i < 40; i++)
    array[i % n] += (int)descend(5, &(long){i});
  qsort(array, (size_t)n, sizeof *array, order);
  sum += jumps(n) + (long)add(6, 1, 2.5, 3, 4.5, 5, 6.5) + children(n);
  pthread_create(&thread, NULL, other, array);
  pthread_join(thread, &result);
  sum += (long)result + array[n];
  MPI_Win_fence(0, win);
  MPI_Put(&one, 1, MPI_INT, 1 - rank, 5, 1, MPI_INT, win);
  MPI_Win_fence(0, win);
  sum += array[5] + array[n - 1];
  int before = fires;
  for (long i = 0; fires < before + 3 && i < 100000; i++)
    sum += descend(1, &i) * 0;
  MPI_Win_free(&win);
  watched = &spare;
  return sum + pad[0];
}

int main(void) {
  long sum = 0;
  begin();
  sigaction(SIGALRM, &(struct sigaction){.sa_handler = on_timer, .sa_flags = SA_RESTART}, NULL);
  setitimer(ITIMER_REAL, &(struct itimerval){{0, 3000}, {0, 3000}}, NULL);
  for (int i = 0; i < 8; i++)
    sum += life(i == 5 ? 3000 : 24 + i, i * 560 + 16);
  setitimer(ITIMER_REAL, &(struct itimerval){{0, 0}, {0, 0}}, NULL);
  stack_t stack;
  sigaltstack(NULL, &stack);
  show((int)sum, stack.ss_flags & SS_DISABLE);
  MPI_Finalize();
}
