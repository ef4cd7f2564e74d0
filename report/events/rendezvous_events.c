#include "rendezvous_events.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "include/call.h"
#include "report/journal/call_number.h"

static uint32_t stack_of(json_int_t stack) {
  return stack < 0 || stack > UINT32_MAX ? 0 : (uint32_t)stack;
}

static int small(json_int_t n) {
  return n < INT_MIN || n > INT_MAX ? -2 : (int)n;
}

struct record_text {
  const char *at;
  int bad; /* the text is not such a record: nothing that follows is read */
};

static int scan_next(struct record_text *s, char c) {
  s->at += strspn(s->at, " ");
  if (s->bad || *s->at != c)
    return 0;
  s->at++;
  return 1;
}

static void scan_want(struct record_text *s, const char *text) {
  for (; *text; text++)
    s->bad |= !scan_next(s, *text);
}

static int64_t scan_number(struct record_text *s) {
  char *end = (char *)s->at;
  int64_t n = s->bad ? 0 : strtoll(s->at, &end, 10);
  s->bad |= end == s->at;
  s->at = end;
  return n;
}

static unsigned scan_call(struct record_text *s) {
  char name[64];
  scan_want(s, "\"");
  size_t n = s->bad ? sizeof name : strcspn(s->at, "\"");
  s->bad |= n >= sizeof name || !s->at[n];
  if (s->bad)
    return CALL_NONE;
  memcpy(name, s->at, n);
  name[n] = '\0';
  s->at += n + 1;
  return call_number(name);
}

static int64_t scan_after_comma(struct record_text *s) {
  scan_want(s, ",");
  return scan_number(s);
}

/* Without the bracket at its end. */
static struct event_step scan_step(struct record_text *s) {
  struct event_step step = {0};
  scan_want(s, "[");
  step.other = small(scan_number(s));
  step.key = (uint64_t)scan_after_comma(s);
  step.number = scan_after_comma(s);
  int64_t received = scan_after_comma(s);
  step.received = received < 0 ? -1 : received != 0;
  scan_want(s, ",");
  step.call = (uint16_t)scan_call(s);
  step.thread = small(scan_after_comma(s));
  step.stack = stack_of(scan_after_comma(s));
  return step;
}

/* Items of one size that are read one after the other; room for one more is made. */
static void *grown(void *items, size_t n, size_t size, struct record_text *s) {
  if (n & (n - 1)) /* there is room until the next power of two */
    return items;
  void *more = realloc(items, (n ? 2 * n : 1) * size);
  s->bad |= !more;
  return more ? more : items;
}

struct steps_read {
  struct event_step *at;
  size_t n;
};

static void scan_steps(struct record_text *s, struct steps_read *all) {
  scan_want(s, "[");
  for (int end = scan_next(s, ']'); !end && !s->bad; end = scan_next(s, ']')) {
    if (all->n)
      scan_want(s, ",");
    struct event_step step = scan_step(s);
    scan_want(s, "]");
    all->at = grown(all->at, all->n, sizeof *all->at, s);
    if (!s->bad)
      all->at[all->n++] = step;
  }
}

/* The steps before an arrival, by their numbers. */
static void scan_after(struct record_text *s, const struct steps_read *all,
                       struct steps_read *after) {
  after->n = 0;
  scan_want(s, "[");
  for (int end = scan_next(s, ']'); !end && !s->bad; end = scan_next(s, ']')) {
    if (after->n)
      scan_want(s, ",");
    int64_t number = scan_number(s);
    after->at = grown(after->at, after->n, sizeof *after->at, s);
    s->bad |= number < 1 || (uint64_t)number > all->n;
    if (!s->bad)
      after->at[after->n++] = all->at[number - 1];
  }
}

static void scan_arrivals(struct record_text *s, struct progress *p, int32_t rank,
                          const struct steps_read *all) {
  struct steps_read after = {0};
  int first = 1;
  scan_want(s, "[");
  for (int end = scan_next(s, ']'); !end && !s->bad; end = scan_next(s, ']'), first = 0) {
    if (!first)
      scan_want(s, ",");
    struct event_step step = scan_step(s);
    scan_want(s, ",");
    scan_after(s, all, &after);
    scan_want(s, "]");
    struct event e = {.kind = EVENT_RENDEZVOUS, .rank = rank, .target = -1};
    e.u.rendezvous = (struct event_rendezvous){step, (int32_t)after.n, after.at};
    if (!s->bad)
      progress_feed(p, &e);
  }
  free(after.at);
}

void rendezvous_events(struct progress *p, const struct rank *r) {
  struct record_text s = {.at = r->rendezvous ? r->rendezvous : ""};
  struct steps_read all = {0};
  scan_want(&s, "{\"record\":\"rendezvous\",\"steps\":");
  scan_steps(&s, &all);
  scan_want(&s, ",\"arrivals\":");
  scan_arrivals(&s, p, r->rank, &all);
  free(all.at);
}
