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
  EVENT_WIN_CREATE = 1, /* any of the five ways; u.window */
  EVENT_WIN_FREE,
  EVENT_WIN_INFO,  /* MPI_Win_set_info; u.window.info */
  EVENT_WIN_QUERY, /* MPI_Win_shared_query; on leave u.region: where this process has the memory
                      of member `target` */
  EVENT_ATTACH,    /* u.region */
  EVENT_DETACH,    /* u.region, size 0 */
  EVENT_FREED,     /* u.region: memory that the program is about to free; flag = it was on the
                      stack, in a frame that was left before this call */
  EVENT_FENCE,
  EVENT_POST,  /* u.group */
  EVENT_START, /* u.group */
  EVENT_COMPLETE,
  EVENT_WAIT,
  EVENT_TEST, /* flag on leave */
  EVENT_LOCK, /* target, flag = exclusive */
  EVENT_LOCK_ALL,
  EVENT_UNLOCK, /* target */
  EVENT_UNLOCK_ALL,
  EVENT_FLUSH, /* target, -1 = all; flag = local */
  EVENT_SYNC,
  EVENT_OP,           /* target, u.op; on leave flag: refused with MPI_ERR_RMA_RANGE */
  EVENT_REQUEST_DONE, /* u.request: of an operation or EVENT_ACCESS: it was completed */
  EVENT_REQUEST_FREE, /* u.request; flag = of a send under way: since it began this process has
                         learned nothing from others */
  EVENT_REQUEST_CANCEL, /* u.request */
  EVENT_ARGUMENT,       /* a call that the library will refuse; u.argument */
  EVENT_MISUSE,         /* u.misuse: what a call does to a request or other object, or leaves */
  EVENT_BUFFER,         /* u.buffer: a buffered send, or the buffer for them */
  EVENT_RELEASE,        /* u.edge: `rank` may acquire, under `key`, all that came before;
                           flag = enum release_flag */
  EVENT_ACQUIRE,        /* u.edge: what `rank` released as its number-th (from 0) under `key`;
                           flag = enum edge_flag */
  EVENT_RECEIVE,        /* u.receive: enter: is about to be posted; leave: it is over, and no
                           EVENT_ACQUIRE has named it; flag = it may have taken a message */
  EVENT_ALL,            /* enter: about to wait for all ranks of the world; leave: they came */
  EVENT_ACCESS,   /* u.access: local memory is read or written, by the program or by MPI */
  EVENT_VALUE,    /* u.value: what a completed atomic operation has read */
  EVENT_ORDER,    /* sent: an operation of one rank has read what another one wrote */
  EVENT_DONE,     /* sent to a target: how far the sender's operations are; u.done */
  EVENT_GREQ,     /* a step in the life of a generalized request; u.greq */
  EVENT_FINALIZE, /* flag = some rank was not checked to its end */
  EVENT_TAKEN,    /* sent: a buffered message of the other rank was received; u.edge: its key,
                     number */
  EVENT_QUIET,    /* sent: which messages are still on their way; u.quiet */
  EVENT_VISIBLE, /* sent to an owner of shared memory: enter: the sender has brought out what it
                    stored there; leave: at its event u.order.from_time, when it knew what the
                    clock there says, it brought in what others had brought out */
  EVENT_KINDS
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

struct event_window {
  uint8_t flavor, model;
  uint32_t info;
  uint64_t base; /* of the local memory; known on leave only */
  int32_t me;    /* own index */
  int32_t count;
  const struct event_member *members; /* by index */
};

struct event_group {
  int32_t count;
  const int32_t *index; /* indices in the window's group */
  uint64_t when; /* MPI_MODE_NOCHECK: nanoseconds on a clock that all ranks share; 0 = none */
};

