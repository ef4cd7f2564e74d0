/* Processes that wait for each other or for one that has ended, and processes that do not. */
#include <stdlib.h>
#include <string.h>
#include "include/call.h"
#include "include/progress.h"
#include "sim.h"

#define RANKS(...)                                                                             \
  (int32_t[]){__VA_ARGS__}, (int32_t)(sizeof((int32_t[]){__VA_ARGS__}) / sizeof(int32_t))

enum { WINDOW = 7, COMM = 9, SECOND = 1000000 };

/* What was found. */
static struct progress *now;
static int found, places, circles;
static enum slug slug;
static int32_t of;
static char message[1024];

/* What is fed from now on is of another run. */
static void begin(void) {
  progress_free(now);
  now = progress_new(4);
  if (!now)
    abort();
}

static void feed(int kind, int rank, int thread, struct event e) {
  e.kind = (uint8_t)kind;
  e.rank = rank;
  e.thread = thread;
  progress_feed(now, &e);
}

static void process(int rank, int size) {
  feed(EVENT_PROCESS, rank, 0, (struct event){.u.process = {.size = size}});
}

static void exited(int rank) {
  feed(EVENT_PROCESS, rank, 0, (struct event){.u.process = {.size = 2, .exited = 1}});
}

/* The thread has been in the call for so long. */
static void stands(int rank, int thread, int call, int64_t microseconds) {
  feed(EVENT_STANDSTILL, rank, thread,
       (struct event){
           .call = (uint16_t)call,
           .stack = 5,
           .u.standstill = {
               .in_call = 1, .microseconds = microseconds, .args = "buf=1", .length = 5}});
}

static void computes(int rank) {
  feed(EVENT_STANDSTILL, rank, 0, (struct event){.call = CALL_Recv});
}

static void awaits(int rank, int thread, int kind, const int32_t *peer, int32_t peers) {
  feed(EVENT_AWAIT, rank, thread,
       (struct event){.win = WINDOW,
                      .u.await = {.kind = (uint8_t)kind,
                                  .exclusive = 1,
                                  .begun = (uint16_t)CALL_NONE,
                                  .peer = peer,
                                  .peers = peers}});
}

static void message_of(int rank, int call, int other, int send, uint64_t key) {
  struct event_message m = {.rank = other, .key = key, .send = (uint8_t)send};
  process(rank, 2);
  stands(rank, 0, call, 2 * SECOND);
  feed(EVENT_AWAIT, rank, 0,
       (struct event){.u.await = {.kind = send ? AWAIT_RECEIVE : AWAIT_SEND,
                                  .begun = (uint16_t)CALL_NONE,
                                  .peer = (int32_t[]){other},
                                  .peers = 1,
                                  .message = &m,
                                  .messages = 1}});
}

static void collective(int rank, int call, int other, int64_t number) {
  struct event_begun begun = {COMM, number};
  process(rank, 2);
  stands(rank, 0, call, 2 * SECOND);
  feed(EVENT_AWAIT, rank, 0,
       (struct event){.u.await = {.kind = AWAIT_COLLECTIVE,
                                  .counted = 1,
                                  .begun = (uint16_t)CALL_NONE,
                                  .comm = COMM,
                                  .number = number,
                                  .root = -1,
                                  .peer = (int32_t[]){other},
                                  .peers = 1}});
  feed(EVENT_COLLECTIVES, rank, 0,
       (struct event){.u.collectives = {.begun = &begun, .comms = 1}});
}

static void calls(int rank, struct event_calls c) {
  feed(EVENT_SYNCHRONISED, rank, 0,
       (struct event){.win = WINDOW,
                      .u.synchronised = {.flavor = FLAVOR_CREATE,
                                         .access_stack = 11,
                                         .exposure_stack = 12,
                                         .calls = &c,
                                         .peers = 1}});
}

