#include "messages.h"

#include "include/name.h"

/* Returns whether the send of one and the receive of the other may be the same message: the two
 * ranks fit, and tag and communicator are not known to differ. */
static int match(const struct pending *w, const struct event_message *mine,
                 const struct pending *p, const struct event_message *other) {
  return !mine->send != !other->send && mine->rank == p->told.rank &&
         other->rank == w->told.rank && (!mine->key || !other->key || mine->key == other->key);
}

/* Returns whether p waits for the other end of the message. */
static int is_met(const struct pending *w, const struct event_message *mine,
                  const struct pending *p) {
  for (int32_t i = 0; p->await && i < p->await->messages; i++)
    if (match(w, mine, p, &p->await->message[i]))
      return 1;
  return 0;
}

int messages_may_meet(const struct pending *w, const struct pending *p) {
  for (int32_t i = 0; w->await && i < w->await->messages; i++)
    if (is_met(w, &w->await->message[i], p))
      return 1;
  return 0;
}

int messages_has_unmet(const struct pending *w, const struct pending *p) {
  for (int32_t i = 0; w->await && i < w->await->messages; i++) {
    const struct event_message *mine = &w->await->message[i];
    if (mine->rank == p->told.rank && !is_met(w, mine, p))
      return 1;
  }
  return 0;
}

static int has_name(const struct event_sends *sends, uint64_t name) {
  for (int32_t i = 0; i < sends->count; i++)
    if (sends->list[i] == name)
      return 1;
  return 0;
}

int messages_never_sent(const struct pending *w, const struct pending *p) {
  const struct note *sent = note_next(p, NULL, EVENT_SENDS);
  for (int32_t i = 0; sent && w->await && i < w->await->messages; i++) {
    const struct event_message *m = &w->await->message[i];
    if (m->key && !m->send && m->rank == p->told.rank &&
        !has_name(&sent->event.u.sends, name_of_sends(m->key, w->told.rank)))
      return 1;
  }
  return 0;
}
