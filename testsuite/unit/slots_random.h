/* slots_random.h: the random part of slots.c. */
#ifndef SLOTS_RANDOM_H
#define SLOTS_RANDOM_H

void check_random(int count);
void check_gathers(void);
/* The tests' counter is one file's: these come back there. */
int slots_ok(int good, const char *what);
/* Of one instruction: it is skipped where the processor does not have it. */
int slots_ok_or_lacking(int good, const char *what);

#endif