static void take(void *context, const struct progress_finding *f) {
  (void)context;
  found++;
  places = f->places;
  slug = f->slug;
  of = f->rank;
  strncpy(message, f->message, sizeof message - 1);
  for (int i = 0; i < f->places; i++)
    if (!f->place[i].role || !f->place[i].args)
      abort();
}

static void take_circle(void *context, const struct progress_wait *const *wait, size_t n) {
  (void)context, (void)wait;
  circles += (int)n;
}

static void end(void) {
  found = places = circles = 0;
  message[0] = '\0';
  progress_judge(now, NULL, take);
  progress_circles(now, NULL, take_circle);
}

/* There must be `count` findings in what was fed, and the last one must be `which`. */
static void expect(const char *name, int count, enum slug which) {
  end();
  int good = found == count && (!count || slug == which);
  if (!good)
    sim_note("%d findings, the last is %d of rank %d: %s", found, (int)slug, of, message);
  sim_ok(good, name);
  begin();
}
#define CLEAN(name) expect(name, 0, 0)

/* There must be one finding, and it says so. */
static void told(const char *name, enum slug which, const char *text) {
  expect(name, 1, which);
  sim_ok(strstr(message, text) != NULL, text);
}

static void starts(void) {
  process(0, 2);
  stands(0, 0, CALL_Win_complete, 2 * SECOND);
  awaits(0, 0, AWAIT_POST, RANKS(1));
  calls(0, (struct event_calls){.rank = 1, .starts = 1});
  process(1, 2);
}

static void posts(void) {
  process(0, 2);
  stands(0, 0, CALL_Win_wait, 2 * SECOND);
  awaits(0, 0, AWAIT_COMPLETE, RANKS(1));
  calls(0, (struct event_calls){.rank = 1, .posts = 1});
  process(1, 2);
  stands(1, 0, CALL_Win_free, 2 * SECOND);
  awaits(1, 0, AWAIT_COLLECTIVE, RANKS(0));
}

static void unmatched(void) {
  starts();
  stands(1, 0, CALL_Finalize, 2 * SECOND);
  told("a start without a post", SLUG_START_WITHOUT_POST,
       "Rank 0 called MPI_Win_start with rank 1 in its group");
  starts();
  computes(1);
  CLEAN("the target may post yet");
  starts();
  stands(1, 0, CALL_Finalize, 2 * SECOND);
  calls(1, (struct event_calls){.rank = 0, .posts = 1});
  CLEAN("the target has posted");
  posts();
  calls(1, (struct event_calls){.rank = 0});
  expect("a post without a start", 1, SLUG_POST_WITHOUT_START);
  posts();
  calls(1, (struct event_calls){.rank = 0, .starts = 1, .completes = 1});
  CLEAN("the origin has completed");
}

static void messages(void) {
  message_of(0, CALL_Recv, 1, 0, 3);
  message_of(1, CALL_Recv, 0, 0, 3);
  expect("two receive from each other", 1, SLUG_DEADLOCK);
  sim_ok(of == 0 && places == 2 && circles == 2 &&
             !strcmp(message,
                     "Rank 0 waits in MPI_Recv ({0}) for a send of rank 1, rank 1 waits "
                     "in MPI_Recv ({1}) for a send of rank 0: none of these calls can "
                     "ever return."),
         "says how");
  message_of(0, CALL_Ssend, 1, 1, 3);
  message_of(1, CALL_Recv, 0, 0, 4);
  expect("a send and a receive with another tag", 1, SLUG_DEADLOCK);
  message_of(0, CALL_Ssend, 1, 1, 3);
  message_of(1, CALL_Recv, 0, 0, 3);
  CLEAN("a send and its receive");
  message_of(0, CALL_Ssend, 1, 1, 0);
  message_of(1, CALL_Recv, 0, 0, 4);
  CLEAN("a send with a tag that nobody knows");
  message_of(0, CALL_Recv, 1, 0, 3);
  message_of(1, CALL_Recv, 0, 0, 3);
  stands(1, 0, CALL_Recv, SECOND / 2);
  awaits(1, 0, AWAIT_SEND, RANKS(0));
  CLEAN("what was told of a thread last counts: it may go on");
}

