/* The rarer cases of edges.c: messages that are cancelled or in error, that are on other
 * communicators, sent in callbacks of MPI, or sent by calls of MPI 4. */
#include "edges.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void cancelled(void) {
  int v[4] = {-1, -1, -1, -1}, flag = 0;
  MPI_Request r[4];
  MPI_Status s;
  if (rank) {
    for (int i = 0; i < 4; i++)
      MPI_Irecv(&v[i], 1, MPI_INT, i == 2 ? MPI_ANY_SOURCE : 0, 12, MPI_COMM_WORLD, &r[i]);
    MPI_Cancel(&r[1]);
    meet();
    MPI_Wait(&r[3], MPI_STATUS_IGNORE); /* r[1] was cancelled, so r[3] gets the third message */
    took(0, 12, v[3]);
    MPI_Wait(&r[1], &s);
    MPI_Test_cancelled(&s, &flag);
    MPI_Wait(&r[2], MPI_STATUS_IGNORE);
    took(0, 12, v[2]);
    MPI_Wait(&r[0], MPI_STATUS_IGNORE);
    took(0, 12, v[0]);
    printf("cancelled: %d, %d %d %d\n", flag, v[0], v[2], v[3]);
    MPI_Irecv(&v[0], 1, MPI_INT, 0, 12, MPI_COMM_WORLD, &r[0]);
    MPI_Cancel(&r[0]);
    MPI_Wait(&r[0], MPI_STATUS_IGNORE);
    meet();
    recv_one(0, 0, 12);
  } else {
    meet();
    send_many(0, 12, 3);
    meet();
    send_one(0, 12);
  }
}

/* Makes calls that the library refuses, and a receive that is too small. */
void errors(void) {
  int v = 0, two[2] = {0, 0};
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  if (!rank) {
    int bad = 0;
    bad += MPI_Send(&v, -1, MPI_INT, 1, 13, MPI_COMM_WORLD) != MPI_SUCCESS;
    send_one(0, 13);
    bad += MPI_Send(&v, 1, MPI_INT, 7, 13, MPI_COMM_WORLD) != MPI_SUCCESS;
    bad += MPI_Send(&v, 1, MPI_DATATYPE_NULL, 1, 13, MPI_COMM_WORLD) != MPI_SUCCESS;
    bad += MPI_Send(&v, 1, MPI_INT, 1, -5, MPI_COMM_WORLD) != MPI_SUCCESS;
    MPI_Datatype type; /* it is never committed */
    MPI_Type_contiguous(1, MPI_INT, &type);
    bad += MPI_Send(&v, 1, type, 1, 13, MPI_COMM_WORLD) != MPI_SUCCESS;
    MPI_Type_free(&type);
    meet();
    two[0] = next(0, 13);
    MPI_Send(two, 2, MPI_INT, 1, 13, MPI_COMM_WORLD);
    send_one(0, 13);
    printf("refused: %d\n", bad);
    fflush(stdout);
    meet();
  } else {
    recv_one(0, 0, 13);
    meet();
    int rc = MPI_Recv(&v, 1, MPI_INT, MPI_ANY_SOURCE, 13, MPI_COMM_WORLD, MPI_STATUS_IGNORE),
        class = 0;
    MPI_Error_class(rc, &class);
    took(0, 13, 1);
    rc = MPI_Recv(&v, -1, MPI_INT, 0, 13, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    recv_one(0, 0, 13);
    meet();
    printf("truncated: %d, refused: %d\n", class == MPI_ERR_TRUNCATE, rc != MPI_SUCCESS);
  }
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_ARE_FATAL);
}

void communicators(void) {
  MPI_Comm_dup(MPI_COMM_WORLD, &comms[1]);
  MPI_Comm_split(MPI_COMM_WORLD, 0, -rank, &comms[2]); /* ranks are swapped */
  MPI_Intercomm_create(MPI_COMM_SELF, 0, MPI_COMM_WORLD, other, 40, &comms[3]);
  for (int i = 0; i < 6; i++)
    if (rank) {
      recv_one(1, 0, 14);
      int v = -1;
      MPI_Recv(&v, 1, MPI_INT, i % 2 ? MPI_ANY_SOURCE : 1, 14, comms[2], MPI_STATUS_IGNORE);
      took(2, 14, v);
      MPI_Recv(&v, 1, MPI_INT, 0, 14, comms[3], MPI_STATUS_IGNORE);
      took(3, 14, v);
    } else {
      send_one(1, 14);
      int v = next(2, 14), w = next(3, 14);
      MPI_Send(&v, 1, MPI_INT, 0, 14, comms[2]);
      MPI_Send(&w, 1, MPI_INT, 0, 14, comms[3]);
    }
  for (int c = 1; c < 4; c++)
    MPI_Comm_free(&comms[c]);
  tell("communicators");
}

