/* standstill NAME: a program whose ranks can never go on, or that only takes its time (names
 * that begin with "slow-"). */
#include <errno.h>
#include <setjmp.h>
#include <sys/wait.h>
#include "standing.h"

/* These never end. */

static void ring(void) {
  MPI_Recv(in, 1, MPI_INT, before, 1, WORLD, NONE);
  MPI_Send(&value, 1, MPI_INT, next, 1, WORLD);
}

static void told(void) {
  printf("rank %d\n", rank);
  fflush(stdout);
  ring();
}

static void child_ended(int number) {
  printf("signal %d\n", number);
}

/* There is a process that watches this one; it must not see it. */
static void alone(void) {
  signal(SIGCHLD, child_ended);
  sleep(1);
  puts(wait(NULL) < 0 && errno == ECHILD ? "no children" : "a child");
  fflush(stdout);
  ring();
}

static void synchronous(void) {
  MPI_Ssend(&value, 1, MPI_INT, next, 1, WORLD);
  MPI_Recv(in, 1, MPI_INT, before, 1, WORLD, NONE);
}

static void tags(void) {
  if (rank == 0)
    MPI_Ssend(&value, 1, MPI_INT, 1, 1, WORLD);
  else if (rank == 1)
    MPI_Recv(in, 1, MPI_INT, 0, 2, WORLD, NONE);
}

static void missing(void) {
  if (rank == 0)
    MPI_Recv(in, 1, MPI_INT, size - 1, 1, WORLD, NONE);
}

static void barrier(void) {
  if (rank == 0)
    MPI_Recv(in, 1, MPI_INT, 1, 1, WORLD, NONE);
  MPI_Barrier(WORLD);
  if (rank == 1)
    MPI_Send(&value, 1, MPI_INT, 0, 1, WORLD);
}

static void calls(void) {
  if (rank == 0)
    MPI_Barrier(WORLD);
  else
    MPI_Allreduce(&value, in, 1, MPI_INT, MPI_SUM, WORLD);
  MPI_Barrier(WORLD);
}

static void either(void) {
  MPI_Request request[2];
  int which;
  for (int i = 0; i < 2; i++)
    MPI_Irecv(in + i, 1, MPI_INT, before, i, WORLD, &request[i]);
  MPI_Waitany(2, request, &which, NONE);
  MPI_Send(&value, 1, MPI_INT, next, which, WORLD);
}

static void every(void) {
  MPI_Request request[2];
  MPI_Irecv(in, 1, MPI_INT, before, 0, WORLD, &request[0]);
  MPI_Isend(&value, 1, MPI_INT, next, 1, WORLD, &request[1]);
  MPI_Waitall(2, request, ALL_STATUSES);
}

static void start(void) {
  MPI_Win win = window();
  if (rank == 0) {
    MPI_Win_start(peer(1), 0, win);
    MPI_Put(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
    MPI_Win_complete(win);
  }
  MPI_Win_free(&win);
}

static void post(void) {
  MPI_Win win = window();
  if (rank == 1) {
    MPI_Win_post(peer(0), 0, win);
    MPI_Win_wait(win);
  }
  MPI_Win_free(&win);
}

static void fence(void) {
  MPI_Win win = window();
  if (rank == 0)
    MPI_Win_fence(0, win);
  else
    MPI_Recv(in, 1, MPI_INT, 0, 1, WORLD, NONE);
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
}

static void *receive(void *tag) {
  MPI_Recv(in + *(int *)tag, 1, MPI_INT, before, *(int *)tag, WORLD, NONE);
  return NULL;
}

static void threads(void) {
  pthread_t thread;
  int tag[2] = {1, 2};
  pthread_create(&thread, NULL, receive, &tag[0]);
  receive(&tag[1]);
  pthread_join(thread, NULL);
}

/* These do. */

static void slow_send(void) {
  if (rank == 0)
    MPI_Recv(in, 1, MPI_INT, 1, 1, WORLD, NONE);
  else if (rank == 1) {
    sleep(9);
    MPI_Send(&value, 1, MPI_INT, 0, 1, WORLD);
  }
}

static void slow_barrier(void) {
  for (int i = 0; i < 2; i++) {
    if (rank == i)
      sleep(5);
    MPI_Barrier(WORLD);
  }
}

static jmp_buf out;

static void jump(int number) {
  longjmp(out, number);
}

static void slow_alarm(void) {
  signal(SIGALRM, jump);
  alarm(10);
  if (rank == 0 && !setjmp(out)) {
    MPI_Recv(in, 1, MPI_INT, 1, 1, WORLD, NONE);
  } else if (rank == 1) {
    sleep(11);
    MPI_Abort(WORLD, 3);
  }
  pause();
}

static void slow_clock(void) {
  MPI_Request request;
  int flag = 0;
  double begin = MPI_Wtime();
  if (rank == 0) {
    MPI_Irecv(in, 1, MPI_INT, 1, 1, WORLD, &request);
    while (!flag && MPI_Wtime() < begin + 9)
      MPI_Test(&request, &flag, NONE);
    MPI_Send(&value, 1, MPI_INT, 1, 2, WORLD);
    MPI_Wait(&request, NONE);
  } else if (rank == 1) {
    MPI_Recv(in, 1, MPI_INT, 0, 2, WORLD, NONE);
    MPI_Send(&value, 1, MPI_INT, 0, 1, WORLD);
  }
}

static void *send_late(void *unused) {
  sleep(9);
  MPI_Send(&value, 1, MPI_INT, rank, 1, WORLD);
  return unused;
}

static void slow_thread(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, send_late, NULL);
  MPI_Recv(in, 1, MPI_INT, rank, 1, WORLD, NONE);
  pthread_join(thread, NULL);
}

static const struct program programs[] = {{"ring", ring},
                {"told", told},
                {"alone", alone},
                {"synchronous", synchronous},
                {"tags", tags},
                {"missing", missing},
                {"barrier", barrier},
                {"calls", calls},
                {"either", either},
                {"every", every},
                {"start", start},
                {"post", post},
                {"fence", fence},
                {"threads", threads},
                {"slow-send", slow_send},
                {"slow-barrier", slow_barrier},
                {"slow-alarm", slow_alarm},
                {"slow-clock", slow_clock},
                {"slow-thread", slow_thread}};

int main(int count, char **words) {
  (void)count;
  STAND(words[1], MPI_THREAD_MULTIPLE);
  if (!rank)
    puts("done");
  return 0;
}
