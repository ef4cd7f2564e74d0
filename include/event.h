/* event.h: the one bridge between what a program does and the checker.
 *
 * An event is one step of one MPI process: a call on a window, or another rank's call that
 * concerns this one and came over the tool stream. Every rank feeds its own `struct check` with
 * its own events and with those it was sent; a recorded trace holds exactly that sequence.
 *
 * No MPI type appears here. Windows are 64-bit ids, the same at all members and never used
 * again in a run. Processes are named by rank in MPI_COMM_WORLD, except where "index" is said:
 * that is the rank in the group of the window. Bytes are the unit of every size and offset.
 * Assertions and constants have values of our own.
 *
 * Arrays are borrowed: they need to live only until check_feed returns.
 *
 * Time: a rank numbers its own events (`check.h`); what it sends to another rank carries that
 * number and what it knows of other ranks' numbers. Happens-before is made of three events:
 * EVENT_RELEASE gives this knowledge to one rank under a key, EVENT_ACQUIRE takes what a rank
 * gave, EVENT_ALL is a call that all ranks of the world must have entered before one leaves it.
 *
 * Most calls make two events, before (EVENT_ENTER: everything is checked here, so that a
 * finding is out before a library crashes on it) and after (EVENT_LEAVE with `ok`: state
 * changes here, so that a call that failed changes nothing).
 */
#ifndef FENCEPOST_EVENT_H
#define FENCEPOST_EVENT_H

#include <stddef.h>
#include <stdint.h>

enum event_kind {
  EVENT_NO_KIND,
#define EVENT(NAME, ...) EVENT_##NAME,
#include "events.def"
  EVENT_KINDS
};

enum event_trait {
  EVENT_USES = 1,         /* uses a window */
  EVENT_SYNCHRONISES = 2, /* the same, and it brings the window's two copies together or is part
                             of a call that does */
  EVENT_MEETS = 4         /* the process meets many others, all of which take what it sends */
};

enum event_phase { EVENT_ENTER, EVENT_LEAVE };

/* Assertions (standard section 11.5.5). */
enum {
  ASSERT_NOCHECK = 1,
  ASSERT_NOSTORE = 2,
  ASSERT_NOPUT = 4,
  ASSERT_NOPRECEDE = 8,
  ASSERT_NOSUCCEED = 16,
  ASSERT_UNKNOWN = 32, /* any other bit */
  ASSERT_UNTOLD = 64   /* the event does not tell what the call was given */
};

/* Info keys of a window (section 11.2.1). */
enum {
  INFO_NO_LOCKS = 1,
  INFO_SAME_SIZE = 2,
  INFO_SAME_DISP_UNIT = 4,
  INFO_SAME_OP = 8, /* accumulate_ops = same_op */
  /* the program gave accumulate_ordering, and it is none or lacks one of raw, war, waw */
  INFO_UNORDERED_RAW = 16,
  INFO_UNORDERED_WAR = 32,
  INFO_UNORDERED_WAW = 64,
  INFO_UNORDERED = INFO_UNORDERED_RAW | INFO_UNORDERED_WAR | INFO_UNORDERED_WAW
};

enum flavor { FLAVOR_CREATE = 1, FLAVOR_ALLOCATE, FLAVOR_DYNAMIC, FLAVOR_SHARED };
enum model { MODEL_SEPARATE = 1, MODEL_UNIFIED };

struct event_member {
  int64_t size;      /* of the member's window; 0 in a dynamic window */
  int32_t disp_unit; /* 1 in a dynamic window */
  int32_t rank;      /* world rank; -1: the member belongs to another world */
};

/* The kind of epoch in which an operation is called. */
enum epoch { EPOCH_NONE, EPOCH_FENCE, EPOCH_START, EPOCH_LOCK, EPOCH_LOCK_ALL };

enum rma_op { RMA_PUT, RMA_GET, RMA_ACC, RMA_GET_ACC, RMA_FETCH_OP, RMA_CAS };

/* Reduction operations; REDUCE_USER is any that MPI_Op_create made. */
enum reduce {
  REDUCE_NONE,
  REDUCE_MAX,
  REDUCE_MIN,
  REDUCE_SUM,
  REDUCE_PROD,
  REDUCE_LAND,
  REDUCE_BAND,
  REDUCE_LOR,
  REDUCE_BOR,
  REDUCE_LXOR,
  REDUCE_BXOR,
  REDUCE_MINLOC,
  REDUCE_MAXLOC,
  REDUCE_REPLACE,
  REDUCE_NO_OP,
  REDUCE_USER
};

