/* slow NAME: programs that only take their time: for 8 s some rank waits for what another one does
 * late, in ways that look like a standstill. */
#define _GNU_SOURCE
#include <semaphore.h>
#include <sys/syscall.h>
#include <time.h>
#include "standing.h"

#define LATE 8

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void work(void) {
  volatile double x = 1;
  for (double end = now() + LATE; now() < end;)
    for (int i = 0; i < 100000; i++)
      x = x * 1.0000001;
}

static void receive(int from) {
  MPI_Recv(in, 1, MPI_INT, from, 1, WORLD, NONE);
}

static void send(int to) {
  MPI_Send(&value, 1, MPI_INT, to, 1, WORLD);
}

/* Ranks wait for the last one, or for each other until it has come. */

static void computes(void) {
  if (rank == size - 1)
    work();
  MPI_Barrier(WORLD);
}

static void chain(void) {
  if (rank == size - 1)
    sleep(LATE);
  else
    receive(rank + 1);
  if (rank)
    send(rank - 1);
}

static void writes(void) {
  if (rank == size - 1) {
    FILE *out = tmpfile();
    for (double end = now() + LATE; now() < end && out; usleep(10000)) {
      fprintf(out, "%f\n", now());
      fflush(out);
    }
    if (out)
      fclose(out);
  }
  MPI_Allreduce(&value, in, 1, MPI_INT, MPI_SUM, WORLD);
}

static void reads_pipe(void) {
  int ends[2];
  char c;
  if (rank == size - 1 && !pipe(ends)) {
    if (!fork()) {
      sleep(LATE);
      _exit(write(ends[1], "x", 1) != 1);
    }
    if (read(ends[0], &c, 1) != 1)
      abort();
  }
  MPI_Barrier(WORLD);
}

/* The memory of whatever thread looks at the waiting lies between the two buffers. */
static void buffers_apart(void) {
  int own;
  MPI_Request r[2];
  if (rank == 0) {
    MPI_Irecv(in, 1, MPI_INT, size - 1, 1, WORLD, &r[0]);
    MPI_Irecv(&own, 1, MPI_INT, size - 1, 2, WORLD, &r[1]);
    MPI_Waitall(2, r, ALL_STATUSES);
  } else if (rank == size - 1) {
    sleep(LATE);
    send(0);
    MPI_Send(&value, 1, MPI_INT, 0, 2, WORLD);
  }
}

static void any_source(void) {
  if (rank == 0)
    for (int i = 1; i < size; i++)
      receive(MPI_ANY_SOURCE);
  else {
    if (rank == size - 1)
      sleep(LATE);
    send(0);
  }
}

static void both_then(void) {
  MPI_Request request[2];
  int which;
  if (rank == 0 || rank == 1) {
    MPI_Irecv(in, 1, MPI_INT, !rank, 1, WORLD, &request[0]);
    MPI_Irecv(in + 1, 1, MPI_INT, size - 1, 1, WORLD, &request[1]);
    MPI_Waitany(2, request, &which, NONE);
    send(!rank);
    MPI_Waitall(2, request, MPI_STATUSES_IGNORE);
  } else if (rank == size - 1) {
    sleep(LATE);
    send(0);
    send(1);
  }
}

/* Loops of tests */

static void probes_and_works(void) {
  int flag = 0;
  if (rank == 0) {
    while (!flag) {
      MPI_Iprobe(1, 1, WORLD, &flag, NONE);
      for (volatile int i = 0; i < 20000; i++)
        ;
    }
    receive(1);
  } else if (rank == 1) {
    work();
    send(0);
  }
}

static void probes_for_a_time(void) {
  int flag = 0;
  double end = now() + LATE;
  if (rank < 2) {
    while (!flag && now() < end)
      MPI_Iprobe(!rank, 1, WORLD, &flag, NONE);
    MPI_Request request;
    MPI_Isend(&value, 1, MPI_INT, !rank, 1, WORLD, &request);
    receive(!rank);
    MPI_Wait(&request, NONE);
  }
}

/* Windows */

