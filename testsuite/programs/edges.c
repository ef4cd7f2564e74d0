/* Two ranks exchange messages in every way that MPI has; mostly rank 0 sends. Each message
 * contains its number: how many its sender sent before to this receiver on this communicator
 * with this tag. Each completed receive and each successful probe is written, in order, to the
 * file $EDGES_LOG.RANK: "source communicator tag number". edges.t compares that with the edges
 * that Fencepost recorded. */
#include "edges.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int rank, other;
static int sent[COMMS][TAGS]; /* how many messages to the other rank */
static FILE *out;
MPI_Comm comms[COMMS];
static int count_ok;

int next(int c, int tag) {
  return sent[c][tag]++;
}

void took(int c, int tag, int number) {
  if (out)
    fprintf(out, "%d %d %d %d\n", other, c, tag, number);
  count_ok++;
}

void tell(const char *what) {
  if (rank)
    printf("%s: %d\n", what, count_ok);
}

/* See edges.h. */
void meet(void) {
  int n = next(7, 63), v = -1;
  MPI_Request r;
  MPI_Irecv(&v, 1, MPI_INT, other, 63, comms[7], &r);
  MPI_Send(&n, 1, MPI_INT, other, 63, comms[7]);
  MPI_Wait(&r, MPI_STATUS_IGNORE);
  took(7, 63, v);
}

void send_one(int c, int tag) {
  int v = next(c, tag);
  MPI_Send(&v, 1, MPI_INT, other, tag, comms[c]);
}

void send_many(int c, int tag, int n) {
  for (int i = 0; i < n; i++)
    send_one(c, tag);
}

void recv_one(int c, int source, int tag) {
  int v = -1;
  MPI_Status s;
  MPI_Recv(&v, 1, MPI_INT, source, tag, comms[c], &s);
  took(c, s.MPI_TAG, v);
}

static void modes(void) {
  int v[12];
  MPI_Request r[4];
  if (rank) {
    for (int i = 0; i < 4; i++)
      MPI_Irecv(&v[i], 1, MPI_INT, 0, 20 + i % 2, MPI_COMM_WORLD, &r[i]);
    meet();
    MPI_Waitall(4, r, MPI_STATUSES_IGNORE);
    for (int i = 0; i < 4; i++)
      took(0, 20 + i % 2, v[i]);
    for (int i = 0; i < 6; i++)
      recv_one(0, i % 2 ? 0 : MPI_ANY_SOURCE, i % 3 ? 1 : MPI_ANY_TAG);
    return;
  }
  int size = 4096;
  void *buffer = malloc(4096);
  MPI_Buffer_attach(buffer, size);
  meet();
  for (int i = 0; i < 4; i++)
    v[i] = next(0, 20 + i % 2);
  MPI_Rsend(&v[0], 1, MPI_INT, 1, 20, MPI_COMM_WORLD);
  MPI_Irsend(&v[1], 1, MPI_INT, 1, 21, MPI_COMM_WORLD, &r[0]);
  MPI_Rsend(&v[2], 1, MPI_INT, 1, 20, MPI_COMM_WORLD);
  MPI_Rsend(&v[3], 1, MPI_INT, 1, 21, MPI_COMM_WORLD);
  MPI_Wait(&r[0], MPI_STATUS_IGNORE);
  for (int i = 0; i < 6; i++)
    v[i] = next(0, 1);
  MPI_Send(&v[0], 1, MPI_INT, 1, 1, MPI_COMM_WORLD);
  MPI_Bsend(&v[1], 1, MPI_INT, 1, 1, MPI_COMM_WORLD);
  MPI_Ssend(&v[2], 1, MPI_INT, 1, 1, MPI_COMM_WORLD);
  MPI_Isend(&v[3], 1, MPI_INT, 1, 1, MPI_COMM_WORLD, &r[0]);
  MPI_Ibsend(&v[4], 1, MPI_INT, 1, 1, MPI_COMM_WORLD, &r[1]);
  MPI_Issend(&v[5], 1, MPI_INT, 1, 1, MPI_COMM_WORLD, &r[2]);
  MPI_Waitall(3, r, MPI_STATUSES_IGNORE);
  MPI_Buffer_detach(&buffer, &size);
  free(buffer);
}

/* Completes n receives in one of several ways, and fills `order` with the order in which they
 * were completed. */