/* `count` blocks of `length` bytes, the first at `lo`, each `stride` bytes (> 0) after the one
 * before. With one block `stride` means nothing. */
struct event_run {
  int64_t lo, length, stride, count;
};

/* Facts about the data that a (buffer, count, datatype) triple describes. */
enum {
  DATA_UNCOMMITTED = 1, /* a derived datatype that was never committed */
  DATA_OVERLAP = 2,     /* some byte is described more than once */
  DATA_DERIVED = 4,     /* not a predefined datatype */
  /* There are too many blocks to list: lo and hi are right, but there are no runs. */
  DATA_INEXACT = 8
};

/* Facts about an access that the program itself makes. */
enum {
  PROGRAM_ACCESS = 1,
  PROGRAM_ATOMIC = 2, /* an atomic operation of the programming language */
  PROGRAM_POLLS = 4,  /* a load that the program repeated until it had another value */
  /* There was an atomic or polling access to a shared window between the same two events, or a
   * peer has seen one. */
  PROGRAM_ORDERED = 8,
  /* Nobody saw this store: the bytes have other values than when event `since` began to read
   * them. */
  PROGRAM_CHANGED = 16,
  /* The thread polled: its loads of the same bytes after event `since` are polling loads,
   * too. */
  PROGRAM_POLLED = 32,
  PROGRAM_HIDDEN = 64 /* some accesses of the process, loads or stores, were not seen */
};

#define EVENT_HOLDS 4

struct event_entry {
  int32_t rank;
  uint64_t time;
};

/* How many messages were sent under a key, or how many calls were made. */
struct event_counted {
  uint64_t key, number;
};

/* A message that a thread waits for. */
struct event_message {
  int32_t rank;
  uint64_t key; /* the key made of its tag and communicator; 0: not known */
  uint8_t send; /* 1: it is sent to that rank, 0: it is received from it */
  /* Where its nonblocking operation was begun; stack 0: it has none, or that is not known. */
  uint16_t call;
  int32_t thread;
  uint32_t stack;
};

/* How many calls on a window that name `rank` a process has made. */
struct event_calls {
  int32_t rank;
  int64_t posts, starts, completes;
};

/* How many collective calls a process has begun on a communicator. */
struct event_begun {
  uint64_t comm;
  int64_t number;
};

/* Flags of EVENT_OP as its target is told of it: of the lock that it is under. OP_UNOPENED:
 * another thread holds it, and nothing orders that before the operation. */
enum op_flag { OP_EXCLUSIVE = 1, OP_UNOPENED = 2 };
/* Flag of EVENT_VALUE (the last: of a get that tells nothing); most bytes of values told. */
enum value_of { VALUE_OF_ACCUMULATE, VALUE_OF_GET, VALUE_OF_BEFORE, VALUE_BYTES = 8 };

/* What EVENT_DONE says of all operations of `from` on this rank's window so far. */
enum done {
  DONE_REMOTE, /* they are complete: after the entry of a fence, a flush or an unlock */
  DONE_GETS,  /* those of them that are MPI_Get or MPI_Rget are complete: their data has come */
  DONE_EPOCH, /* MPI_Win_complete was called, so they are complete when MPI_Win_wait returns */
  /* A flag: only those that the thread knows of which has told this; others may not have been
   * started when it began to flush. */
  DONE_KNOWN = 16
};

/* Flags of EVENT_RELEASE; the interposition uses bit 1 for itself. The release of a message in
 * ready mode carries the stack of the call, and a process may send one to itself. */
