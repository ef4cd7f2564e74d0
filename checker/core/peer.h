/* peer.h: messages, and the edges of happens-before they carry */
#ifndef FENCEPOST_PEER_H
#define FENCEPOST_PEER_H

#include "state.h"

struct peer *peer_get(struct check *c, int32_t rank);
void peer_send(struct check *c, int32_t rank, const struct event *e);
/* As of an earlier moment: nothing was sent to the rank since. */
void peer_send_as(struct check *c, int32_t rank, const struct event *e, const struct moment *m);
void peer_arrive(struct check *c, const struct event *e);
/* `flag`: enum edge_flag. */
void peer_acquire(struct check *c, int32_t rank, uint64_t key, uint64_t number, int flag);
struct release *release_find(struct check *c, int32_t rank, uint64_t key, uint64_t number,
                             struct channel **channel);
void peer_own(struct check *c, const struct event *e); /* a release to this rank itself */
int peer_released(struct check *c, int32_t rank, uint64_t key, uint64_t number);
void peer_learn(struct check *c, int32_t rank, uint64_t time, const struct clock *k);
void peers_free(struct check *c);
void release_free(struct release *r);

#endif
