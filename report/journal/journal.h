/* clang-format off */
/* journal.h: a rank's journal, written at once and append-only, so that what was found survives
 * kill -9. A journal is a file `rank-WORLD-RANK.jsonl` of JSON lines; a line is one write(2).
 *
 * Records (member "record" of each line):
 *   start     {version, world, rank, size, pid, host, mpi, trace, memory_model, max_memory,
 *              time, spawned, threads}; always the first line. world: hex string, equal for all
 *              ranks that share an MPI_COMM_WORLD. max_memory: bytes, 0 = no bound. time:
 *              seconds since the epoch. threads: granted thread level.
 *   stack     {id, frames: [{module, build_id, offset, symbol} | {file, line, function}]}
 *              innermost first; offset: of the return address in the module's file (virtual
 *              address minus load bias), so look up offset - 1; symbol: exported name if known.
 *              The second form is a frame of an interpreter whose line is known.
 *   finding   {key, slug, confidence, message, window{id, flavor, model, owner, size,
 *              disp_unit}, memory{lo, hi}?, rule?, ordering?, title?, remedy?, copies{private,
 *              public, other_public?, other_window?, only_separate, steps: [{what, copy, missing,
 *              location, rank, window, calls, text}]}?,
 *              arrow{knows, from}?, locations: [{rank, thread, call, args, target?, role, epoch,
 *              epoch_kind?, epoch_number?, stack, seq}]}
 *              seq: grows from call to call of one rank. arrow: the other of the first two
 *              locations knows of location `from` its "start" only, or its "completion".
 *              stack: the id of a stack record in the journal of *that* rank. In message and
 *              ordering "{0}" stands for the place of the first location, and so on.
 *   window    {id, name}: what MPI_Win_set_name called the window; the last one counts
 *   count     {key, count}: the finding with this key has been seen `count` times by now
 *   precision {text, count?, accesses?, why?}: something this rank could not check. With a count
 *              the report says "COUNT text", the counts of all ranks summed. If it was accesses:
 *              which, and why (words of KIND and WHY in tracers.def).
 *   hang      {thread, call, args, seconds, in_call, polls, stack, wait?{kind, window?, all,
 *              exclusive, comm?, number?, root?, begun?, messages?: [{rank, send, key?}], peers[],
 *              others?[]}, free, outside, collectives: {comm: number}, windows: [{window, flavor,
 *              access, nocheck, access_targets[], exclusive[], granted[], access_stack, exposure,
 *              exposure_origins[], exposure_stack, fences, peers: [{rank, posts, starts,
 *              completes, waits}]}]}
 *              A later record of the same rank and thread replaces an earlier one. kind: "post"
 *              (waits for MPI_Win_post of the peers), "complete" (for MPI_Win_complete),
 *              "fence", "lock", "collective", "send" (its receive), "recv" (its send),
 *              "request" (several of these; or MPI_Grequest_complete, by the rank itself),
 *              "exchange" (one call sends and receives),
 *              "update" (of a window's memory, by any of the peers), "other". messages: what it sends
 *              and receives; key: the same for messages of one tag and communicator. comm,
 *              number, root: the collective call it is in, or has begun (begun: its name), and
 *              others: who it may wait for besides the peers; collectives: how many the rank has
 *              begun. Without a number comm is what the call is on, and the others have come
 *              to it if they are in such a call on the same. polls: it tests in a loop. free: threads of the program that have not called MPI,
 *              -1: unknown. outside: a handler of a signal, an alarm, a debugger or, if it polls,
 *              the time may end the wait.
 *              granted: locks under which operations were completed;
 *              access_targets: without those of MPI_MODE_NOCHECK; nocheck: of the last call that
 *              opened an epoch.
 *   rendezvous {steps: [[rank, key, number, received, call, thread, stack]], arrivals:
 *              [[rank, key, number, received, call, thread, stack, [step]]]}
 *              a step: a send to `rank` that was waited for, with received 1 a receive from it,
 *              or a collective call: a message of rank -1 is the number-th on a communicator.
 *              An arrival: the receive of a message from `rank`, or with received 0 the send
 *              of one to it, or a collective call, came after these steps, by their numbers
 *              from 1. The last record counts
 *   abort     {code}: the rank calls MPI_Abort
 *   exit      {code}: the process calls exit before MPI_Finalize
 *   stopped   {text}: the checker gave up here; the program goes on, unchecked
 *   merged    and merged-stack, merged-end: what all ranks of the world found, in the journal of
 *              its rank 0: bundle.h
 *   history   {window, flavor, model, communicator, info[], created, freed, processes, size,
 *              disp_unit, epochs: [{kind, mode?, opened, closed, others?, count, first, last, step,
 *              operations: {put: {count, bytes}, ...}}], copies: [{newer, since, until, count, lo,
 *              hi}], epochs_left_out, copies_left_out}
 *              what happened to a window at this rank (include/history.h); the last record of a
 *              window counts. Calls are {rank, call, stack, args?} or null; others: a set of ranks
 *   history-more {windows}: so many windows have no history record
 *   agreement {kinds: [[call, root, reduce, basic, element, bytes, thread, stack]], comms: [{comm,
 *              calls}]}: the collective calls on each communicator (id), "3*12,4" for twelve of
 *              kind number 3, from 1, and one of kind 4. root: -1: none; reduce: enum reduce, -1:
 *              none; basic: enum basic; element: its size; bytes: -1: not told. The last record
 *              counts
 *   promise   {comm, number, kind}: the first call of a kind, the number-th on the communicator,
 *              from 0
 *   end       {calls: {name: number}, told?}: MPI_Finalize was reached and every check made. told:
 *              keeper.h
 */