/* One message of that key, from rank 1 to rank 0. */
static void letter(int received, uint64_t key) {
  feed(EVENT_LETTERS, !received, 0,
       (struct event){.call = received ? CALL_Recv : CALL_Send,
                      .stack = 9,
                      .u.letters = {.other = received,
                                    .received = (uint8_t)received,
                                    .key = key,
                                    .count = 1,
                                    .bytes = 4}});
}

static void strays(void) {
  for (int received = 0; received < 2; received++) {
    message_of(0, CALL_Recv, 1, 0, 3);
    message_of(1, CALL_Recv, 0, 0, 3);
    letter(0, 4);
    if (received)
      letter(1, 4);
    expect("a message with another tag was sent", 1, SLUG_DEADLOCK);
    sim_ok((strstr(message, "with another tag") == NULL) == received && places == 3 - received,
           received ? "and received" : "and is told of");
  }
  process(0, 3);
  message_of(0, CALL_Recv, 2, 0, 3);
  feed(EVENT_PROCESS, 2, 0, (struct event){.u.process = {.size = 3, .exited = 1}});
  letter(0, 3);
  told("a message from another source was sent", SLUG_DEADLOCK, "names another source");
  sim_ok(places == 2, "and is told of");
}

/* Rank 1 sends rank 2 what rank 0 waits for. */
static void to_another(void) {
  process(0, 3);
  message_of(0, CALL_Recv, 1, 0, 3);
  feed(EVENT_PROCESS, 1, 0, (struct event){.u.process = {.size = 3, .exited = 1}});
  feed(EVENT_LETTERS, 1, 0,
       (struct event){.call = CALL_Send,
                      .stack = 9,
                      .u.letters = {.other = 2, .key = 3, .count = 1, .bytes = 4}});
  told("such a message to another rank was sent", SLUG_DEADLOCK, "has sent rank 2 such");
  sim_ok(places == 2, "and is told of");
}

/* Rank 0 waits for messages of ranks 1 and 2, of which the first was sent. */
static void two_requests(int all) {
  struct event_message m[] = {{.rank = 1, .key = 3, .call = CALL_Irecv, .stack = 11},
                              {.rank = 2, .key = 3, .call = CALL_Irecv, .stack = 12}};
  process(0, 3);
  stands(0, 0, CALL_Waitall, 2 * SECOND);
  feed(EVENT_AWAIT, 0, 0,
       (struct event){.u.await = {.kind = AWAIT_SEND,
                                  .all = (uint8_t)all,
                                  .begun = (uint16_t)CALL_NONE,
                                  .peer = (int32_t[]){1, 2},
                                  .peers = 2,
                                  .message = m,
                                  .messages = 2}});
  for (int rank = 1; rank < 3; rank++)
    message_of(rank, CALL_Recv, 0, 0, 7);
  letter(0, 3);
  letter(1, 3);
}

static void requests(void) {
  two_requests(1);
  told("a wait for all of two requests", SLUG_DEADLOCK, "for a send of rank 2");
  sim_ok(strstr(message, "the operation of MPI_Irecv ({2}) with rank 2") && places == 3,
         "names the one of which nothing was sent");
  two_requests(0);
  told("a wait for any of two requests", SLUG_DEADLOCK,
       "for a send of any of ranks 1-2, rank 1 waits");
  sim_ok(!strstr(message, "the operation of") && places == 3, "names none of them");
  two_requests(0);
  exited(2);
  told("a wait for any of two, of which one has ended", SLUG_DEADLOCK,
       "Nothing more comes from rank 2 (");
  sim_ok(places == 2, "and has places of the others");
}

static void gone(void) {
  message_of(0, CALL_Recv, 1, 0, 3);
  exited(1);
  expect("a receive from a rank that has called exit", 1, SLUG_DEADLOCK);
  message_of(0, CALL_Recv, 1, 0, 3);
  process(1, 2);
  CLEAN("from one that may go on");
  message_of(0, CALL_Recv, 1, 0, 3);
  CLEAN("from one of which nothing is known");
}