static int complete(int how, int n, MPI_Request *r, int *order, MPI_Status *s) {
  int done = 0, flag = 0, k, some[16];
  while (done < n) {
    switch (how) {
    case 0: /* the last one first */
      MPI_Wait(&r[n - 1 - done], &s[n - 1 - done]);
      order[done] = n - 1 - done;
      done++;
      break;
    case 1:
      MPI_Waitall(n, r, s);
      for (; done < n; done++)
        order[done] = done;
      break;
    case 2:
      MPI_Waitany(n, r, &k, MPI_STATUS_IGNORE);
      order[done++] = k;
      break;
    case 3:
      MPI_Waitsome(n, r, &k, some, MPI_STATUSES_IGNORE);
      for (int i = 0; i < k; i++)
        order[done++] = some[i];
      break;
    case 4:
      k = n - 1 - done;
      MPI_Test(&r[k], &flag, MPI_STATUS_IGNORE);
      if (flag)
        order[done++] = k;
      break;
    case 5:
      MPI_Testall(n, r, &flag, MPI_STATUSES_IGNORE);
      for (; flag && done < n; done++)
        order[done] = done;
      break;
    case 6:
      MPI_Testany(n, r, &k, &flag, MPI_STATUS_IGNORE);
      if (flag && k >= 0)
        order[done++] = k;
      break;
    case 7:
      MPI_Testsome(n, r, &k, some, s);
      for (int i = 0; i < k; i++)
        order[done++] = some[i];
      break;
    case 8:
      k = n - 1 - done;
      MPI_Request_get_status(r[k], &flag, MPI_STATUS_IGNORE);
      if (flag) {
        order[done++] = k;
        MPI_Wait(&r[k], MPI_STATUS_IGNORE);
      }
      break;
    default: /* with MPI_STATUSES_IGNORE */
      MPI_Waitall(n, r, MPI_STATUSES_IGNORE);
      for (; done < n; done++)
        order[done] = done;
      break;
    }
  }
  return done;
}

static void forms(int source, int wild_every) {
  enum { N = 12, HOW = 10 };
  for (int how = 0; how < HOW; how++) {
    int v[N], order[N], tags[N];
    MPI_Request r[N];
    MPI_Status s[N];
    if (!rank) {
      meet();
      for (int i = 0; i < N; i++)
        send_one(0, 2 + i % 3);
      meet();
      continue;
    }
    for (int i = 0; i < N; i++) {
      tags[i] = 2 + i % 3;
      v[i] = -1;
      MPI_Irecv(&v[i], 1, MPI_INT, source,
                wild_every && i % wild_every == 0 ? MPI_ANY_TAG : tags[i], MPI_COMM_WORLD,
                &r[i]);
    }
    meet();
    complete(how, N, r, order, s);
    for (int i = 0; i < N; i++)
      took(0, tags[order[i]], v[order[i]]);
    meet();
  }
  tell("completed");
}

static void probes(void) {
  MPI_Status s;
  MPI_Message m;
  MPI_Request r;
  int v = -1, flag = 0;
  if (!rank) {
    send_many(0, 7, 8);
    return;
  }
  MPI_Probe(0, 7, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  took(0, 7, 0);
  recv_one(0, 0, 7);
  MPI_Probe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &s);
  took(0, 7, 1);
  recv_one(0, s.MPI_SOURCE, s.MPI_TAG);
  while (!flag)
    MPI_Iprobe(0, 7, MPI_COMM_WORLD, &flag, MPI_STATUS_IGNORE);
  took(0, 7, 2);
  MPI_Mprobe(MPI_ANY_SOURCE, 7, MPI_COMM_WORLD, &m, MPI_STATUS_IGNORE);
  took(0, 7, 2);
  recv_one(0, 0, 7); /* gets the message after the one that MPI_Mprobe has taken */
  MPI_Mrecv(&v, 1, MPI_INT, &m, MPI_STATUS_IGNORE);
  for (flag = 0; !flag;)
    MPI_Improbe(0, MPI_ANY_TAG, MPI_COMM_WORLD, &flag, &m, MPI_STATUS_IGNORE);
  took(0, 7, 4);
  MPI_Imrecv(&v, 1, MPI_INT, &m, &r);
  recv_one(0, 0, 7);
  MPI_Wait(&r, MPI_STATUS_IGNORE);
  recv_one(0, MPI_ANY_SOURCE, MPI_ANY_TAG);
  recv_one(0, 0, 7);
  tell("probed");
}