enum release_flag {
  RELEASE_READY = 4, /* a message that is sent in ready mode */
  RELEASE_DOUBT = 8, /* the sender may know more than its clock says */
  /* A message in buffered mode, whose sender wants to hear by EVENT_TAKEN that it was
   * received. */
  RELEASE_BUFFERED = 32,
  RELEASE_VOID = 16 /* no message belongs to the number-th release */
};
/* Of EVENT_WOKE. */
enum woke_flag {
  WOKE_HEARD = 1 /* the process did not wake: a message of a dormant process has come to it */
};
/* Of EVENT_RECEIVE: the first two when it is over, the others when it is posted. */
enum receive_flag {
  RECEIVE_LOST = 1, /* it may have taken a message */
  /* It took a message of `source` with this key. That process was dormant when it sent it, so
   * it knew of no receive that this event tells of. */
  RECEIVE_TOOK = 2,
  RECEIVE_RACES = 4,   /* which message it takes is asked about (rules/wildcard.h) */
  RECEIVE_IGNORES = 8, /* its call returns no status */
  RECEIVE_PROBES = 16  /* it is a probe, which takes no message */
};
/* Of EVENT_THREAD. */
enum thread_flag {
  THREAD_BEGINS = 1, /* the thread's first event */
  THREAD_ENDS = 2,   /* its last */
  THREAD_OPENMP = 4, /* it begins, and a runtime of OpenMP has made it */
  THREAD_ALL = 8     /* the checker has heard of all threads of the process that live */
};
/* Of EVENT_ACQUIRE. */
enum edge_flag {
  EDGE_LAST = 1,   /* no later event uses the key */
  EDGE_FORGET = 2, /* the same, and the receiver does not take what was released */
  EDGE_PROBED = 4, /* a probe has found this message: no receive was posted for it */
  EDGE_BOUND = 8   /* the number is a lower bound: the message may be a later one */
};

/* Where a call stands that should not stand there; MISPLACED_NEVER: the process has ended
 * without it. */
enum misplaced_call {
  MISPLACED_BEFORE,
  MISPLACED_AFTER,
  MISPLACED_AGAIN,
  MISPLACED_NEVER,
  MISPLACES
};

enum argument {
  ARGUMENT_WIN,       /* MPI_WIN_NULL */
  ARGUMENT_RANK,      /* a rank that is neither in the window's group nor MPI_PROC_NULL */
  ARGUMENT_COUNT,     /* negative; of an array the element `most`, from 1 */
  ARGUMENT_TYPE,      /* MPI_DATATYPE_NULL */
  ARGUMENT_LOCK_TYPE, /* a lock type that is neither exclusive nor shared */
  ARGUMENT_SIZE,      /* the size of a window, or of memory to attach, is negative */
  ARGUMENT_DISP_UNIT, /* not positive */
  ARGUMENT_GROUP,     /* a group with so many processes that are not in the window's group */
  ARGUMENT_BASE,      /* a null pointer is given as the base of this many bytes */
  /* Of calls that have no window. */
  ARGUMENT_COMM_NULL,
  ARGUMENT_HANDLE_NULL,    /* value: enum object */
  ARGUMENT_HANDLE_INVALID, /* it can be no handle of this kind; value: enum object */
  ARGUMENT_REQUEST_NULL,
  ARGUMENT_RANK_OUTSIDE, /* a rank that is not in the communicator of `most` processes, */
  ARGUMENT_RANK_ANY,     /* MPI_ANY_SOURCE as a destination, */
  ARGUMENT_RANK_NOT_IN_GROUP,
  ARGUMENT_RANK_TWICE, /* in a list of ranks */
  ARGUMENT_ROOT,
  ARGUMENT_TAG,     /* negative, or more than `most` */
  ARGUMENT_TAG_ANY, /* MPI_ANY_TAG of a message that is sent */
  ARGUMENT_UNCOMMITTED,
  ARGUMENT_OP_NULL,
  ARGUMENT_OP_TYPE,      /* enum reduce `value` is not defined for enum basic `most`, */
  ARGUMENT_OP_DERIVED,   /* nor for derived datatypes */
  ARGUMENT_OP_OF_RMA,    /* it is for one-sided communication only */
  ARGUMENT_BUFFER_NULL,  /* of `value` elements */
  ARGUMENT_IN_PLACE,     /* MPI_IN_PLACE where it is not allowed */
  ARGUMENT_NO_TOPOLOGY,  /* value: 0 a grid, 1 a graph, 2 a distributed graph, 3 any */
  ARGUMENT_GRID,         /* of `value` processes does not fit into `most` */
  ARGUMENT_GRID_DIVIDES, /* `value` does not divide `most` */
  ARGUMENT_UNEVEN,       /* a graph with more edges from rank `value` to `most` than back */
  ARGUMENT_INVALID,
  /* A process sends `value` bytes to itself, and expects `most` from itself, */
  ARGUMENT_OWN_AMOUNT,
  ARGUMENT_OWN_TYPE,     /* or enum basic `value`, and expects `most` */
  ARGUMENT_KEY,          /* MPI_KEYVAL_INVALID */
  ARGUMENT_PREDEFINED,   /* an object of MPI's own, where it must not be; value: enum object */
  ARGUMENT_OF_OTHER,     /* made for another kind of object; value: enum object */
  ARGUMENT_INTRA,        /* a communicator where an inter-communicator is needed, */
  ARGUMENT_INTER,        /* and the other way round */
  ARGUMENT_OWN_GROUP,    /* rank `value` is of the own group where one of another is needed */
  ARGUMENT_GRID_DIFFERS, /* of `value` processes, where there are `most` */
  ARGUMENT_ROOM,         /* `value` is needed, but there is room for `most` */
  ARGUMENT_TEXT,         /* shorter than `value` characters or longer than `most` */
  ARGUMENT_NO_KEY,       /* the info object has no such key */
  ARGUMENT_POINTER,      /* a null pointer where the call stores or takes something */
  ARGUMENT_OVERLAP,      /* a datatype with overlapping entries, into which data is stored */
  /* A split collective call is under way on the file, enum call `value`; -1: none, although
   * `most` is needed. */
  ARGUMENT_SPLIT,
  ARGUMENT_SEQUENTIAL,      /* a file that has no offsets */
  ARGUMENT_WHOLE,           /* of `value` bytes, which are not a multiple of `most` */
  ARGUMENT_PARTS,           /* parts `value` and `most` of a receive buffer overlap */
  ARGUMENT_NEIGHBOUR_PARTS, /* the same, of neighbours by their order */
  /* A file opened for reading only that is written to (value: 1), or the other way (0). */
  ARGUMENT_FILE_MODE,
  ARGUMENT_BEFORE, /* of a file pointer: it would get to place `value`, which is negative */
  ARGUMENT_VIEW_OVERLAP, /* a datatype with overlapping entries, for a file that is written, */
  ARGUMENT_VIEW_ORDER,   /* one with negative or decreasing displacements, */
  ARGUMENT_VIEW_MADE,    /* a filetype made of enum basic `value`, and its etype of `most` */
  ARGUMENT_COMM_COMING,  /* a communicator whose MPI_Comm_idup is not complete */
  ARGUMENT_SPLIT_BUFFER, /* of the end of a split call: enum call `most` had another */
  /* Against what the program has asserted of the communicator: a wildcard, */
  ARGUMENT_ASSERTED_SOURCE,
  ARGUMENT_ASSERTED_TAG,
  ARGUMENT_ASSERTED_LENGTH, /* a message of `value` bytes received in a buffer of `most` */
  ARGUMENTS
};