/* clang-format on */
#ifndef FENCEPOST_JOURNAL_H
#define FENCEPOST_JOURNAL_H

#include <jansson.h>
#include "include/check.h"
#include "include/finding.h"
#include "include/unseen.h"

#define JOURNAL_VERSION 1

struct journal;

/* Makes the directory, and those above it, if they are not there. Returns -1 with errno. */
int journal_make_directory(const char *dir);
/* Creates `dir` if needed, and the file in it. Returns NULL with errno on failure. */
struct journal *journal_open(const char *dir, const char *world, int rank);
/* Appends one line and takes the reference to `record`. Returns 0, or -1 with errno. A journal
 * that has failed once stays failed. Thread-safe. */
int journal_write(struct journal *j, json_t *record);
/* Whether a process outside keeps it (keeper.h). */
int journal_is_kept(const struct journal *j);
/* The same for the end record: adds what the keeper was told (keeper.h). */
int journal_end(struct journal *j, json_t *record);
/* The same, and also tells where the line is. */
struct journal_line {
  int64_t offset;
  size_t n; /* its length without the newline */
};
int journal_write_line(struct journal *j, json_t *record, struct journal_line *where);
/* Appends a record that is a text already, of n characters and a NUL, which it overwrites.
 * About twenty times as cheap as to make the text from a json_t. */
int journal_write_text(struct journal *j, char *text, size_t n, struct journal_line *where);
/* Reads the line back, newly allocated; NULL if that fails. */
char *journal_read(struct journal *j, const struct journal_line *where);

/* Appends a finding, or counts it when one with the same slug, window flavour, calls and stacks
 * was written before (count records at 10, 100, ... and at journal_counts). Returns 1 if it is
 * new, 0 if it was counted, -1 on failure. Thread-safe. */
int journal_finding(struct journal *j, const struct finding *f);
/* Writes the final count of each finding seen more than once. */
int journal_counts(struct journal *j);
/* Makes the record of accesses that were not seen or not compared; count 0: without a count. */
json_t *journal_unseen(const char *text, uint64_t count, enum access_kind what,
                       enum unseen_why why);
/* Writes what the checker has left out, if it has left out anything. */
void journal_gaps(struct journal *j, struct check_gaps gaps);
/* Returns whether a finding was written. */
int journal_found(const struct journal *j);

struct journal_found { /* a finding as it is in the journal */
  const char *slug, *flavor;
  /* Number among the findings, from 0; the last count that was written. */
  int64_t number, count;
  int definite, locations;
  struct {
    int32_t rank;
    uint32_t stack;
    const char *call;
  } at[FINDING_SITES];
  /* The record, read back from the file: n bytes and a NUL; valid during the call only. */
  char *text;
  size_t n;
};
/* Calls `each` for all findings in order, until it returns something other than 0. Returns -1
 * then, or if some cannot be read back. */
int journal_findings(struct journal *j,
                     int (*each)(void *context, const struct journal_found *f), void *context);

/* Appends whole lines as they are. Returns -1 with errno. */
int journal_append(struct journal *j, const char *lines, size_t n);
/* Returns the record that says how the program named a window. */
json_t *journal_window(uint64_t id, const char *name);
/* "create", "allocate", ... for FLAVOR_* of event.h. */
const char *journal_flavor(unsigned flavor);
const char *journal_epoch(unsigned kind);  /* enum history_kind */
const char *journal_model(unsigned model); /* "separate", ... for MODEL_* */
const char *journal_path(const struct journal *j);
void journal_close(struct journal *j);

#endif