static void persistent(void) {
  enum { N = 4, TIMES = 50 };
  int v[N];
  MPI_Request r[N];
  for (int i = 0; i < N; i++)
    if (rank)
      MPI_Recv_init(&v[i], 1, MPI_INT, i % 2 ? 0 : MPI_ANY_SOURCE, 8 + i % 2, MPI_COMM_WORLD,
                    &r[i]);
    else if (i % 2)
      MPI_Send_init(&v[i], 1, MPI_INT, 1, 8 + i % 2, MPI_COMM_WORLD, &r[i]);
    else
      MPI_Ssend_init(&v[i], 1, MPI_INT, 1, 8 + i % 2, MPI_COMM_WORLD, &r[i]);
  for (int k = 0; k < TIMES; k++) {
    for (int i = 0; i < N; i++)
      v[i] = rank ? -1 : next(0, 8 + i % 2);
    if (k % 2)
      MPI_Startall(N, r);
    else
      for (int i = 0; i < N; i++)
        MPI_Start(&r[i]);
    int order[N];
    MPI_Status status[N] = {{.MPI_SOURCE = 0}};
    for (int i = 0; i < N; i++)
      order[i] = i;
    if (k % 3 == 1)
      for (int i = 0; i < N; i++)
        MPI_Waitany(N, r, &order[i], MPI_STATUS_IGNORE);
    else if (k % 3 == 2)
      for (int i = 0; i < N; i++)
        MPI_Wait(&r[order[i] = N - 1 - i], &status[i]);
    else
      MPI_Waitall(N, r, MPI_STATUSES_IGNORE);
    for (int i = 0; rank && i < N; i++)
      took(status[i].MPI_SOURCE, 8 + order[i] % 2, v[order[i]]);
  }
  for (int i = 0; i < N; i++)
    MPI_Request_free(&r[i]);
  tell("restarted");
}

static void both_ways(void) {
  MPI_Status s;
  for (int i = 0; i < 10; i++) {
    int v = next(0, 10), w = -1;
    if (i % 2) {
      MPI_Sendrecv(&v, 1, MPI_INT, other, 10, &w, 1, MPI_INT, i % 3 ? other : MPI_ANY_SOURCE,
                   10, MPI_COMM_WORLD, i % 3 ? MPI_STATUS_IGNORE : &s);
      took(0, 10, w);
    } else {
      MPI_Sendrecv_replace(&v, 1, MPI_INT, other, 10, other, i % 4 ? MPI_ANY_TAG : 10,
                           MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      took(0, 10, v);
    }
  }
  int v = 5;
  MPI_Sendrecv(&v, 1, MPI_INT, MPI_PROC_NULL, 10, &v, 1, MPI_INT, MPI_PROC_NULL, 10,
               MPI_COMM_WORLD, &s);
  MPI_Send(&v, 1, MPI_INT, MPI_PROC_NULL, 3, MPI_COMM_WORLD);
  MPI_Recv(&v, 1, MPI_INT, MPI_PROC_NULL, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Probe(MPI_PROC_NULL, 3, MPI_COMM_WORLD, &s);
  MPI_Sendrecv(&rank, 1, MPI_INT, rank, 11, &v, 1, MPI_INT, rank, 11, MPI_COMM_WORLD, &s);
  tell("both ways");
}

#ifdef OPEN_MPI
enum { MANY = 10000 };
#else
enum { MANY = 20000 };
#endif

static void many(int source) {
  int *v = malloc(MANY * sizeof *v);
  MPI_Request *r = malloc(MANY * sizeof *r);
  if (!v || !r)
    exit(1);
  for (int i = 0; i < MANY; i++) {
    v[i] = rank ? -1 : next(0, 15);
    if (rank)
      MPI_Irecv(&v[i], 1, MPI_INT, source, 15, MPI_COMM_WORLD, &r[i]);
  }
  meet();
  if (!rank) {
    for (int i = 0; i < MANY; i++)
      MPI_Isend(&v[i], 1, MPI_INT, 1, 15, MPI_COMM_WORLD, &r[i]);
    MPI_Waitall(MANY, r, MPI_STATUSES_IGNORE);
  }
  for (int i = MANY; rank && i-- > MANY / 2;) {
    MPI_Wait(&r[i], MPI_STATUS_IGNORE);
    took(0, 15, v[i]);
  }
  if (rank)
    MPI_Waitall(MANY, r, MPI_STATUSES_IGNORE);
  for (int i = 0; rank && i < MANY / 2; i++)
    took(0, 15, v[i]);
  free(v);
  free(r);
  meet();
  tell("many");
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  other = 1 - rank;
  comms[0] = MPI_COMM_WORLD;
  MPI_Comm_dup(MPI_COMM_WORLD, &comms[7]);
  char name[4096];
  if (getenv("EDGES_LOG")) {
    snprintf(name, sizeof name, "%s.%d", getenv("EDGES_LOG"), rank);
    out = fopen(name, "w");
  }
  modes();
  tell("modes");
  forms(0, 0);
  forms(MPI_ANY_SOURCE, 0);
  forms(0, 2);
  forms(MPI_ANY_SOURCE, 3);
  probes();
  persistent();
  both_ways();
  cancelled();
  errors();
  communicators();
  callbacks();
#if MPI_VERSION >= 4
  mpi4();
#endif
  many(0);
  many(MPI_ANY_SOURCE);
  if (out)
    fclose(out);
  MPI_Finalize();
  return 0;
}
