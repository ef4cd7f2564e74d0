/* never NAME: ranks that can never go on. `standstill.c` has more of them. */
#include "standing.h"

static int out[8];

static MPI_Comm copy(void) {
  MPI_Comm comm;
  MPI_Comm_dup(WORLD, &comm);
  return comm;
}

/* Messages */

static void communicator(void) {
  MPI_Comm comm = copy();
  if (rank == 0)
    MPI_Ssend(&value, 1, MPI_INT, 1, 1, comm);
  else if (rank == 1)
    MPI_Recv(in, 1, MPI_INT, 0, 1, WORLD, NONE);
}

static void source(void) {
  if (rank == 0)
    MPI_Recv(in, 1, MPI_INT, 2, 1, WORLD, NONE);
  else if (rank == 1)
    MPI_Send(&value, 1, MPI_INT, 0, 1, WORLD);
}

static void any_source(void) {
  if (rank == 0)
    for (int i = 0; i < size; i++)
      MPI_Recv(in, 1, MPI_INT, MPI_ANY_SOURCE, 1, WORLD, NONE);
  else
    MPI_Send(&value, 1, MPI_INT, 0, 1, WORLD);
}

static void any_in_barrier(void) {
  if (rank == 0)
    MPI_Recv(in, 1, MPI_INT, MPI_ANY_SOURCE, 1, WORLD, NONE);
  MPI_Barrier(WORLD);
}

static void probe(void) {
  MPI_Status status;
  MPI_Probe(before, 1, WORLD, &status);
  MPI_Recv(in, 1, MPI_INT, before, 1, WORLD, NONE);
  MPI_Send(&value, 1, MPI_INT, next, 1, WORLD);
}

static void mprobe(void) {
  MPI_Message message;
  MPI_Mprobe(before, 1, WORLD, &message, NONE);
  MPI_Mrecv(in, 1, MPI_INT, &message, NONE);
  MPI_Send(&value, 1, MPI_INT, next, 1, WORLD);
}

static void exchange(void) {
  if (rank < 2)
    MPI_Sendrecv(&value, 1, MPI_INT, !rank, 1, in, 1, MPI_INT, !rank, 2, WORLD, NONE);
}

static void persistent(void) {
  MPI_Request request;
  MPI_Recv_init(in, 1, MPI_INT, before, 1, WORLD, &request);
  MPI_Start(&request);
  MPI_Wait(&request, NONE);
  MPI_Send(&value, 1, MPI_INT, next, 1, WORLD);
}

static void some(void) {
  MPI_Request request[2];
  int n, which[2];
  for (int i = 0; i < 2; i++)
    MPI_Irecv(in + i, 1, MPI_INT, i ? next : before, i, WORLD, &request[i]);
  MPI_Waitsome(2, request, &n, which, ALL_STATUSES);
  MPI_Barrier(WORLD);
}

static void large(void) {
  int n = 1 << 22;
  char *a = calloc(1, n), *b = calloc(1, n);
  MPI_Send(a, n, MPI_CHAR, next, 1, WORLD);
  MPI_Recv(b, n, MPI_CHAR, before, 1, WORLD, NONE);
}

static void large_isend(void) {
  int n = 1 << 22;
  char *a = calloc(1, n), *b = calloc(1, n);
  MPI_Request request;
  MPI_Isend(a, n, MPI_CHAR, next, 1, WORLD, &request);
  MPI_Wait(&request, NONE);
  MPI_Recv(b, n, MPI_CHAR, before, 1, WORLD, NONE);
}

static void self(void) {
  if (rank == 0)
    MPI_Ssend(&value, 1, MPI_INT, 0, 1, WORLD);
  MPI_Barrier(WORLD);
}

static void too_few(void) {
  int n = rank == 1 ? 3 : 4;
  for (int i = 0; i < n; i++)
    if (rank == 0)
      MPI_Recv(in, 1, MPI_INT, 1, 1, WORLD, NONE);
    else if (rank == 1)
      MPI_Send(&value, 1, MPI_INT, 0, 1, WORLD);
  MPI_Barrier(WORLD);
}