/* Steps of generalized requests (section 12.2). A request is known by its handle: a number that
 * the library may use again once it has deallocated the request. Each process numbers its
 * own. */
enum greq_step {
  GREQ_START, /* MPI_Grequest_start has made `handle`; GREQ_POLLED */
  GREQ_OTHER, /* a call has made a request of another kind, which now has the number `handle` */
  /* MPI_Grequest_complete(handle) is about to run; flags GREQ_NULL, GREQ_THREAD. */
  GREQ_COMPLETE,
  GREQ_FREE,   /* MPI_Request_free */
  GREQ_CANCEL, /* MPI_Cancel */
  GREQ_BEGIN,  /* MPI_Start or MPI_Startall is about to run on the requests in `list` */
  /* A call is about to run that may complete the requests in `list`; `how` says which of
   * them. */
  GREQ_WAIT,
  GREQ_STUCK, /* the same call is still under way, and no thread is left that could call
                 MPI_Grequest_complete */
  GREQ_GONE,  /* query_fn is about to run; flags GREQ_STACK or GREQ_HEAP */
  /* query_fn has returned `code` and filled `status`; flags GREQ_SET_*, GREQ_IGNORED,
   * GREQ_SWALLOWS. */
  GREQ_QUERY,
  GREQ_FREED,    /* free_fn is about to run, after which the library deallocates the request */
  GREQ_CANCELED, /* cancel_fn is about to run; flag GREQ_IS_COMPLETE */
  GREQ_RETURNED, /* free_fn or cancel_fn has returned the error `code`; flag GREQ_SWALLOWS */
  GREQ_LOST, /* a callback has returned the error `code`, but the call that ran it has not */
  GREQ_CALL, /* a callback is making an MPI call; flags GREQ_BLOCKS, GREQ_THREAD */
  GREQ_STEPS
};
enum {
  GREQ_NULL = 1,   /* MPI_REQUEST_NULL */
  GREQ_THREAD = 2, /* the granted thread level does not let this thread call MPI now */
  /* The library itself calls a function of the program that completes it (extension of
   * MPICH). */
  GREQ_POLLED = 4,
  GREQ_IS_COMPLETE = 8, /* the library passes a true `complete` to cancel_fn */
  GREQ_BLOCKS = 16,     /* the call may wait for other processes */
  /* Since MPI_Grequest_start the stack frame that holds extra_state was left, */
  GREQ_STACK = 32,
  GREQ_HEAP = 64,       /* or the memory of extra_state was freed */
  GREQ_SET_ERROR = 128, /* query_fn has set MPI_ERROR in the status */
  GREQ_SET_ELEMENTS = 256,
  GREQ_SET_CANCELLED = 512,
  GREQ_IGNORED = 1024, /* the program passed no status, so what query_fn has set goes nowhere */
  /* The program passed MPI_STATUSES_IGNORE, so error codes of callbacks go nowhere. */
  GREQ_SWALLOWS = 2048,
  GREQ_QUERIED = 4096 /* MPI_Request_get_status runs the callback: the request lives on */
};
enum greq_callback { GREQ_NONE, GREQ_QUERY_FN, GREQ_FREE_FN, GREQ_CANCEL_FN, GREQ_POLL_FN };
enum greq_how { GREQ_TEST, GREQ_WAIT_ANY, GREQ_WAIT_ALL };

