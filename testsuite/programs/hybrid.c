/* A proxy of hybrid applications: particles in a field on a ring of processes, with OpenMP
 * threads that all call MPI; the halo comes by messages, by tasks or by puts. Prints sums that
 * depend on the processes and steps only. -DBUG=name builds a mistake in (hybrid.t). */
#include <mpi.h>
#include <omp.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ROWS 32
#define COLUMNS 24 /* of each process, and one of each neighbour at either side */
#define WIDTH (COLUMNS + 2)
#define BLOCKS 24
#define MOST 512 /* particles of a process */

/* Names of mistakes. */
enum {
  none,
  pack_nowait,       /* all threads pack what one sends, which does not wait for them */
  border_early,      /* the halo is read before the receive is complete */
  request_of_two,    /* two threads wait for one request */
  puts_overlap,      /* two threads put to the same bytes */
  put_then_load,     /* a thread loads what another process puts, before the fence */
  flush_elsewhere,   /* one thread flushes what another one may not have put yet */
  ticket_early,      /* the fetched ticket is used before the flush */
  probe_and_receive, /* threads probe and receive with one tag */
  collectives_cross, /* two threads reduce on one communicator at once */
  inbox_shared,      /* two threads receive into one inbox */
  complete_twice     /* a generalized request is completed twice */
};
#ifndef BUG
#define BUG none
#endif

struct particle {
  double x, y, speed;
};

struct field {
  double *now, *next; /* ROWS rows of WIDTH */
};

static int rank, size, left, right, threads;
static MPI_Comm ring, talk; /* talk: collective calls of thread 1 */

static double *at(double *field, int row, int column) {
  return &field[row * WIDTH + column];
}

static double relaxed(const struct field *f, int row, int column) {
  int up = row ? row - 1 : ROWS - 1, down = row < ROWS - 1 ? row + 1 : 0;
  return 0.2 * (*at(f->now, row, column) + *at(f->now, up, column) + *at(f->now, down, column) +
                *at(f->now, row, column - 1) + *at(f->now, row, column + 1));
}

static void relax_inner(struct field *f) {
#pragma omp for schedule(dynamic, 4)
  for (int row = 0; row < ROWS; row++)
    for (int column = 2; column < COLUMNS; column++)
      *at(f->next, row, column) = relaxed(f, row, column);
}

static void relax_border(struct field *f) {
#pragma omp for schedule(static)
  for (int row = 0; row < ROWS; row++) {
    *at(f->next, row, 1) = relaxed(f, row, 1);
    *at(f->next, row, COLUMNS) = relaxed(f, row, COLUMNS);
  }
}

static void swap(struct field *f) {
  double *t = f->now;
  f->now = f->next;
  f->next = t;
}

/* The halo by messages: all threads pack, the first one sends, all compute meanwhile. */

static double to_left[ROWS], to_right[ROWS], from_left[ROWS], from_right[ROWS];

static void pack(struct field *f) {
#pragma omp for nowait
  for (int row = 0; row < ROWS; row++) {
    to_left[row] = *at(f->now, row, 1);
    to_right[row] = *at(f->now, row, COLUMNS);
  }
}

static void unpack(struct field *f) {
#pragma omp for
  for (int row = 0; row < ROWS; row++) {
    *at(f->now, row, 0) = from_left[row];
    *at(f->now, row, COLUMNS + 1) = from_right[row];
  }
}

static void step_by_messages(struct field *f) {
  MPI_Request request[4];
#pragma omp parallel
  {
    pack(f);
    if (BUG != pack_nowait) {
#pragma omp barrier
    }
#pragma omp master
    {
      MPI_Irecv(from_left, ROWS, MPI_DOUBLE, left, 1, ring, &request[0]);
      MPI_Irecv(from_right, ROWS, MPI_DOUBLE, right, 2, ring, &request[1]);
      MPI_Isend(to_right, ROWS, MPI_DOUBLE, right, 1, ring, &request[2]);
      MPI_Isend(to_left, ROWS, MPI_DOUBLE, left, 2, ring, &request[3]);
    }
    relax_inner(f);
    if (BUG == border_early)
      unpack(f);
    if (BUG == request_of_two && omp_get_thread_num() == 1)
      MPI_Wait(&request[0], MPI_STATUS_IGNORE);
#pragma omp master
    MPI_Waitall(4, request, MPI_STATUSES_IGNORE);
#pragma omp barrier
    unpack(f);
    relax_border(f);
  }
  swap(f);
}

/* The halo by tasks, which dependences order. */

static void task_receive(double *into, int from, int tag) {
  MPI_Recv(into, ROWS, MPI_DOUBLE, from, tag, ring, MPI_STATUS_IGNORE);
}