struct event_region {
  uint64_t base;
  int64_t size;
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
struct event_data {
  int64_t lo, hi; /* first byte and one past the last: of a local buffer as addresses, of a
                     target relative to the displacement; lo == hi: no data */
  int64_t size;   /* bytes of data, without gaps */
  uint16_t basic; /* enum basic (basics.def): the one basic type it is built of; BASIC_MIXED */
  uint16_t element;            /* its extent, bytes; 0: unknown */
  uint8_t flags;               /* DATA_* */
  uint8_t present;             /* the call has this buffer */
  int32_t runs;                /* 0: all bytes from lo to hi, unless DATA_INEXACT */
  const struct event_run *run; /* relative to what lo is relative to; in any order */
};

struct event_op {
  uint8_t op;             /* enum rma_op */
  uint8_t reduce;         /* enum reduce */
  uint8_t result_overlap; /* origin and result buffer share a byte */
  int64_t disp;           /* as given, in units of the target */
  uint8_t width; /* an accumulate of one element of so many bytes (at most 8), else 0: */
  uint64_t operand, expected; /* what it brings and what it compares with, extended by zeros */
  uint64_t when;    /* nanoseconds on a clock that all ranks share; 0 = there is none */
  uint64_t request; /* of a request-based operation, else 0; unique in the rank */
  /* filled by the checker on events it sends: */
  uint32_t joined;    /* operations it stands for, of equal size, next to each other; 0: one */
  uint8_t epoch_kind; /* enum epoch; of a lock event.flag says exclusive, event.assertion the
                         rest */
  uint8_t fetched; /* the origin may have read in another window that the memory is attached */
  int32_t from;    /* index of the origin */
  uint64_t epoch;  /* number of the fence or of the MPI_Win_start towards this target */
  struct event_data origin, result, compare, target;
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
struct event_hold {
  uint64_t win;
  int32_t index; /* of the locked process in the window's group */
  uint8_t exclusive;
};

/* A load or store of the program, or a buffer of an MPI call: what MPI reads is a load, what it
 * writes a store. With a request the access lasts until EVENT_REQUEST_DONE; without, it is over
 * at once (an MPI call that blocks feeds its loads before the call and its stores after it). */
struct event_access {
  uint8_t store;          /* 1: writes, 0: reads */
  uint8_t program;        /* PROGRAM_*: by the program itself; 0: by an MPI call */
  uint8_t argument;       /* of the call, from 1, with a request; 0 = not known */
  uint64_t request;       /* shares its numbers with event_op.request */
  uint64_t since;         /* with PROGRAM_CHANGED or _POLLED, which event: event.seq */
  struct event_data data; /* addresses */
  /* Filled by the checker on events it sends: an access to shared memory of the receiver, data
   * relative to its window. With a request there is a second event when it is over (ok). */
  uint64_t segment; /* when the sender made the first of those that no other event divides */
  uint8_t holds;    /* locks the sender holds meanwhile; on leave, has held from enter on */
  struct event_hold hold[EVENT_HOLDS];
};

struct event_entry {
  int32_t rank;
  uint64_t time;
};

/* Of operation event.seq == seq of this rank on event.win and target. */
struct event_value {
  uint64_t seq, read, when;
};

/* Rank `to` has at its event to_time read what rank `from` wrote with an operation issued at
 * from_time, when it knew what the clock says. Or, from < 0: there are too many to tell. */
struct event_order {
  int32_t from, to;
  uint8_t seen; /* all that the operation has written: as far as `to` can tell, it is over */
  uint64_t from_time, to_time, floor;
  int32_t entries;
  const struct event_entry *entry;
};

/* EVENT_DONE: all operations of `from` on the window of this rank so far. */
enum done {
  DONE_REMOTE, /* are complete: fence (at its entry), flush, unlock */
  DONE_GETS,   /* that are MPI_Get or MPI_Rget, are complete: their data has come */
  DONE_EPOCH   /* are to be completed by MPI_Win_wait: MPI_Win_complete was called */
};
struct event_done {
  int32_t from; /* index of the origin */
  uint8_t how;
  uint64_t seq; /* with DONE_GETS: of this operation only, if not 0 */
};

/* Of messages that were sent before the round before began; see checker/core/round.c. */
struct event_quiet {
  uint64_t round;
  int64_t missing; /* in the ranks below the sender */
  uint8_t over;    /* from above: none is missing anywhere */
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
/* Of EVENT_ACQUIRE. */
enum edge_flag {
  EDGE_LAST = 1,   /* the key is used no more */
  EDGE_FORGET = 2, /* the same, and what was released is not taken */
  EDGE_PROBED = 4, /* a message that a probe has found: no receive was posted for it */
  EDGE_BOUND = 8   /* the number is a bound: it may be a later message */
};
struct event_edge {
  int32_t rank; /* in the world */
  uint64_t key, number;
  uint64_t when;    /* RELEASE_READY: nanoseconds on a clock that all ranks share; 0 = none */
  uint64_t receive; /* EVENT_ACQUIRE: the EVENT_RECEIVE that took the message, or 0 */
};
/* Fed only where some rank may send in ready mode. */
struct event_receive {
  uint64_t id;    /* unique in the rank */
  uint64_t when;  /* like event_edge.when */
  int32_t source; /* in the world; -1: any */
  uint64_t comm;  /* the same for all receives of one communicator */
  uint64_t key;   /* of the messages it may take; 0: with any tag */
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
struct event_argument {
  uint8_t what;  /* enum argument */
  int64_t value; /* as given, where it is a number */
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
struct event_greq {
  uint8_t step;     /* enum greq_step */
  uint8_t how;      /* enum greq_how */
  uint8_t callback; /* enum greq_callback: the one that makes this call, or that it is about, */
  uint64_t inside;  /* and of which request; 0: the call is made in none */
  uint16_t facts;   /* GREQ_NULL and its like */
  int32_t code;     /* not MPI_SUCCESS */
  uint64_t handle;
  uint64_t status; /* the same for statuses that are the same */
  int32_t count;
  const uint64_t *list;
};

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
struct event_misuse {
  uint8_t what;   /* enum misuse */
  uint16_t call;  /* that made it, */
  int32_t thread; /* where */
  uint32_t stack;
  int64_t value, most;
  uint8_t others; /* that may have made it, too: */
  struct event_maker {
    uint16_t call;
    int32_t thread;
    uint32_t stack;
  } other[MISUSE_MAKERS - 1];
};

/* Buffered mode. */
enum buffering { BUFFER_ATTACH, BUFFER_DETACH, BUFFER_SEND };
struct event_buffer {
  uint8_t what; /* enum buffering */
  int32_t rank; /* a send: where it goes, in the world; -1: elsewhere, or not followed */
  int64_t size; /* attached; or what the message needs, with MPI_BSEND_OVERHEAD */
  uint64_t key, number; /* of its release, which follows */
};

struct event {
  uint8_t kind, phase, ok, flag;
  uint16_t call;      /* enum call */
  int32_t rank;       /* who did it */
  int32_t thread;     /* small number, 0 = the first thread seen */
  uint32_t stack;     /* id of the call stack, local to `rank`; 0 = unknown */
  uint64_t seq;       /* number of the event in its rank */
  uint64_t win;       /* window id; 0 = none */
  int32_t target;     /* index in the window's group; -1 = none */
  uint32_t assertion; /* ASSERT_* */