/* How the call of an event misuses something that an earlier call has made; or that the thing
 * is left over in MPI_Finalize. */
enum misuse {
  MISUSE_LOST, /* an operation was never completed, */
  /* The same of `value` operations, started at `most` places, not all of them named. */
  MISUSE_LOST_AMONG,
  MISUSE_CANCEL_LOST, /* an operation was cancelled but never completed */
  MISUSE_NOT_FREED,   /* an inactive persistent request was not freed */
  MISUSE_NOT_STARTED, /* a persistent request was waited for, but never started */
  /* The program knows that it is complete, but never completed or freed the request. */
  MISUSE_TOLD,
  MISUSE_STALE,          /* the request is used although it is over */
  MISUSE_NOTHING,        /* the handle is no request: no call has made it */
  MISUSE_TWICE,          /* one call that waits for all its requests is given this one twice */
  MISUSE_STARTED,        /* MPI_Start of a request that is active */
  MISUSE_NOT_PERSISTENT, /* MPI_Start of a request that is not persistent */
  MISUSE_RECEIVE_FREED,  /* MPI_Request_free of an active receive */
  /* MPI_Request_free or MPI_Cancel of an active collective operation. */
  MISUSE_COLLECTIVE_FREED,
  MISUSE_PARTITION,       /* there is no partition `value`: there are only `most` */
  MISUSE_PARTITION_TWICE, /* partition `value` was marked ready before */
  /* Only `value` of `most` partitions are ready in a call that waits for all of them. */
  MISUSE_PARTITION_MISSING,
  /* A communicator, datatype or other object (`value`: enum object) is left over. */
  MISUSE_OBJECT,
  MISUSE_HANDLE, /* the object (`value`: enum object) was freed before, by `call` */
  MISUSE_WINDOW, /* the window was freed before */
  MISUSE_BOTH,   /* two threads wait for it at once */
  MISUSE_THREAD, /* the thread level lets only another thread call MPI */
  /* The thread level allows one thread at a time, and another one is in `call`. */
  MISUSE_THREADS,
  /* Of these five `value` is the number that the event of the other thread's call has, or would
   * have: of MISUSE_PROBED_BY_OTHER, that of the receive after the probe. */
  MISUSE_THREADS_UNORDERED,  /* another one was in `call`, and nothing orders the two */
  MISUSE_COLLECTIVE_THREADS, /* or is a collective call on the same object, */
  MISUSE_BOTH_UNORDERED,     /* or waits by the same variable */
  MISUSE_PROBED_BY_OTHER,    /* a receive may take what another thread found by `call` */
  MISUSE_PROBED_TAKEN,       /* a receive may not get what the probe has found: `call` may */
  /* The program does not look at error code `most` of class `value` (error_class.h). */
  MISUSE_RESULT,
  /* Two buffers of the call, one of which it writes, overlap; `value`: bytes between them. */
  MISUSE_ALIAS,
  /* `value` messages to one rank with one tag (`most`: rank * 2^32 + tag) that `call` has sent,
   * or begun to send, are received by nobody. */
  MISUSE_UNRECEIVED,
  /* MPI_Pready of a request that receives (`value`: 1), or MPI_Parrived of one that sends. */
  MISUSE_PARTITION_SIDE,
  MISUSE_FILE_IN_USE, /* a file is closed before the operation of `call` on it is complete */
  MISUSE_FINALIZE_IN_CALL, /* MPI_Finalize is called while another thread is in `call` */
  MISUSE_FINALIZE_THREAD,  /* another thread has initialised MPI */
  MISUSE_NOT_FREE_MEM,     /* memory of MPI_Alloc_mem is freed by another function */
  MISUSE_NOT_ALLOCATED,    /* MPI_Free_mem is given other memory */
  MISUSE_FREED_AGAIN,      /* or memory that `call` has freed before */
  MISUSE_IN_OPERATION,     /* in the function of a reduction operation, which `call` has made */
  MISUSES
};
enum object {
  OBJECT_COMM,
  OBJECT_TYPE,
  OBJECT_WIN,
  OBJECT_GROUP,
  OBJECT_FILE,
  OBJECT_OP,
  OBJECT_INFO,
  OBJECT_ERRHANDLER,
  OBJECT_MESSAGE,
  OBJECT_KEYVAL,
  OBJECTS, /* that calls make and end; others have handles, too: */
  OBJECT_REQUEST = OBJECTS,
  OBJECT_KINDS
};
#define MISUSE_MAKERS 3

