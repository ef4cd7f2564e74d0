/* slots_random.h: the random part of slots.c. */
#ifndef SLOTS_RANDOM_H
#define SLOTS_RANDOM_H

void check_random(int count);
void check_gathers(void);
/* tap.h counts the tests of one file, so slots.c prints those of slots_random.c, too. */
int slots_ok(int good, const char *what);
/* The same for one instruction; the test is skipped if the processor does not have it. */
int slots_ok_or_lacking(int good, const char *what);

#endif
