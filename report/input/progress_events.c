#include "progress_events.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

#include "include/call.h"
#include "report/journal/member.h"

static uint32_t stack_of(const json_t *site) {
  json_int_t stack = member_number(site, "stack", 0);
  return stack < 0 || stack > UINT32_MAX ? 0 : (uint32_t)stack;
}

static struct event_step step_of(const json_t *message, const json_t *site) {
  int received = member_int(message, "received", INT_MIN);
  return (struct event_step){.other = member_int(message, "rank", -2),
                             .key = member_number(message, "key", 0),
                             .number = member_number(message, "number", -1),
                             .received = received == INT_MIN ? -1 : received != 0,
                             .call = (uint16_t)call_number(member_text_or(site, "call", "")),
                             .thread = member_int(site, "thread", 0),
                             .stack = stack_of(site)};
}

/* By its id. */
static const json_t *step_record(const struct rank *r, const json_t *number) {
  char id[32];
  snprintf(id, sizeof id, "%lld", (long long)json_integer_value(number));
  return json_object_get(r->steps, id);
}

void progress_events_rendezvous(struct progress *p, const struct rank *r,
                                const json_t *record) {
  const json_t *after = member_get(record, "after");
  size_t n = json_array_size(after);
  struct event_step *steps = n < INT32_MAX ? calloc(n + 1, sizeof *steps) : NULL;
  if (!steps)
    return;
  for (size_t i = 0; i < n; i++) {
    const json_t *step = step_record(r, json_array_get(after, i));
    steps[i] = step_of(member_get(step, "message"), member_get(step, "site"));
  }
  struct event e = {.kind = EVENT_RENDEZVOUS, .rank = r->rank, .target = -1};
  e.u.rendezvous = (struct event_rendezvous){
      step_of(member_get(record, "message"), member_get(record, "site")), (int32_t)n, steps};
  progress_feed(p, &e);
  free(steps);
}

uint64_t progress_events_name(const char *id) {
  char *end;
  uint64_t number = strtoull(id, &end, 16);
  return *end ? XXH3_64bits(id, strlen(id)) : number;
}
