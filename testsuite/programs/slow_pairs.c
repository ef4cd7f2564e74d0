/* slow_pairs WAY:WAIT SECONDS: programs that only take their time: the last rank is late by
 * SECONDS, spent in one WAY, while the others WAIT for it. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <omp.h>
#include <poll.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include "standing.h"

static double late; /* seconds */

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void rest(double seconds) {
  usleep((useconds_t)(seconds * 1e6));
}

static void compute(double until) {
  volatile double x = 1;
  while (now() < until)
    for (int i = 0; i < 100000; i++)
      x = x * 1.0000001;
}

/* Ways to be late */

static void sleeps(void) {
  rest(late);
}

static void computes(void) {
  compute(now() + late);
}

static void computes_openmp(void) {
  double end = now() + late;
#pragma omp parallel num_threads(2)
  compute(end);
}

/* One thread sleeps, the other one waits for it at the end of the region. */
static void sleeps_openmp(void) {
#pragma omp parallel num_threads(2)
  if (omp_get_thread_num())
    rest(late);
}

static void writes(void) {
  FILE *out = tmpfile();
  for (double end = now() + late; now() < end && out; rest(0.01)) {
    fprintf(out, "%f\n", now());
    fflush(out);
    fsync(fileno(out));
  }
  if (out)
    fclose(out);
}

static pid_t child(void (*does)(int), int with) {
  pid_t pid = fork();
  if (!pid) {
    rest(late);
    does(with);
    _exit(0);
  }
  return pid;
}

static void puts_char(int to) {
  if (write(to, "x", 1) != 1)
    _exit(1);
}

static void reads_pipe(void) {
  int ends[2];
  char c;
  if (pipe(ends) || child(puts_char, ends[1]) < 0 || read(ends[0], &c, 1) != 1)
    abort();
}

static void nothing(int unused) {
  (void)unused;
}

static void waits_child(void) {
  if (waitpid(child(nothing, 0), NULL, 0) < 0)
    abort();
}

static char name_of_file[64];

static void makes_file(int unused) {
  (void)unused;
  close(open(name_of_file, O_CREAT | O_WRONLY, 0600));
}

static void waits_file(void) {
  struct stat st;
  snprintf(name_of_file, sizeof name_of_file, "/tmp/slow-pairs-%d", (int)getpid());
  unlink(name_of_file);
  child(makes_file, 0);
  while (stat(name_of_file, &st))
    rest(0.02);
  unlink(name_of_file);
}

static void polls_pipe(void) {
  int ends[2];
  if (pipe(ends))
    abort();
  struct pollfd of = {.fd = ends[0], .events = POLLIN};
  poll(&of, 1, (int)(late * 1000));
}

static void waits_condition(void) {
  pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
  pthread_cond_t never = PTHREAD_COND_INITIALIZER;
  struct timespec end;
  clock_gettime(CLOCK_REALTIME, &end);
  end.tv_sec += (time_t)late;
  pthread_mutex_lock(&lock);
  while (!pthread_cond_timedwait(&never, &lock, &end))
    ;
  pthread_mutex_unlock(&lock);
}

static void *thread_computes(void *unused) {
  computes();
  return unused;
}

static void joins(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, thread_computes, NULL);
  pthread_join(thread, NULL);
}

/* It asks MPI again and again, until the clock says that it is time. */
static void probes_works(void) {
  int flag;
  for (double end = now() + late; now() < end; compute(now() + 0.001))
    MPI_Iprobe(rank, 77, WORLD, &flag, NONE);
}

static void tests_sleeps(void) {
  MPI_Request request;
  int flag = 0, x = 0;
  MPI_Irecv(&x, 1, MPI_INT, rank, 77, WORLD, &request);
  for (double end = now() + late; now() < end && !flag; rest(0.005))
    MPI_Test(&request, &flag, NONE);
  MPI_Send(&value, 1, MPI_INT, rank, 77, WORLD);
  MPI_Wait(&request, NONE);
}