static void send_column(struct field *f, double *out, int column, int to, int tag,
                        MPI_Request *request) {
  for (int row = 0; row < ROWS; row++)
    out[row] = *at(f->now, row, column);
  MPI_Isend(out, ROWS, MPI_DOUBLE, to, tag, ring, request);
}

static void task_border(struct field *f, const double *halo, int column, int of) {
  for (int row = 0; row < ROWS; row++)
    *at(f->now, row, column) = halo[row];
  for (int row = 0; row < ROWS; row++)
    *at(f->next, row, of) = relaxed(f, row, of);
}

static void step_by_tasks(struct field *f) {
#pragma omp parallel
#pragma omp single
  {
    MPI_Request request[2]; /* a task that receives must not wait for one that sends */
    send_column(f, to_right, COLUMNS, right, 3, &request[0]);
    send_column(f, to_left, 1, left, 4, &request[1]);
#pragma omp task depend(out : from_left[0])
    task_receive(from_left, left, 3);
#pragma omp task depend(out : from_right)
    task_receive(from_right, right, 4);
    for (int part = 0; part < 4; part++)
#pragma omp task firstprivate(part)
      for (int row = part * ROWS / 4; row < (part + 1) * ROWS / 4; row++)
        for (int column = 2; column < COLUMNS; column++)
          *at(f->next, row, column) = relaxed(f, row, column);
#pragma omp task depend(in : from_left[0])
    task_border(f, from_left, 0, 1);
#pragma omp task depend(in : from_right)
    task_border(f, from_right, COLUMNS + 1, COLUMNS);
#pragma omp taskwait
    MPI_Waitall(2, request, MPI_STATUSES_IGNORE);
  }
  swap(f);
}

/* The halo by puts: each thread puts its rows into the neighbours' halos. */

static double *halos; /* of the window: ROWS from the left, ROWS from the right */
static MPI_Win halo_window;

static void put_rows(void) {
  int rows = ROWS / threads, first = omp_get_thread_num() * rows;
  int count = omp_get_thread_num() == threads - 1 ? ROWS - first : rows;
  if (BUG == puts_overlap && first > 0)
    first--, count++;
  MPI_Put(&to_right[first], count, MPI_DOUBLE, right, first, count, MPI_DOUBLE, halo_window);
  MPI_Put(&to_left[first], count, MPI_DOUBLE, left, ROWS + first, count, MPI_DOUBLE,
          halo_window);
}

static void step_by_puts(struct field *f) {
  MPI_Win_fence(MPI_MODE_NOPRECEDE, halo_window);
#pragma omp parallel num_threads(threads)
  {
    pack(f);
#pragma omp barrier
    put_rows();
    relax_inner(f);
#pragma omp master
    {
      if (BUG == put_then_load)
        *at(f->now, 0, 0) = halos[0];
      MPI_Win_fence(MPI_MODE_NOSTORE | MPI_MODE_NOSUCCEED, halo_window);
    }
#pragma omp barrier
#pragma omp for
    for (int row = 0; row < ROWS; row++) {
      *at(f->now, row, 0) = halos[row];
      *at(f->now, row, COLUMNS + 1) = halos[ROWS + row];
    }
    relax_border(f);
  }
  swap(f);
  MPI_Barrier(ring); /* all have read their halos before the next fence epoch */
}

/* Work is handed out by a counter at process 0, which all threads of all processes ask. */

static MPI_Win ticket_window;

static int next_ticket(MPI_Aint counter) {
  int one = 1, ticket = -1;
  MPI_Fetch_and_op(&one, &ticket, MPI_INT, 0, counter, MPI_SUM, ticket_window);
  if (BUG == ticket_early && ticket >= BLOCKS)
    return ticket;
  MPI_Win_flush(0, ticket_window);
  return ticket;
}

static double block_of_work(int block) {
  double sum = 0;
  for (int i = 1; i <= 400; i++)
    sum += (double)(block + 1) / i;
  return sum;
}

/* `sums`: a window with a sum of each block, at process 0. */
static void shared_work(MPI_Aint counter, MPI_Win sums) {
#pragma omp parallel num_threads(threads)
  {
    for (int block; (block = next_ticket(counter)) < BLOCKS;) {
      double sum = block_of_work(block);
      MPI_Accumulate(&sum, 1, MPI_DOUBLE, 0, block, 1, MPI_DOUBLE, MPI_SUM, sums);
      if (BUG != flush_elsewhere || omp_get_thread_num() == 0)
        MPI_Win_flush(0, sums);
      if (BUG == flush_elsewhere)
        sum = 0; /* perhaps before another thread has flushed */
    }
  }
}