static void late_post(void) {
  MPI_Win win = window();
  MPI_Group other = peer(!rank);
  if (rank == 0) {
    MPI_Win_start(other, 0, win);
    MPI_Put(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
    MPI_Win_complete(win);
  } else if (rank == 1) {
    sleep(LATE);
    MPI_Win_post(other, 0, win);
    MPI_Win_wait(win);
  }
  MPI_Group_free(&other);
  MPI_Win_free(&win);
}

/* Who has the lock for long computes meanwhile, and is not the one that seems to have it. */
static void own_lock_kept(void) {
  MPI_Win win = window();
  if (rank == 2) {
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, win);
    MPI_Put(&value, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
    MPI_Win_flush(0, win);
  }
  MPI_Barrier(WORLD);
  if (rank == 0) {
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, win);
    MPI_Win_unlock(0, win);
    send(1);
  } else if (rank == 1) {
    MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
    receive(2);
    MPI_Win_unlock(0, win);
    receive(0);
  } else if (rank == 2) {
    sleep(LATE);
    MPI_Win_unlock(0, win);
    send(1);
  }
  MPI_Win_free(&win);
}

static void long_lock(void) {
  MPI_Win win = window();
  MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, win);
  MPI_Put(&value, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
  MPI_Win_flush(0, win);
  if (rank == 1)
    sleep(LATE);
  MPI_Win_unlock(0, win);
  MPI_Win_free(&win);
}

/* Rank 1 sleeps until rank 0 posts its semaphore, in memory of both. */
static void semaphore(void) {
  MPI_Win win;
  sem_t *mine, *first;
  MPI_Aint bytes;
  int unit;
  MPI_Win_allocate_shared(sizeof *mine, 1, MPI_INFO_NULL, WORLD, &mine, &win);
  MPI_Win_shared_query(win, 0, &bytes, &unit, &first);
  if (rank == 0)
    sem_init(first, 1, 0);
  MPI_Barrier(WORLD);
  if (rank == 1) {
    sem_wait(first);
    send(0);
  } else if (rank == 0) {
    sleep(LATE);
    sem_post(first);
    receive(1);
  }
  MPI_Win_free(&win);
}

/* Threads */

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int ready;

static void *make_ready(void *unused) {
  sleep(LATE);
  pthread_mutex_lock(&lock);
  ready = 1;
  pthread_cond_broadcast(&changed);
  pthread_mutex_unlock(&lock);
  return unused;
}

static void wait_ready(void) {
  pthread_mutex_lock(&lock);
  while (!ready)
    pthread_cond_wait(&changed, &lock);
  pthread_mutex_unlock(&lock);
}

static void *receive_own(void *unused) {
  receive(rank);
  return unused;
}

/* The main thread sleeps until the second one wakes it; the third one waits for the main thread. */
static void woken(void) {
  pthread_t waker, receiver;
  pthread_create(&waker, NULL, make_ready, NULL);
  pthread_create(&receiver, NULL, receive_own, NULL);
  wait_ready();
  send(rank);
  pthread_join(receiver, NULL);
  pthread_join(waker, NULL);
}

static void *wait_with_limit(void *unused) {
  struct timespec end;
  clock_gettime(CLOCK_REALTIME, &end);
  end.tv_sec += LATE;
  pthread_mutex_lock(&lock);
  while (!pthread_cond_timedwait(&changed, &lock, &end))
    ;
  pthread_mutex_unlock(&lock);
  send(rank);
  return unused;
}

static void limited(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, wait_with_limit, NULL);
  receive(rank);
  pthread_join(thread, NULL);
}

static void joins(void) {
  pthread_t thread;
  if (rank == 0) {
    pthread_create(&thread, NULL, make_ready, NULL);
    pthread_join(thread, NULL);
  }
  MPI_Barrier(WORLD);
}

static int query(void *extra, MPI_Status *status) {
  (void)extra;
  MPI_Status_set_elements(status, MPI_INT, 0);
  MPI_Status_set_cancelled(status, 0);
  return MPI_SUCCESS;
}

static int release(void *extra) {
  (void)extra;
  return MPI_SUCCESS;
}

static int cancel(void *extra, int complete) {
  (void)extra;
  (void)complete;
  return MPI_SUCCESS;
}

static MPI_Request generalized;

static void *complete(void *unused) {
  sleep(LATE);
  MPI_Grequest_complete(generalized);
  return unused;
}

static void completes(void) {
  pthread_t thread;
  MPI_Grequest_start(query, release, cancel, NULL, &generalized);
  pthread_create(&thread, NULL, complete, NULL);
  MPI_Wait(&generalized, NONE);
  pthread_join(thread, NULL);
}

/* Signals */

static volatile sig_atomic_t rang;

static void ring(int number) {
  rang = number;
}

static void sleeps_until_alarm(void) {
  if (rank == 0) {
    signal(SIGALRM, ring);
    alarm(LATE);
    while (!rang)
      pause();
  }
  MPI_Barrier(WORLD);
}