static void threads(void) {
  for (int second = 0; second < 2; second++) {
    message_of(0, CALL_Recv, 1, 0, 3);
    message_of(1, CALL_Recv, 0, 0, 3);
    stands(1, 1, CALL_Recv, second ? 2 * SECOND : 0);
    awaits(1, 1, AWAIT_SEND, RANKS(0));
    expect(second ? "all threads of a rank wait" : "one may go on", second, SLUG_DEADLOCK);
  }
}

static void collectives(void) {
  collective(0, CALL_Barrier, 1, 4);
  collective(1, CALL_Allgather, 0, 4);
  told("two collective calls that differ", SLUG_DEADLOCK,
       "call number 3 on one communicator, but it is MPI_Barrier at one and MPI_Allgather at "
       "the "
       "other.");
  collective(0, CALL_Bcast, 1, 4);
  collective(1, CALL_Bcast_c, 0, 4);
  CLEAN("two that are the same");
}

/* Another thread of rank 1 has called MPI before, and now waits until one of its process wakes
 * it. */
static void parks(int thread) {
  feed(EVENT_STANDSTILL, 1, thread,
       (struct event){.call = CALL_Recv, .u.standstill = {.parked = 1}});
}

static void parked(void) {
  for (int before = 0; before < 2; before++) {
    message_of(0, CALL_Recv, 1, 0, 3);
    message_of(1, CALL_Recv, 0, 0, 3);
    if (before)
      stands(1, 1, CALL_Recv, 2 * SECOND);
    if (before)
      awaits(1, 1, AWAIT_SEND, RANKS(0));
    parks(before ? 0 : 1);
    expect("a thread that only another one of its rank can wake", 1, SLUG_DEADLOCK);
    sim_ok(places == 2, "is not in the circle");
  }
  message_of(0, CALL_Recv, 1, 0, 3);
  process(1, 2);
  parks(0);
  CLEAN("a rank whose threads all wait for each other is not judged");
}

static void outlook(const char *name, enum progress_outlook is) {
  enum progress_outlook o = progress_outlook(now);
  if (o != is)
    sim_note("the outlook is %d", (int)o);
  sim_ok(o == is, name);
  begin();
}

/* Two ranks that receive from each other, for so long; other ranks as well, or not. */
static void receive_both(int64_t microseconds, int outside) {
  for (int rank = 0; rank < 2; rank++) {
    message_of(rank, CALL_Recv, !rank, 0, 3);
    feed(EVENT_STANDSTILL, rank, 0,
         (struct event){.call = CALL_Recv,
                        .u.standstill = {.in_call = 1,
                                         .microseconds = microseconds,
                                         .outside = (uint8_t)outside}});
    feed(EVENT_AWAIT, rank, 0,
         (struct event){.u.await = {.kind = AWAIT_RECEIVE,
                                    .begun = (uint16_t)CALL_NONE,
                                    .peer = (int32_t[]){!rank},
                                    .peers = 1}});
  }
}

static void outlooks(void) {
  receive_both(2 * SECOND, 0);
  outlook("two of four ranks receive from each other", OUTLOOK_NEVER);
  receive_both(SECOND / 2, 0);
  outlook("for a short time", OUTLOOK_SOON);
  receive_both(2 * SECOND, 1);
  outlook("and have a handler of signals", OUTLOOK_OPEN);
  message_of(0, CALL_Recv, 1, 0, 3);
  message_of(1, CALL_Recv, 2, 0, 3);
  process(2, 4);
  computes(2);
  outlook("a chain that ends at one that computes", OUTLOOK_OPEN);
  starts();
  stands(1, 0, CALL_Finalize, 2 * SECOND);
  outlook("a start without a post", OUTLOOK_NEVER);
  starts();
  computes(1);
  outlook("a start whose post may come", OUTLOOK_OPEN);
}