/* What a thread waits for. */
enum await {
  AWAIT_NOTHING, /* that is known */
  AWAIT_POST,
  AWAIT_COMPLETE,
  AWAIT_FENCE,
  AWAIT_LOCK,
  AWAIT_COLLECTIVE,
  AWAIT_RECEIVE, /* the receive of a message that it sends */
  AWAIT_SEND,    /* the send of a message that it receives */
  AWAIT_REQUEST,
  AWAIT_EXCHANGE, /* either of the two, in a call that does both */
  AWAIT_UPDATE,   /* that any of the peers changes the memory of a window */
  AWAITS
};

/* Buffered mode. */
enum buffering { BUFFER_ATTACH, BUFFER_DETACH, BUFFER_SEND, BUFFER_FLUSH };

/* Their fields. */
#define BODY(name) struct event_##name {
#define RECORD(name) BODY(name)
#define END                                                                                    \
  }                                                                                            \
  ;
#define FIELD(type, name) type name;
#define LIMIT(type, name, most) type name;
#define FIELD_IF(condition, type, name) type name;
#define LIMIT_IF(condition, type, name, most) type name;
#define PART(record, name) struct event_##record name;
#define PARTS(record, name, count, most)                                                       \
  uint8_t count;                                                                               \
  struct event_##record name[most];
#define ARRAY(type, name, count)                                                               \
  int32_t count;                                                                               \
  const type *name;
#define ARRAY_IF(condition, type, name, count) ARRAY(type, name, count)
#include "events.def"

struct event {
#define HEAD(type, name) type name;
#define SENT(type, name) type name;
#define SENT_ARRAY(type, name, count)                                                          \
  int32_t count;                                                                               \
  const type *name;
#include "events.def"
  union {
#define BODY(name) struct event_##name name;
#define SCALAR(type, name) type name;
#include "events.def"
  } u;
};

/* Its word in texts; the MPI call that it is told of first (enum call; CALL_NONE); enum
 * event_trait; and the bytes of struct event that it has a use for: O(1), 0 and "?" of no kind.
 */
const char *event_word(int kind);
unsigned event_call(int kind);
unsigned event_traits(int kind);
size_t event_size(int kind);

/* What snprintf would: the event in one line, without those of its fields that are 0. */
int event_text(const struct event *e, char *out, size_t room);

/* The wire and file form of an event (host byte order, self-delimiting). `event_encode` returns
 * the bytes needed and writes only if they fit in `room`. `event_decode` returns the bytes
 * consumed, 0 when `n` bytes do not hold a whole valid event; arrays then point into `scratch`,
 * which must hold EVENT_SCRATCH(n) bytes, suitably aligned. */
#define EVENT_SCRATCH(n) ((n)*2 + 64)
size_t event_encode(const struct event *e, unsigned char *out, size_t room);
size_t event_decode(struct event *e, const unsigned char *in, size_t n, void *scratch);

#endif
