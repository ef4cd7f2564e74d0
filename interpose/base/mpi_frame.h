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
struct thread;
struct uses;

/* edge.c, send.c: the message that the call sends. */
struct frame_send {
  int32_t rank; /* world rank to which the message was sent */
  int numbered, counted, synchronous;
  int silent;      /* the process was dormant, so nobody is told */
  int waits, kept; /* rendezvous_steps.h: it waited for its receive to be posted; its handle is
                      the one that several requests have */
  uint64_t key, number;
  int64_t need;  /* bsend_buffer.h */
  unsigned kind; /* letters.h */
};

/* receive.c: the message that the call receives. */
struct frame_receive {
  /* Communicator of a call that waits for the message itself; NULL: it is not followed. */
  struct comm *comm;
  int held;           /* `comm` is held until the call is over */
  uint64_t announced; /* id of the EVENT_RECEIVE of the receive that the call posts; 0: none */
  uint64_t steps;     /* rendezvous_steps.h: rendezvous_steps when it was posted */
  unsigned kind;      /* letters.h */
  int64_t exact;      /* bytes of the buffer, if messages are to be so long; 0: any length */
};

/* buffer.c: what to do when the call returns; which member counts depends on the kind of
 * call. */
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
  int rc;     /* return code, after calls that return int */
  struct thread *thread;
  int depth; /* 0 = the call is not made in a callback of another one */
  struct frame_send sent;
  struct frame_receive receive;
  /* rma_calls.c: the window whose errors become fatal again after the call. If the call fails,
   * it is then made again. */
  void *fatal;
  uint64_t mark; /* known_op.h: of the operation that this call repeats or completes; 0: none */
  union frame_buffers buffers;
  union frame_greq greq;
  struct made *freed; /* object.c: the object that the call frees */
  /* known_message.c, known_request.c: the message before that this one is like; its type
   * depends on the call. */
  void *known;
  /* Bytes of the message that was received last, if world.races; -1: not known. */
  int64_t received;
  /* An MPI_Status that stands in where the program passes MPI_STATUS_IGNORE. */
  _Alignas(8) unsigned char status[32];
};

#endif