  /* Filled by the checker on events it sends: */
  uint8_t sent;
  uint8_t tainted;  /* it knows of more that this clock cannot tell: see EVENT_ORDER */
  uint64_t time;    /* the sender's, when it sent this */
  uint64_t settled; /* its last event that others may have heard of */
  uint64_t floor;   /* it knows every rank's events up to here, */
  int32_t entries;
  const struct event_entry *entry; /* and of these more; only what is new to the receiver */

  union {
    struct event_window window;
    struct event_group group;
    struct event_region region;
    struct event_op op;
    struct event_argument argument;
    struct event_misuse misuse;
    struct event_buffer buffer;
    struct event_access access;
    struct event_edge edge;
    struct event_receive receive;
    struct event_value value;
    struct event_order order;
    struct event_done done;
    struct event_greq greq;
    struct event_quiet quiet;
    uint64_t request;
    uint64_t number; /* of a fence that was sent on: which fence of its window, from 1 */
  } u;
};

/* The wire and file form of an event (host byte order, self-delimiting). `event_encode` returns
 * the bytes needed and writes only if they fit in `room`. `event_decode` returns the bytes
 * consumed, 0 when `n` bytes do not hold a whole valid event; arrays then point into `scratch`,
 * which must hold EVENT_SCRATCH(n) bytes, suitably aligned. */
#define EVENT_SCRATCH(n) ((n)*2 + 64)
size_t event_encode(const struct event *e, unsigned char *out, size_t room);
size_t event_decode(struct event *e, const unsigned char *in, size_t n, void *scratch);

#endif
