#include "include/call.h"
#include "include/event.h"

static const struct {
  const char *word;
  uint16_t call, size;
  uint8_t traits;
} kinds[EVENT_KINDS] = {
    [EVENT_NO_KIND] = {"?", (uint16_t)CALL_NONE, 0, 0},
#define EVENT(NAME, word, body, call, traits, ...)                                             \
  [EVENT_##NAME] = {word, (uint16_t)CALL_##call,                                               \
                    offsetof(struct event, u) + sizeof((struct event *)0)->u.body, traits},
#include "include/events.def"
};

static int known(int kind) {
  return kind > 0 && kind < EVENT_KINDS ? kind : EVENT_NO_KIND;
}

const char *event_word(int kind) {
  return kinds[known(kind)].word;
}

unsigned event_call(int kind) {
  return kinds[known(kind)].call;
}

unsigned event_traits(int kind) {
  return kinds[known(kind)].traits;
}

size_t event_size(int kind) {
  return kinds[known(kind)].size;
}