static void freed_by_signal(void) {
  if (rank == 0) {
    signal(SIGUSR1, ring);
    pid_t self = getpid();
    if (!fork()) {
      sleep(LATE);
      kill(self, SIGUSR1);
      _exit(0);
    }
    while (!rang)
      pause();
  }
  MPI_Barrier(WORLD);
}

/* Collective calls that rank 0 waits in for the last one, while rank 1 waits for rank 0. */

static void file_late(void) {
  MPI_File file;
  if (rank == size - 1)
    sleep(LATE);
  MPI_File_open(WORLD, "slow.data", MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE,
                MPI_INFO_NULL, &file);
  if (rank == size - 1)
    work();
  MPI_File_write_all(file, in, 8, MPI_INT, NONE);
  if (rank == 1 && size > 2)
    receive(0);
  else if (rank == 0 && size > 2)
    send(1);
  MPI_File_close(&file);
}

static void file_begun_late(void) {
  MPI_File file;
  MPI_Request request;
  MPI_File_open(WORLD, "slow.data", MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE,
                MPI_INFO_NULL, &file);
  if (rank == size - 1)
    sleep(LATE);
  MPI_File_iwrite_all(file, in, 8, MPI_INT, &request);
  if (rank == size - 1)
    work();
  MPI_Wait(&request, NONE);
  MPI_File_close(&file);
}

/* Rank 0 still writes when the others have done their part, and wait for it. */
static int writes_late;

ssize_t pwrite(int fd, const void *data, size_t n, off_t at) {
  if (writes_late)
    sleep(LATE);
  return syscall(SYS_pwrite64, fd, data, n, at);
}
ssize_t pwrite64(int fd, const void *data, size_t n, off_t at) {
  return pwrite(fd, data, n, at);
}

static void file_busy(void) {
  MPI_File file;
  MPI_File_open(WORLD, "slow.data", MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE,
                MPI_INFO_NULL, &file);
  writes_late = rank == 0;
  MPI_File_write_at_all(file, 0, in, rank ? 0 : 8, MPI_INT, NONE);
  writes_late = 0;
  if (rank == 0)
    for (int i = 1; i < size; i++)
      send(i);
  else
    receive(0);
  MPI_File_close(&file);
}

static void group_late(void) {
  MPI_Group world;
  MPI_Comm comm;
  MPI_Comm_group(WORLD, &world);
  if (rank == size - 1)
    work();
  MPI_Comm_create_group(WORLD, world, 1, &comm);
  if (rank == 1 && size > 2)
    receive(0);
  else if (rank == 0 && size > 2)
    send(1);
  MPI_Comm_free(&comm);
  MPI_Group_free(&world);
}

static void bridge_late(void) {
  MPI_Comm half, bridge, inter;
  MPI_Comm_dup(WORLD, &bridge);
  MPI_Comm_split(WORLD, rank % 2, 0, &half);
  if (rank == 1)
    sleep(LATE);
  MPI_Intercomm_create(half, 0, bridge, !(rank % 2), 1, &inter);
  MPI_Comm_free(&inter);
  MPI_Comm_free(&half);
  MPI_Comm_free(&bridge);
}

static void asked_late(void) {
  MPI_Request request;
  int flag = 0;
  if (rank == 0) {
    MPI_Irecv(in, 1, MPI_INT, 1, 1, WORLD, &request);
    while (!flag)
      MPI_Request_get_status(request, &flag, NONE);
    MPI_Wait(&request, NONE);
  } else if (rank == 1) {
    work();
    send(0);
  }
}

static const struct program programs[] = {{"computes", computes},
                {"chain", chain},
                {"writes", writes},
                {"reads-pipe", reads_pipe},
                {"buffers-apart", buffers_apart},
                {"any-source", any_source},
                {"both-then", both_then},
                {"probes-and-works", probes_and_works},
                {"probes-for-a-time", probes_for_a_time},
                {"late-post", late_post},
                {"own-lock-kept", own_lock_kept},
                {"file-late", file_late},
                {"file-begun-late", file_begun_late},
                {"file-busy", file_busy},
                {"group-late", group_late},
                {"bridge-late", bridge_late},
                {"asked-late", asked_late},
                {"long-lock", long_lock},
                {"semaphore", semaphore},
                {"woken", woken},
                {"limited", limited},
                {"joins", joins},
                {"completes", completes},
                {"sleeps-until-alarm", sleeps_until_alarm},
                {"freed-by-signal", freed_by_signal}};

int main(int count, char **words) {
  (void)count;
  STAND(words[1], MPI_THREAD_MULTIPLE);
  if (!rank)
    puts("done");
  return 0;
}