static void detach(void) {
  static char buffer[1 << 20];
  static char data[1 << 18];
  void *at;
  int n;
  MPI_Buffer_attach(buffer, sizeof buffer);
  MPI_Bsend(data, sizeof data, MPI_CHAR, next, 1, WORLD);
  MPI_Buffer_detach(&at, &n);
  MPI_Recv(data, sizeof data, MPI_CHAR, before, 1, WORLD, NONE);
}

/* Collective calls */

static void roots(void) {
  int n = 1 << 18;
  char *data = calloc(1, n);
  MPI_Gather(data, n / size, MPI_CHAR, calloc(1, n), n / size, MPI_CHAR, rank == 0 ? 0 : 1, WORLD);
  MPI_Barrier(WORLD);
  MPI_Barrier(WORLD);
  if (rank)
    MPI_Barrier(WORLD);
}

static void two_communicators(void) {
  MPI_Comm comm = copy();
  MPI_Barrier(rank == 0 ? WORLD : comm);
  MPI_Barrier(rank == 0 ? comm : WORLD);
}

static void one_less(void) {
  for (int i = 0; i < (rank == size - 1 ? 3 : 4); i++)
    MPI_Allreduce(&value, in, 1, MPI_INT, MPI_SUM, WORLD);
}

static void bcast(void) {
  if (rank)
    MPI_Bcast(in, 1, MPI_INT, 0, WORLD);
  else
    MPI_Recv(in, 1, MPI_INT, 1, 1, WORLD, NONE);
}

static void reduce(void) {
  if (rank == size - 1)
    MPI_Recv(in, 1, MPI_INT, 0, 1, WORLD, NONE);
  MPI_Reduce(&value, in, 1, MPI_INT, MPI_SUM, 0, WORLD);
  if (rank == 0)
    MPI_Send(&value, 1, MPI_INT, size - 1, 1, WORLD);
}

static void scan(void) {
  if (rank == 0)
    MPI_Recv(in, 1, MPI_INT, size - 1, 1, WORLD, NONE);
  MPI_Scan(&value, in, 1, MPI_INT, MPI_SUM, WORLD);
  if (rank == size - 1)
    MPI_Send(&value, 1, MPI_INT, 0, 1, WORLD);
}

static void ibarrier(void) {
  MPI_Request request;
  if (rank == 0)
    MPI_Recv(in, 1, MPI_INT, 1, 1, WORLD, NONE);
  MPI_Ibarrier(WORLD, &request);
  MPI_Wait(&request, NONE);
  if (rank == 1)
    MPI_Send(&value, 1, MPI_INT, 0, 1, WORLD);
}

static void dup_by_some(void) {
  if (rank)
    copy();
  MPI_Barrier(WORLD);
}

static void split(void) {
  MPI_Comm comm;
  if (rank)
    MPI_Comm_split(WORLD, 0, rank, &comm);
  else
    MPI_Recv(in, 1, MPI_INT, 1, 1, WORLD, NONE);
}

static void in_part(void) {
  MPI_Comm comm;
  MPI_Comm_split(WORLD, rank % 2, rank, &comm);
  if (rank == 0)
    MPI_Recv(in, 1, MPI_INT, 2, 1, WORLD, NONE);
  MPI_Barrier(comm);
  if (rank == 2)
    MPI_Send(&value, 1, MPI_INT, 0, 1, WORLD);
}

static void neighbours(void) {
  MPI_Comm comm;
  int dims = size, periods = 1;
  MPI_Cart_create(WORLD, 1, &dims, &periods, 0, &comm);
  if (rank == 0)
    MPI_Recv(in, 1, MPI_INT, 1, 1, WORLD, NONE);
  MPI_Neighbor_allgather(&value, 1, MPI_INT, out, 1, MPI_INT, comm);
  if (rank == 1)
    MPI_Send(&value, 1, MPI_INT, 0, 1, WORLD);
}

static void create(void) {
  if (rank)
    window();
  MPI_Barrier(WORLD);
}

/* Windows */