/* The rest of this file sends messages in callbacks. */
static int query(void *state, MPI_Status *s) {
  (void)state;
  MPI_Status_set_cancelled(s, 0);
  MPI_Status_set_elements(s, MPI_INT, 0);
  s->MPI_SOURCE = MPI_UNDEFINED;
  s->MPI_TAG = MPI_UNDEFINED;
  send_one(0, 16);
  return MPI_SUCCESS;
}
static int release(void *state) {
  (void)state;
  send_one(0, 16);
  return MPI_SUCCESS;
}
static int cancel(void *state, int complete_) {
  (void)state;
  (void)complete_;
  return MPI_SUCCESS;
}
static int delete (MPI_Comm c, int key, void *value, void *extra) {
  (void)c;
  (void)key;
  (void)value;
  (void)extra;
  send_one(0, 16);
  return MPI_SUCCESS;
}
static int copy(MPI_Comm c, int key, void *extra, void *value, void *to, int *flag) {
  (void)c;
  (void)key;
  (void)extra;
  *(void **)to = value;
  *flag = 1;
  send_one(0, 16);
  return MPI_SUCCESS;
}
static void failed(MPI_Comm *c, int *code, ...) {
  (void)c;
  (void)code;
  send_one(0, 16);
}
static void add(void *in, void *inout, int *n, MPI_Datatype *type) {
  (void)type;
  for (int i = 0; i < *n; i++)
    ((int *)inout)[i] += ((int *)in)[i];
}

void callbacks(void) {
  MPI_Request r;
  MPI_Errhandler h;
  MPI_Op op;
  MPI_Comm dup;
  int key, one = 1, all = 0;
  MPI_Op_create(add, 1, &op);
  MPI_Allreduce(&one, &all, 1, MPI_INT, op, MPI_COMM_WORLD);
  MPI_Op_free(&op);
  if (rank) {
    MPI_Comm_dup(MPI_COMM_SELF, &dup);
    for (int i = 0; i < 6; i++)
      recv_one(0, 0, 16);
    MPI_Comm_free(&dup);
    tell("callbacks");
    return;
  }
  MPI_Grequest_start(query, release, cancel, NULL, &r);
  MPI_Grequest_complete(r);
  MPI_Wait(&r, MPI_STATUS_IGNORE);
  MPI_Comm_create_keyval(copy, delete, &key, NULL);
  MPI_Comm_set_attr(MPI_COMM_SELF, key, NULL);
  MPI_Comm_dup(MPI_COMM_SELF, &dup);
  MPI_Comm_free(&dup);
  MPI_Comm_delete_attr(MPI_COMM_SELF, key);
  MPI_Comm_free_keyval(&key);
  MPI_Comm_create_errhandler(failed, &h);
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, h);
  MPI_Send(&one, 1, MPI_INT, 99, 16, MPI_COMM_WORLD);
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_ARE_FATAL);
  MPI_Errhandler_free(&h);
}

#if MPI_VERSION >= 4
void mpi4(void) {
  MPI_Request r;
  int v, w = -1;
  for (int i = 0; i < 4; i++) {
    v = next(0, 17);
    if (i % 2) {
      MPI_Isendrecv(&v, 1, MPI_INT, other, 17, &w, 1, MPI_INT, other, 17, MPI_COMM_WORLD, &r);
      MPI_Wait(&r, MPI_STATUS_IGNORE);
      took(0, 17, w);
    } else {
      MPI_Isendrecv_replace(&v, 1, MPI_INT, other, 17, other, 17, MPI_COMM_WORLD, &r);
      MPI_Wait(&r, MPI_STATUS_IGNORE);
      took(0, 17, v);
    }
  }
  if (rank) {
    MPI_Recv_c(&w, 1, MPI_INT, 0, 17, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    took(0, 17, w);
    MPI_Irecv_c(&w, 1, MPI_INT, MPI_ANY_SOURCE, 17, MPI_COMM_WORLD, &r);
    MPI_Wait(&r, MPI_STATUS_IGNORE);
    took(0, 17, w);
  } else {
    v = next(0, 17);
    MPI_Send_c(&v, 1, MPI_INT, 1, 17, MPI_COMM_WORLD);
    v = next(0, 17);
    MPI_Isend_c(&v, 1, MPI_INT, 1, 17, MPI_COMM_WORLD, &r);
    MPI_Wait(&r, MPI_STATUS_IGNORE);
  }
  int part[8];
  if (rank)
    MPI_Precv_init(part, 4, 2, MPI_INT, 0, 18, MPI_COMM_WORLD, MPI_INFO_NULL, &r);
  else
    MPI_Psend_init(part, 8, 1, MPI_INT, 1, 18, MPI_COMM_WORLD, MPI_INFO_NULL, &r);
  for (int k = 0; k < 5; k++) {
    int number = next(4, 18);
    MPI_Start(&r);
    for (int i = 0; !rank && i < 8; i++)
      part[i] = number;
    if (!rank) {
      int list[2] = {7, 2};
      MPI_Pready(4, r);
      MPI_Pready_range(0, 1, r);
      MPI_Pready_list(2, list, r);
      MPI_Pready(3, r);
      MPI_Pready_range(5, 6, r);
    }
    MPI_Wait(&r, MPI_STATUS_IGNORE);
    if (rank)
      took(4, 18, part[5]);
  }
  MPI_Request_free(&r);
  tell("MPI-4");
}
#endif
