/* mpi_frame.h: one MPI call under way, from its wrapper's point of view. A wrapper has one on
 * its stack; hooks that run before the call leave in it what those after it need, each module
 * in a part of its own. */
#ifndef FENCEPOST_MPI_FRAME_H
#define FENCEPOST_MPI_FRAME_H

#include <stdint.h>

struct comm;
struct grequest;
struct kind;
struct made;
struct operation;
struct split;
struct step_place;
struct thread;
struct uses;

/* edge.c, send.c: the message that the call sends. */
struct frame_send {
  int32_t rank; /* in the world, of whom it was sent to */
  int numbered, counted, synchronous;
  int waits,
      kept; /* unbuffered.h: it would wait for its receive; its handle is the shared one */
  uint64_t key, number;
  int64_t need; /* bsend_buffer.h */
};

/* receive.c: the message that the call receives. */
struct frame_receive {
  struct comm *comm;  /* of calls that wait for it themselves; NULL: it is not followed */
  uint64_t announced; /* the EVENT_RECEIVE of what the call posts; 0: none */
  uint64_t steps;     /* unbuffered.h: rendezvous_steps when it was posted */
  void *known;        /* known_message.c: what it is like; and where it is called */
  struct step_place *place;
};

/* buffer.c: what the call is to do on leave; by the kind of call. */
union frame_buffers {
  void *any; /* NULL: nothing */
  struct uses *uses;
  struct operation *operation;
  struct split *split;
};

/* grequest.c, grequest_polled.c: what the call makes. */
union frame_greq {
  void *any;
  struct grequest *request;
  struct kind *kind;
};

struct frame {
  unsigned call;
  void *args; /* struct args_NAME, which hooks may change before the call */
  int rc;     /* on leave, of calls that return int */
  struct thread *thread;
  int depth; /* 0 = not made in a callback of another */
  struct frame_send sent;
  struct frame_receive receive;
  void *fatal; /* rma_calls.c: the window whose errors are to be fatal again after the call; if
                  that fails it is made again then */
  union frame_buffers buffers;
  union frame_greq greq;
  struct made *freed;                   /* object.c: what the call frees */
  _Alignas(8) unsigned char status[32]; /* an MPI_Status, where the program ignores its own */
};

#endif