static double worked(int steps) {
  int *counter;
  double *sum, all = 0;
  MPI_Win sums;
  int mine = rank == 0;
  MPI_Win_allocate(mine * steps * (MPI_Aint)sizeof *counter, sizeof *counter, MPI_INFO_NULL,
                   ring, &counter, &ticket_window);
  MPI_Win_allocate(mine * BLOCKS * (MPI_Aint)sizeof *sum, sizeof *sum, MPI_INFO_NULL, ring,
                   &sum, &sums);
  if (mine) {
    memset(counter, 0, (size_t)steps * sizeof *counter);
    memset(sum, 0, BLOCKS * sizeof *sum);
  }
  MPI_Win_fence(0, sums);
  MPI_Win_fence(0, ticket_window);
  MPI_Win_fence(MPI_MODE_NOSUCCEED, sums);
  MPI_Win_fence(MPI_MODE_NOSUCCEED, ticket_window);
  MPI_Win_lock_all(0, ticket_window);
  MPI_Win_lock_all(0, sums);
  for (int step = 0; step < steps; step++)
    shared_work(step, sums);
  MPI_Win_unlock_all(sums);
  MPI_Win_unlock_all(ticket_window);
  MPI_Barrier(ring);
  MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, sums);
  for (int i = 0; mine && i < BLOCKS; i++)
    all += sum[i];
  MPI_Win_unlock(0, sums);
  MPI_Win_free(&sums);
  MPI_Win_free(&ticket_window);
  return all;
}

/* Particles that leave go to the right: each thread has an outbox, and a tag. */

static struct particle particles[MOST];
static int many;
static omp_lock_t arrivals;

static void arrive(const struct particle *new, int count) {
  omp_set_lock(&arrivals);
  for (int i = 0; i < count && many < MOST; i++)
    particles[many++] = new[i];
  omp_unset_lock(&arrivals);
}

static int leave(struct particle *outbox, struct particle *stay, int *stays) {
  int out = 0;
#pragma omp for schedule(static)
  for (int i = 0; i < many; i++) {
    struct particle p = particles[i];
    p.x += p.speed;
    if (p.x >= COLUMNS) {
      p.x -= COLUMNS;
      outbox[out++] = p;
    } else {
      stay[(*stays)++] = p;
    }
  }
  return out;
}

static struct particle one_inbox[MOST];

static void exchange(struct particle *outbox, int out) {
  struct particle own_inbox[MOST], *inbox = BUG == inbox_shared ? one_inbox : own_inbox;
  MPI_Request request;
  MPI_Status status;
  int bytes, tag = 10 + (BUG == probe_and_receive ? 0 : omp_get_thread_num());
  MPI_Isend(outbox, out * (int)sizeof *outbox, MPI_BYTE, right, tag, ring, &request);
  if (BUG == probe_and_receive) {
    MPI_Probe(left, tag, ring, &status);
    MPI_Get_count(&status, MPI_BYTE, &bytes);
    MPI_Recv(inbox, sizeof own_inbox, MPI_BYTE, left, tag, ring, &status);
  } else {
    MPI_Message message;
    MPI_Mprobe(left, tag, ring, &message, &status);
    MPI_Get_count(&status, MPI_BYTE, &bytes);
    MPI_Mrecv(inbox, bytes, MPI_BYTE, &message, &status);
  }
  MPI_Get_count(&status, MPI_BYTE, &bytes);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  arrive(inbox, bytes / (int)sizeof *inbox);
}

static void step_particles(void) {
#pragma omp parallel num_threads(threads)
  {
    struct particle outbox[MOST], stay[MOST];
    int stays = 0, out = leave(outbox, stay, &stays);
#pragma omp single
    many = 0;
    arrive(stay, stays);
    exchange(outbox, out);
  }
}

static double weight(void) {
  double sum = 0, all;
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < many; i++)
    sum += particles[i].y;
  MPI_Allreduce(&sum, &all, 1, MPI_DOUBLE, MPI_SUM, ring);
  return all;
}

/* Two threads reduce at once, on a communicator each. */
static double two_sums(double mine) {
  double sum[2], all[2] = {0, 0};
#pragma omp parallel num_threads(2)
  {
    int me = omp_get_thread_num();
    sum[me] = mine * (me + 1);
    MPI_Allreduce(&sum[me], &all[me], 1, MPI_DOUBLE, MPI_SUM,
                  me && BUG != collectives_cross ? talk : ring);
  }
  return all[0] + all[1];
}

/* Checkpoints are written by a thread of its own, which completes a generalized request. */

static struct checkpoint {
  pthread_mutex_t mutex;
  pthread_cond_t changed;
  int wanted, ends;
  double *copy, sum;
  MPI_Request request;
} checkpoint = {.mutex = PTHREAD_MUTEX_INITIALIZER, .changed = PTHREAD_COND_INITIALIZER};

