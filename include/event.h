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
  EVENT_USES = 1, /* uses a window */
  EVENT_SYNCHRONISES =
      2,          /* the same: brings the window's two copies together, or is part of it */
  EVENT_MEETS = 4 /* the process meets many others, who take what it sends */
};

enum event_phase { EVENT_ENTER, EVENT_LEAVE };

/* Assertions (standard section 11.5.5). */
enum {
  ASSERT_NOCHECK = 1,
  ASSERT_NOSTORE = 2,
  ASSERT_NOPUT = 4,
  ASSERT_NOPRECEDE = 8,
  ASSERT_NOSUCCEED = 16,
  ASSERT_UNKNOWN = 32 /* any other bit */
};

/* Info keys of a window (section 11.2.1). */
enum {
  INFO_NO_LOCKS = 1,
  INFO_SAME_SIZE = 2,
  INFO_SAME_DISP_UNIT = 4,
  INFO_SAME_OP = 8, /* accumulate_ops = same_op */
  /* accumulate_ordering does not list raw, war, waw; or it is none */
  INFO_UNORDERED_RAW = 16,
  INFO_UNORDERED_WAR = 32,
  INFO_UNORDERED_WAW = 64,
  INFO_UNORDERED = INFO_UNORDERED_RAW | INFO_UNORDERED_WAR | INFO_UNORDERED_WAW
};

enum flavor { FLAVOR_CREATE = 1, FLAVOR_ALLOCATE, FLAVOR_DYNAMIC, FLAVOR_SHARED };
enum model { MODEL_SEPARATE = 1, MODEL_UNIFIED };

struct event_member {
  int64_t size;      /* of its window; 0 in a dynamic window */
  int32_t disp_unit; /* 1 in a dynamic window */
  int32_t rank;      /* world rank; -1: a process of another world */
};

/* The epoch an operation stands in. */
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

/* What a (buffer, count, datatype) triple describes. */
enum {
  DATA_UNCOMMITTED = 1, /* a derived datatype that was never committed */
  DATA_OVERLAP = 2,     /* some byte is described more than once */
  DATA_DERIVED = 4,     /* not a predefined datatype */
  DATA_INEXACT = 8      /* too many blocks to list: lo and hi are right, there are no runs */
};

/* Of an access by the program itself. */
enum {
  PROGRAM_ACCESS = 1,
  PROGRAM_ATOMIC = 2,   /* an atomic operation of the language */
  PROGRAM_POLLS = 4,    /* a load that was repeated until it had another value */
  PROGRAM_ORDERED = 8,  /* there was one such in a shared window between the same two events, or
                           a peer has seen one */
  PROGRAM_CHANGED = 16, /* of a store that nobody saw: the bytes have other values than when
                           event `since` began to read them */
  PROGRAM_POLLED = 32,  /* and so do the thread's loads of the same bytes after event `since` */
  PROGRAM_HIDDEN = 64   /* some accesses of the process were not seen, of either kind */
};

#define EVENT_HOLDS 4

struct event_entry {
  int32_t rank;
  uint64_t time;
};

/* How many messages were sent under a key, or calls made. */
struct event_counted {
  uint64_t key, number;
};

/* A message that a thread waits for. */
struct event_message {
  int32_t rank;
  uint64_t key; /* of its tag and communicator; 0: not known */
  uint8_t send; /* it is sent to that rank, else received from it */
};

/* How often a process has made calls on a window that name `rank`. */
struct event_calls {
  int32_t rank;
  int64_t posts, starts, completes;
};

/* How many collective calls a process has begun on a communicator. */
struct event_begun {
  uint64_t comm;
  int64_t number;
};

/* EVENT_DONE: all operations of `from` on the window of this rank so far. */
enum done {
  DONE_REMOTE, /* are complete: fence (at its entry), flush, unlock */
  DONE_GETS,   /* that are MPI_Get or MPI_Rget, are complete: their data has come */
  DONE_EPOCH   /* are to be completed by MPI_Win_wait: MPI_Win_complete was called */
};

/* Of EVENT_RELEASE; bit 1 is the interposition's. The release of a message in ready mode has
 * the call's stack and may be the process's own. */
enum release_flag {
  RELEASE_READY = 4,     /* a message that is sent in ready mode */
  RELEASE_DOUBT = 8,     /* the sender may know more than its clock tells */
  RELEASE_BUFFERED = 32, /* a message in buffered mode: the sender wants to hear that it was
                            taken, by EVENT_TAKEN */
  RELEASE_VOID = 16      /* no message belongs to the number-th release */
};
/* Of EVENT_WOKE. */
enum woke_flag {
  WOKE_HEARD = 1 /* nobody woke: a message of a dormant process has come */
};
/* Of EVENT_ACQUIRE. */
enum edge_flag {
  EDGE_LAST = 1,   /* the key is used no more */
  EDGE_FORGET = 2, /* the same, and what was released is not taken */
  EDGE_PROBED = 4, /* a message that a probe has found: no receive was posted for it */
  EDGE_BOUND = 8   /* the number is a bound: it may be a later message */
};

enum argument {
  ARGUMENT_WIN,       /* MPI_WIN_NULL */
  ARGUMENT_RANK,      /* neither in the window's group nor MPI_PROC_NULL */
  ARGUMENT_COUNT,     /* negative */
  ARGUMENT_TYPE,      /* MPI_DATATYPE_NULL */
  ARGUMENT_LOCK_TYPE, /* neither exclusive nor shared */
  ARGUMENT_SIZE,      /* of a window, or of memory to attach: negative */
  ARGUMENT_DISP_UNIT, /* not positive */
  ARGUMENT_BASE       /* a null pointer to so many bytes */
};

