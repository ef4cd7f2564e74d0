/* unseen.h: kinds of accesses, and reasons why some were not seen: the words of
 * run.coverage in reports. */
#ifndef FENCEPOST_UNSEEN_H
#define FENCEPOST_UNSEEN_H

enum access_kind {
#define KIND(NAME, word, ...) SEEN_##NAME,
#include "tracers.def"
  ACCESS_KINDS
};

enum unseen_why {
#define WHY(NAME, word, ...) UNSEEN_##NAME,
#include "tracers.def"
  UNSEEN_WHYS
};

static inline const char *access_kind_word(enum access_kind kind) {
  static const char *const words[] = {
#define KIND(NAME, word, ...) #word,
#include "tracers.def"
  };
  return kind < ACCESS_KINDS ? words[kind] : "";
}

static inline const char *unseen_why_word(enum unseen_why why) {
  static const char *const words[] = {
#define WHY(NAME, word, ...) #word,
#include "tracers.def"
  };
  return why < UNSEEN_WHYS ? words[why] : "";
}

#endif