static void starts(void) {
  MPI_Win win = window();
  int other = !rank;
  if (rank < 2) {
    MPI_Win_start(peer(other), 0, win);
    MPI_Put(&value, 1, MPI_INT, other, 0, 1, MPI_INT, win);
    MPI_Win_complete(win);
    MPI_Win_post(peer(other), 0, win);
    MPI_Win_wait(win);
  }
  MPI_Win_free(&win);
}

static void waits(void) {
  MPI_Win win = window();
  int other = !rank;
  if (rank < 2) {
    MPI_Win_post(peer(other), 0, win);
    MPI_Win_wait(win);
    MPI_Win_start(peer(other), 0, win);
    MPI_Win_complete(win);
  }
  MPI_Win_free(&win);
}

static void complete(void) {
  MPI_Win win = window();
  if (rank == 0) {
    MPI_Win_start(peer(1), 0, win);
    MPI_Recv(in, 1, MPI_INT, 1, 1, WORLD, NONE);
    MPI_Win_complete(win);
  } else if (rank == 1) {
    MPI_Win_post(peer(0), 0, win);
    MPI_Win_wait(win);
    MPI_Send(&value, 1, MPI_INT, 0, 1, WORLD);
  }
  MPI_Win_free(&win);
}

static void win_free(void) {
  MPI_Win win = window();
  if (rank == 0)
    MPI_Recv(in, 1, MPI_INT, 1, 1, WORLD, NONE);
  MPI_Win_free(&win);
  if (rank == 1)
    MPI_Send(&value, 1, MPI_INT, 0, 1, WORLD);
}

static void touch(int target, MPI_Win win) {
  MPI_Put(&value, 1, MPI_INT, target, 0, 1, MPI_INT, win);
  MPI_Win_flush(target, win);
}

static void locks(void) {
  MPI_Win a = window(), b = window();
  if (rank < 2) {
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, rank ? b : a);
    touch(0, rank ? b : a);
  }
  MPI_Barrier(WORLD);
  if (rank < 2) {
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, rank ? a : b);
    touch(0, rank ? a : b);
    MPI_Win_unlock(0, a);
    MPI_Win_unlock(0, b);
  }
  MPI_Win_free(&a);
  MPI_Win_free(&b);
}

static void lock_kept(void) {
  MPI_Win win = window();
  if (rank == 0) {
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 1, 0, win);
    touch(1, win);
    MPI_Barrier(WORLD);
    MPI_Recv(in, 1, MPI_INT, 2, 1, WORLD, NONE);
    MPI_Win_unlock(1, win);
  } else if (rank == 2) {
    MPI_Barrier(WORLD);
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 1, 0, win);
    touch(1, win);
    MPI_Win_unlock(1, win);
    MPI_Send(&value, 1, MPI_INT, 0, 1, WORLD);
  } else
    MPI_Barrier(WORLD);
  MPI_Win_free(&win);
}

/* No flush has shown that anybody has the first lock. */
static void own_lock(void) {
  MPI_Win win = window();
  MPI_Win_lock(MPI_LOCK_EXCLUSIVE, next, 0, win);
  MPI_Accumulate(&value, 1, MPI_INT, next, 0, 1, MPI_INT, MPI_SUM, win);
  MPI_Barrier(WORLD);
  MPI_Win_lock(MPI_LOCK_EXCLUSIVE, rank, 0, win);
  MPI_Win_unlock(rank, win);
  MPI_Win_unlock(next, win);
  MPI_Win_free(&win);
}

static void lock_all(void) {
  MPI_Win win = window();
  if (rank == 0) {
    MPI_Win_lock_all(0, win);
    touch(1, win);
    MPI_Barrier(WORLD);
    MPI_Barrier(WORLD);
    MPI_Win_unlock_all(win);
  } else {
    MPI_Barrier(WORLD);
    if (rank == 2) {
      MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 1, 0, win);
      touch(1, win);
      MPI_Win_unlock(1, win);
    }
    MPI_Barrier(WORLD);
  }
  MPI_Win_free(&win);
}

/* Generalized requests */

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