static int queried(void *state, MPI_Status *status) {
  (void)state;
  MPI_Status_set_elements(status, MPI_BYTE, 0);
  MPI_Status_set_cancelled(status, 0);
  status->MPI_SOURCE = MPI_UNDEFINED;
  status->MPI_TAG = MPI_UNDEFINED;
  return MPI_SUCCESS;
}

static int freed(void *state) {
  (void)state;
  return MPI_SUCCESS;
}

static int cancelled(void *state, int complete) {
  (void)state, (void)complete;
  return MPI_SUCCESS;
}

static void *write_checkpoints(void *unused) {
  pthread_mutex_lock(&checkpoint.mutex);
  for (;;) {
    while (!checkpoint.wanted && !checkpoint.ends)
      pthread_cond_wait(&checkpoint.changed, &checkpoint.mutex);
    if (!checkpoint.wanted)
      break;
    checkpoint.wanted = 0;
    MPI_Request request = checkpoint.request;
    pthread_mutex_unlock(&checkpoint.mutex);
    double sum = 0;
    for (int i = 0; i < ROWS * WIDTH; i++)
      sum += checkpoint.copy[i];
    checkpoint.sum = sum;
    MPI_Grequest_complete(request);
    if (BUG == complete_twice)
      MPI_Grequest_complete(request);
    pthread_mutex_lock(&checkpoint.mutex);
  }
  pthread_mutex_unlock(&checkpoint.mutex);
  return unused;
}

static MPI_Request begin_checkpoint(const struct field *f) {
  memcpy(checkpoint.copy, f->now, ROWS * WIDTH * sizeof *f->now);
  pthread_mutex_lock(&checkpoint.mutex);
  MPI_Grequest_start(queried, freed, cancelled, NULL, &checkpoint.request);
  MPI_Request request = checkpoint.request;
  checkpoint.wanted = 1;
  pthread_cond_signal(&checkpoint.changed);
  pthread_mutex_unlock(&checkpoint.mutex);
  return request;
}

static void end_checkpoints(pthread_t helper) {
  pthread_mutex_lock(&checkpoint.mutex);
  checkpoint.ends = 1;
  pthread_cond_signal(&checkpoint.changed);
  pthread_mutex_unlock(&checkpoint.mutex);
  pthread_join(helper, NULL);
}

static void step_field(struct field *f, int step) {
  static void (*const ways[])(struct field *) = {step_by_messages, step_by_tasks, step_by_puts};
  ways[step % 3](f);
}

static double run(struct field *f, int steps) {
  pthread_t helper;
  double written = 0;
  pthread_create(&helper, NULL, write_checkpoints, NULL);
  for (int step = 0; step < steps; step++) {
    MPI_Request request = begin_checkpoint(f);
    step_field(f, step);
    step_particles();
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    written += checkpoint.sum;
  }
  end_checkpoints(helper);
  return written;
}

static void begin(int *argc, char ***argv) {
  int provided;
  MPI_Init_thread(argc, argv, MPI_THREAD_MULTIPLE, &provided);
  if (provided < MPI_THREAD_MULTIPLE)
    MPI_Abort(MPI_COMM_WORLD, 1);
  MPI_Comm_dup(MPI_COMM_WORLD, &ring);
  MPI_Comm_dup(MPI_COMM_WORLD, &talk);
  MPI_Comm_rank(ring, &rank);
  MPI_Comm_size(ring, &size);
  left = (rank + size - 1) % size;
  right = (rank + 1) % size;
#pragma omp parallel
#pragma omp single
  threads = omp_get_num_threads();
  MPI_Allreduce(MPI_IN_PLACE, &threads, 1, MPI_INT, MPI_MIN, ring);
  omp_init_lock(&arrivals);
  MPI_Win_allocate(2 * ROWS * sizeof *halos, sizeof *halos, MPI_INFO_NULL, ring, &halos,
                   &halo_window);
}

int main(int argc, char **argv) {
  begin(&argc, &argv);
  int steps = argc > 1 ? atoi(argv[1]) : 6;
  struct field f = {calloc(ROWS * WIDTH, sizeof(double)), calloc(ROWS * WIDTH, sizeof(double))};
  checkpoint.copy = calloc(ROWS * WIDTH, sizeof(double));
  for (int i = 0; i < ROWS * WIDTH; i++)
    f.now[i] = i % 7 + rank;
  for (many = 0; many < 64; many++)
    particles[many] = (struct particle){many % COLUMNS, rank + many, 1 + many % 5};
  double written = run(&f, steps), sum = two_sums(written), done = worked(steps);
  double weights = weight();
  if (rank == 0)
    printf("%.6f %.6f %.1f\n", sum, done, weights);
  free(f.now);
  free(f.next);
  free(checkpoint.copy);
  omp_destroy_lock(&arrivals);
  MPI_Win_free(&halo_window);
  MPI_Comm_free(&talk);
  MPI_Comm_free(&ring);
  MPI_Finalize();
}