static void flushes(void) {
  MPI_Win win;
  int *memory, x = 1, y;
  MPI_Win_allocate(sizeof *memory, 4, MPI_INFO_NULL, MPI_COMM_SELF, &memory, &win);
  MPI_Win_lock_all(0, win);
  for (double end = now() + late; now() < end;) {
    MPI_Fetch_and_op(&x, &y, MPI_INT, 0, 0, MPI_SUM, win);
    MPI_Win_flush(0, win);
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
}

static void talks_to_itself(void) {
  int x;
  for (double end = now() + late; now() < end; rest(0.01))
    MPI_Sendrecv(&value, 1, MPI_INT, rank, 77, &x, 1, MPI_INT, rank, 77, WORLD, NONE);
}

static const struct program ways[] = {{"sleeps", sleeps},
                                      {"computes", computes},
                                      {"computes-openmp", computes_openmp},
                                      {"sleeps-openmp", sleeps_openmp},
                                      {"writes", writes},
                                      {"reads-pipe", reads_pipe},
                                      {"waits-child", waits_child},
                                      {"waits-file", waits_file},
                                      {"polls-pipe", polls_pipe},
                                      {"waits-condition", waits_condition},
                                      {"joins", joins},
                                      {"probes-works", probes_works},
                                      {"tests-sleeps", tests_sleeps},
                                      {"flushes", flushes},
                                      {"talks-to-itself", talks_to_itself}};

/* Ways to wait: the last rank calls be_late, before it does what the others wait for. */

static void (*be_late)(void);

static int is_last(void) {
  return rank == size - 1;
}

static void send_all(void) {
  be_late();
  for (int i = 0; i < size - 1; i++)
    MPI_Send(&value, 1, MPI_INT, i, 1, WORLD);
}

static void receive_last(void) {
  MPI_Recv(in, 1, MPI_INT, size - 1, 1, WORLD, NONE);
}

static void in_barrier(void) {
  if (is_last())
    be_late();
  MPI_Barrier(WORLD);
}

static void in_bcast(void) {
  if (is_last())
    be_late();
  MPI_Bcast(in, 8, MPI_INT, size - 1, WORLD);
}

static void in_ibarrier(void) {
  MPI_Request request;
  if (is_last())
    be_late();
  MPI_Ibarrier(WORLD, &request);
  MPI_Wait(&request, NONE);
}

static void in_recv(void) {
  if (is_last())
    send_all();
  else
    receive_last();
}

static void in_probe(void) {
  if (is_last()) {
    send_all();
  } else {
    MPI_Probe(MPI_ANY_SOURCE, MPI_ANY_TAG, WORLD, NONE);
    receive_last();
  }
}

/* Two receives, of which one is of the rank's own message. */
static void wait_with(int any) {
  MPI_Request request[2];
  int which;
  if (is_last()) {
    send_all();
    return;
  }
  MPI_Irecv(in, 1, MPI_INT, rank, 2, WORLD, &request[0]);
  MPI_Irecv(in + 1, 1, MPI_INT, size - 1, 1, WORLD, &request[1]);
  MPI_Send(&value, 1, MPI_INT, rank, 2, WORLD);
  if (any)
    MPI_Waitany(2, request, &which, NONE);
  MPI_Waitall(2, request, ALL_STATUSES);
}

static void in_waitall(void) {
  wait_with(0);
}

static void in_waitany(void) {
  wait_with(1);
}

static void in_tests(void) {
  MPI_Request request;
  int flag = 0;
  if (is_last()) {
    send_all();
    return;
  }
  MPI_Irecv(in, 1, MPI_INT, size - 1, 1, WORLD, &request);
  for (; !flag; rest(0.001))
    MPI_Test(&request, &flag, NONE);
}

static void in_probes(void) {
  int flag = 0;
  if (is_last()) {
    send_all();
    return;
  }
  for (; !flag; compute(now() + 0.0005))
    MPI_Iprobe(size - 1, 1, WORLD, &flag, NONE);
  receive_last();
}

/* Two receives and a probe in turn; all but the first have nobody to wait for until it is over. */
static void in_turn(void) {
  MPI_Request request[2];
  int flag[2] = {0, 0}, probed = 0;
  if (is_last()) {
    send_all();
    return;
  }
  MPI_Irecv(in, 1, MPI_INT, size - 1, 1, WORLD, &request[0]);
  MPI_Irecv(in + 1, 1, MPI_INT, rank, 2, WORLD, &request[1]);
  while (!flag[0]) {
    MPI_Test(&request[0], &flag[0], NONE);
    MPI_Test(&request[1], &flag[1], NONE);
    MPI_Iprobe(rank, 3, WORLD, &probed, NONE);
  }
  MPI_Send(&value, 1, MPI_INT, rank, 2, WORLD);
  while (!flag[1])
    MPI_Test(&request[1], &flag[1], NONE);
}

static void in_ssend(void) {
  if (!is_last()) {
    MPI_Ssend(&value, 1, MPI_INT, size - 1, 1, WORLD);
    return;
  }
  be_late();
  for (int i = 0; i < size - 1; i++)
    MPI_Recv(in, 1, MPI_INT, MPI_ANY_SOURCE, 1, WORLD, NONE);
}

static void in_fence(void) {
  MPI_Win win = window();
  MPI_Win_fence(0, win);
  if (is_last())
    be_late();
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
}

static void in_start(void) {
  MPI_Win win = window();
  MPI_Group of = peer(rank ? 0 : size - 1);
  if (rank == 0) {
    MPI_Win_start(of, 0, win);
    MPI_Put(&value, 1, MPI_INT, size - 1, 0, 1, MPI_INT, win);
    MPI_Win_complete(win);
  } else if (is_last()) {
    be_late();
    MPI_Win_post(of, 0, win);
    MPI_Win_wait(win);
  }
  MPI_Group_free(&of);
  MPI_Win_free(&win);
}

static void in_lock(void) {
  MPI_Win win = window();
  if (is_last()) {
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, win);
    MPI_Put(&value, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
    MPI_Win_flush(0, win);
  }
  MPI_Barrier(WORLD);
  if (is_last()) {
    be_late();
    MPI_Win_unlock(0, win);
  } else {
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, win);
    MPI_Put(&value, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
    MPI_Win_unlock(0, win);
  }
  MPI_Win_free(&win);
}

/* A flag in the window of rank 0, by atomic operations. */
static void in_flushes(void) {
  MPI_Win win;
  int *memory, one = 1, zero = 0, seen = 0;
  MPI_Win_allocate(sizeof *memory, 4, MPI_INFO_NULL, WORLD, &memory, &win);
  MPI_Win_lock_all(0, win);
  MPI_Accumulate(&zero, 1, MPI_INT, rank, 0, 1, MPI_INT, MPI_REPLACE, win);
  MPI_Win_flush(rank, win);
  MPI_Barrier(WORLD);
  if (is_last()) {
    be_late();
    MPI_Accumulate(&one, 1, MPI_INT, 0, 0, 1, MPI_INT, MPI_REPLACE, win);
    MPI_Win_flush(0, win);
  }
  while (!seen) {
    MPI_Fetch_and_op(&zero, &seen, MPI_INT, 0, 0, MPI_NO_OP, win);
    MPI_Win_flush(0, win);
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
}

static const struct program waits[] = {
    {"barrier", in_barrier}, {"bcast", in_bcast},  {"ibarrier", in_ibarrier},
    {"recv", in_recv},       {"probe", in_probe},  {"waitall", in_waitall},
    {"waitany", in_waitany}, {"tests", in_tests},  {"probes", in_probes},
    {"in-turn", in_turn},
    {"ssend", in_ssend},     {"fence", in_fence},  {"start", in_start},
    {"lock", in_lock},       {"flush", in_flushes}};

static void (*chosen)(void);

static void pair(void) {
  chosen();
}

int main(int count, char **words) {
  static const struct program programs[] = {{"pair", pair}};
  const char *wait = count > 2 ? strchr(words[1], ':') : NULL;
  if (!wait)
    return 2;
  late = atof(words[2]);
  for (size_t i = 0; i < sizeof ways / sizeof *ways; i++)
    if (!strncmp(words[1], ways[i].name, (size_t)(wait - words[1])) &&
        strlen(ways[i].name) == (size_t)(wait - words[1]))
      be_late = ways[i].run;
  for (size_t i = 0; i < sizeof waits / sizeof *waits; i++)
    if (!strcmp(wait + 1, waits[i].name))
      chosen = waits[i].run;
  if (!be_late || !chosen)
    return 2;
  STAND("pair", MPI_THREAD_MULTIPLE);
  if (!rank)
    puts("done");
  return 0;
}