/* Generalized requests (section 12.2). A request is known by its handle, a number that a
 * library gives to another one once it has deallocated the request; every process has its own.
 */
enum greq_step {
  GREQ_START,    /* MPI_Grequest_start has made `handle`; GREQ_POLLED */
  GREQ_OTHER,    /* a call has made a request of another kind: `handle` is its now */
  GREQ_COMPLETE, /* MPI_Grequest_complete(handle) is about to run; GREQ_NULL, GREQ_THREAD */
  GREQ_FREE,     /* MPI_Request_free */
  GREQ_CANCEL,   /* MPI_Cancel */
  GREQ_BEGIN,    /* MPI_Start or MPI_Startall; `list` */
  GREQ_WAIT,     /* a call that may complete those of `list` is about to run; `how` */
  GREQ_STUCK,    /* the same call is still under way, and no thread is left that could call
                    MPI_Grequest_complete */
  GREQ_GONE,     /* query_fn is about to run; GREQ_STACK or GREQ_HEAP */
  GREQ_QUERY,    /* query_fn has returned; `code`, `status`; GREQ_SET_*, GREQ_IGNORED,
                    GREQ_SWALLOWS */
  GREQ_FREED,    /* free_fn is about to run: the library then deallocates the request */
  GREQ_CANCELED, /* cancel_fn is about to run; GREQ_IS_COMPLETE */
  GREQ_RETURNED, /* free_fn or cancel_fn has returned an error; `code`, GREQ_SWALLOWS */
  GREQ_LOST, /* the call in which a callback returned the error `code` does not return one */
  GREQ_CALL, /* an MPI call is made in a callback; GREQ_BLOCKS, GREQ_THREAD */
  GREQ_STEPS
};
enum {
  GREQ_NULL = 1,        /* MPI_REQUEST_NULL */
  GREQ_THREAD = 2,      /* the granted thread level does not let this thread call MPI now */
  GREQ_POLLED = 4,      /* MPICH's extension: the library calls the program to complete it */
  GREQ_IS_COMPLETE = 8, /* what the library passes to cancel_fn as `complete` */
  GREQ_BLOCKS = 16,     /* the call may wait for other processes */
  GREQ_STACK = 32,      /* extra_state is in a stack frame that was left, */
  GREQ_HEAP = 64,       /* or was freed, since MPI_Grequest_start */
  GREQ_SET_ERROR = 128, /* query_fn has changed MPI_ERROR, set */
  GREQ_SET_ELEMENTS = 256,
  GREQ_SET_CANCELLED = 512,
  GREQ_IGNORED = 1024,  /* the program passed no status: what query_fn has set goes nowhere */
  GREQ_SWALLOWS = 2048, /* MPI_STATUSES_IGNORE: nor does the code of a callback */
  GREQ_QUERIED = 4096   /* a callback of MPI_Request_get_status: the request lives on */
};
enum greq_callback { GREQ_NONE, GREQ_QUERY_FN, GREQ_FREE_FN, GREQ_CANCEL_FN, GREQ_POLL_FN };
enum greq_how { GREQ_TEST, GREQ_WAIT_ANY, GREQ_WAIT_ALL };

/* Of something that a call has made: the call of the event uses it against the rules, or it is
 * left in MPI_Finalize. */
enum misuse {
  MISUSE_LOST,              /* an operation that was never completed, */
  MISUSE_LOST_AMONG,        /* `value` of those of several makers: `most`, not all are named */
  MISUSE_CANCEL_LOST,       /* though it was cancelled */
  MISUSE_NOT_FREED,         /* a persistent request that is not active */
  MISUSE_TOLD,              /* ... or of an operation that the program knows to be complete */
  MISUSE_STALE,             /* the request is over */
  MISUSE_NOTHING,           /* the handle is of no request; nothing has made it */
  MISUSE_TWICE,             /* one call that waits for all is given it twice */
  MISUSE_STARTED,           /* MPI_Start of one that is active */
  MISUSE_NOT_PERSISTENT,    /* MPI_Start of one that is not persistent */
  MISUSE_RECEIVE_FREED,     /* MPI_Request_free of an active receive, */
  MISUSE_COLLECTIVE_FREED,  /* or this or MPI_Cancel of an active collective operation */
  MISUSE_PARTITION,         /* `value` is no partition; there are `most` */
  MISUSE_PARTITION_TWICE,   /* `value` is ready already */
  MISUSE_PARTITION_MISSING, /* `value` of `most` are ready in a call that waits for them all */
  MISUSE_OBJECT,            /* a communicator, datatype, ... is left; `value`: enum object */
  MISUSE_HANDLE,            /* the object of `value` is freed: by `call` */
  MISUSE_WINDOW,            /* the same of a window */
  MISUSE_BOTH,              /* two threads wait for it */
  MISUSE_THREAD,            /* the thread level lets another thread call MPI only, */
  MISUSE_THREADS,           /* or one at a time: another is in `call` */
  MISUSE_RESULT, /* it has failed with error code `most` of class `value` (error_class.h),
                    which the program does not look at */
  MISUSE_ALIAS,  /* what it reads and what it writes, `value` bytes behind, share bytes */
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
  OBJECTS
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
  AWAIT_RECEIVE, /* of what it sends */
  AWAIT_SEND,    /* of what it receives */
  AWAIT_REQUEST,
  AWAIT_EXCHANGE, /* what it sends or what it receives */
  AWAITS
};

/* Buffered mode. */
enum buffering { BUFFER_ATTACH, BUFFER_DETACH, BUFFER_SEND };

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
