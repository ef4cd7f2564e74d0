/* slots_random.h: the random part of slots.c. */
#ifndef SLOTS_RANDOM_H
#define SLOTS_RANDOM_H

void check_random(int count);
void check_gathers(void);
/* The tests' counter is one file's: these come back there. */
int slots_ok(int good, const char *what);

#endif