/* Rank 0 waits for a lock that rank 1 holds, and rank 1 waits for rank 0. */
static void lock(int granted) {
  process(0, 2);
  stands(0, 0, CALL_Win_lock, 2 * SECOND);
  awaits(0, 0, AWAIT_LOCK, RANKS(1));
  message_of(1, CALL_Recv, 0, 0, 3);
  feed(EVENT_SYNCHRONISED, 1, 0,
       (struct event){.win = WINDOW,
                      .u.synchronised = {.access = granted ? EPOCH_LOCK : EPOCH_NONE,
                                         .locked = (int32_t[]){1},
                                         .locks = 1,
                                         .granted = (int32_t[]){1},
                                         .grants = 1}});
}

/* Rank 0 waits for the lock of its own window. Rank 1 has asked for that, too, perhaps without
 * getting it, and waits for rank 0. Of a third rank nothing is known. */
static void own_lock(int third) {
  process(0, 2 + third);
  stands(0, 0, CALL_Win_lock, 2 * SECOND);
  awaits(0, 0, AWAIT_LOCK, RANKS(0));
  message_of(1, CALL_Recv, 0, 0, 3);
  feed(EVENT_SYNCHRONISED, 1, 0,
       (struct event){
           .win = WINDOW,
           .u.synchronised = {.access = EPOCH_LOCK, .locked = (int32_t[]){0}, .locks = 1}});
  if (third)
    process(2, 3);
}

static void locks(void) {
  own_lock(0);
  expect("only the other can have the lock", 1, SLUG_DEADLOCK);
  own_lock(1);
  CLEAN("a rank that has not told of itself may have it");
  lock(1);
  expect("a lock that the other holds", 1, SLUG_DEADLOCK);
  lock(0);
  CLEAN("one that it does not hold");
}

/* Each rank r waits for rank r + 1. */
static void ring(void) {
  for (int r = 0; r < 12; r++)
    message_of(r, CALL_Recv, (r + 1) % 12, 0, 3);
  end();
  const struct progress_wait *w = progress_wait_of(now, 11);
  sim_ok(found == 1 && places == PROGRESS_PLACES && circles == 12, "a ring of twelve");
  sim_ok(w && w == progress_wait(now, 11) && !progress_wait(now, 12) && w->count == 1 &&
             w->missing[0] == 0 && !strcmp(progress_awaited(w), "a send"),
         "what a thread waits for");
  begin();
  for (int r = 0; r < 12; r++)
    if (r != 5)
      message_of(r, CALL_Recv, (r + 1) % 12, 0, 3);
  process(5, 12);
  computes(5);
  CLEAN("a ring with one that does not wait");
}

/* Rank 1 has begun the first of two operations only. */
static void several(enum call call, const char *text) {
  collective(0, CALL_Waitall, 1, 0);
  for (int64_t number = 1; number < 3; number++)
    feed(EVENT_AWAIT, 0, 0,
         (struct event){.u.await = {.kind = AWAIT_COLLECTIVE,
                                    .counted = 1,
                                    .begun = (uint16_t)call,
                                    .comm = COMM,
                                    .number = number,
                                    .peer = (int32_t[]){1},
                                    .peers = 1}});
  message_of(1, CALL_Recv, 0, 0, 3);
  feed(EVENT_COLLECTIVES, 1, 0,
       (struct event){.u.collectives = {.begun = &(struct event_begun){COMM, 1}, .comms = 1}});
  told("one of several has not been begun", SLUG_DEADLOCK, text);
}

int main(void) {
  begin();
  unmatched();
  messages();
  strays();
  to_another();
  requests();
  gone();
  threads();
  parked();
  outlooks();
  collectives();
  locks();
  ring();
  several(CALL_Ibarrier, "MPI_Waitall ({0}) for MPI_Ibarrier of rank 1");
  several(CALL_Barrier_init, "MPI_Waitall ({0}) for a start of MPI_Barrier_init at rank 1");
  progress_free(now);
  return sim_done();
}