static void generalized(void) {
  MPI_Request request;
  MPI_Grequest_start(query, release, cancel, NULL, &request);
  if (rank == 0)
    MPI_Wait(&request, NONE);
  MPI_Barrier(WORLD);
  MPI_Grequest_complete(request);
  MPI_Wait(&request, NONE);
}

static void generalized_after(void) {
  MPI_Request request;
  if (rank == 0) {
    MPI_Grequest_start(query, release, cancel, NULL, &request);
    MPI_Recv(in, 1, MPI_INT, 1, 1, WORLD, NONE);
    MPI_Grequest_complete(request);
    MPI_Wait(&request, NONE);
  } else if (rank == 1) {
    MPI_Recv(in, 1, MPI_INT, 0, 1, WORLD, NONE);
    MPI_Send(&value, 1, MPI_INT, 0, 1, WORLD);
  }
}

/* Threads */

static void *receive(void *tag) {
  MPI_Recv(in, 1, MPI_INT, before, *(int *)tag, WORLD, NONE);
  return NULL;
}

static void joined(void) {
  pthread_t thread;
  int tag = 1;
  pthread_create(&thread, NULL, receive, &tag);
  pthread_join(thread, NULL);
  MPI_Send(&value, 1, MPI_INT, next, 1, WORLD);
}

static void parallel(void) {
#pragma omp parallel num_threads(2)
  {
    int tag = 1;
#pragma omp critical
    receive(&tag);
  }
  MPI_Send(&value, 1, MPI_INT, next, 1, WORLD);
}

/* Others go on for ever. */

static void beside_sleep(void) {
  if (rank == 2)
    for (;;)
      sleep(1);
  MPI_Recv(in, 1, MPI_INT, !rank, 1, WORLD, NONE);
}

static void beside_work(void) {
  volatile double x = 1;
  while (rank == 2)
    x = x * 1.0000001;
  MPI_Recv(in, 1, MPI_INT, !rank, 1, WORLD, NONE);
}

static void beside_messages(void) {
  while (rank >= 2) {
    usleep(1000);
    MPI_Sendrecv(&value, 1, MPI_INT, rank ^ 1, 1, in, 1, MPI_INT, rank ^ 1, 1, WORLD, NONE);
  }
  MPI_Recv(in, 1, MPI_INT, !rank, 1, WORLD, NONE);
}

static void beside_barrier(void) {
  MPI_Comm comm;
  MPI_Comm_split(WORLD, rank < 3, rank, &comm);
  if (rank == 3)
    for (;;)
      sleep(1);
  if (rank == 0)
    MPI_Recv(in, 1, MPI_INT, 1, 1, WORLD, NONE);
  MPI_Barrier(comm);
}

static const struct program programs[] = {{"communicator", communicator},
                {"source", source},
                {"any-source", any_source},
                {"any-in-barrier", any_in_barrier},
                {"probe", probe},
                {"mprobe", mprobe},
                {"exchange", exchange},
                {"persistent", persistent},
                {"some", some},
                {"large", large},
                {"large-isend", large_isend},
                {"self", self},
                {"too-few", too_few},
                {"detach", detach},
                {"roots", roots},
                {"two-communicators", two_communicators},
                {"one-less", one_less},
                {"bcast", bcast},
                {"reduce", reduce},
                {"scan", scan},
                {"ibarrier", ibarrier},
                {"dup", dup_by_some},
                {"split", split},
                {"in-part", in_part},
                {"neighbours", neighbours},
                {"create", create},
                {"starts", starts},
                {"waits", waits},
                {"complete", complete},
                {"win-free", win_free},
                {"locks", locks},
                {"lock-kept", lock_kept},
                {"own-lock", own_lock},
                {"lock-all", lock_all},
                {"generalized", generalized},
                {"generalized-after", generalized_after},
                {"joined", joined},
                {"parallel", parallel},
                {"beside-sleep", beside_sleep},
                {"beside-work", beside_work},
                {"beside-messages", beside_messages},
                {"beside-barrier", beside_barrier}};

int main(int count, char **words) {
  STAND(words[1], count > 2 ? MPI_THREAD_MULTIPLE : MPI_THREAD_SINGLE);
  return 0;
}
