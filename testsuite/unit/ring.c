/* Chunks go through a ring and, where it is full, through a queue that stands for MPI messages;
 * one thread sends and one receives. All must come whole and in order. */
#include <pthread.h>
#include "interpose/stream/ring.c"
#include "tap.h"

enum { CHUNKS = 300000, LONGEST = 3840, QUEUE = 64 };

struct world world;
static int asked;

void *shared_memory_make(const char *tag, size_t bytes, int ok) {
  (void)tag;
  asked = ok;
  void *at = ok ? aligned_alloc(LINE, (bytes + LINE - 1) / LINE * LINE) : NULL;
  return at ? memset(at, 0, bytes) : NULL;
}

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct message {
  size_t n;
  unsigned char bytes[LONGEST];
} queue[QUEUE];
static unsigned first, last; /* messages taken and sent */

static size_t length_of(unsigned number) {
  return number % 97 ? 8 + number * 7u % 120 : 8 + number * 31u % (LONGEST - 8);
}

static size_t chunk_of(unsigned number, unsigned char *bytes) {
  size_t n = length_of(number);
  memset(bytes, (int)(number & 255), n);
  memcpy(bytes, &number, sizeof number);
  return n;
}

static int is_chunk(unsigned number, const unsigned char *bytes, size_t n) {
  unsigned char want[LONGEST];
  return n == chunk_of(number, want) && !memcmp(bytes, want, n);
}

static int message_send(const unsigned char *bytes, size_t n) {
  pthread_mutex_lock(&lock);
  int room = last - first < QUEUE;
  if (room) {
    struct message *m = &queue[last++ % QUEUE];
    m->n = n;
    memcpy(m->bytes, bytes, n);
  }
  pthread_mutex_unlock(&lock);
  return room;
}

static unsigned messages; /* so many were sent */

static void *sender(void *unused) {
  unsigned char bytes[LONGEST];
  for (unsigned i = 1; i < CHUNKS; i++) {
    size_t n = chunk_of(i, bytes);
    if (ring_put(1, bytes, n, messages))
      continue;
    ring_message(1);
    while (!message_send(bytes, n))
      sched_yield();
    messages++;
  }
  return unused;
}

static unsigned came, got; /* chunks; of these, messages */
static int wrong;

static void take(int from) {
  const unsigned char *bytes;
  size_t n;
  while ((bytes = ring_first(from, got, &n))) {
    wrong += !is_chunk(came++, bytes, n);
    ring_taken(from);
  }
}

/* Returns whether a message has come. */
static int take_message(void) {
  static struct message m;
  pthread_mutex_lock(&lock);
  int some = first != last;
  if (some)
    m = queue[first++ % QUEUE];
  pthread_mutex_unlock(&lock);
  if (!some)
    return 0;
  take(0);
  got++;
  wrong += !is_chunk(came++, m.bytes, m.n);
  take(0);
  return 1;
}

static void flow(void) {
  unsigned char bytes[LONGEST];
  pthread_t thread;
  OK(ring_put(1, bytes, chunk_of(0, bytes), 0));
  world.rank = 1;
  pthread_create(&thread, NULL, sender, NULL);
  while (came < CHUNKS) {
    unsigned before = came;
    ring_each(take);
    if (ring_messages(got))
      take_message();
    if (came == before || came % 1000 == 0)
      sched_yield();
  }
  pthread_join(thread, NULL);
  OK(!wrong && came == CHUNKS);
  OK(got == messages && got > 0 && got < CHUNKS / 2);
  OK(!ring_messages(got));
}

static void limits(void) {
  size_t n;
  OK(!ring_first(2, 0, &n));
  world.rank = 2;
  int rings_left = 0;
  for (int to = 3; to < world.size; to++)
    rings_left += ring_put(to, "x", 1, 0);
  OK(rings_left == RINGS_MOST - 1);
  OK(ring_any() && ring_messages(1) && !ring_messages(0));
}

int main(void) {
  size_t n;
  world.size = 600;
  ring_begin();
  OK(!asked && !ring_any()); /* the ranks are not on one host */
  OK(!ring_put(1, "x", 1, 0) && !ring_first(1, 0, &n) && ring_messages(0));
  world.one_clock = 1;
  ring_begin();
  OK(asked && ring_any());
  flow();
  limits();
  free(pool);
  free(to_rank);
  return tap_done();
}
