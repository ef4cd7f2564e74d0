/* thread_clocks.h: vector clocks by what the functions in interpose/runtimes tell, for programs
 * that know which of their steps are ordered. */
#ifndef THREAD_CLOCKS_H
#define THREAD_CLOCKS_H

#define STEPS 4096

void clocks_begin(void);
/* Forgets all. */
void clocks_reset(void);
/* The calling thread takes a step of this number; each is taken once. */
void step(int number);
int step_taken(int number);
int same_thread(int a, int b);
/* Whether step a comes before step b. */
int before(int a, int b);
/* Neither comes before the other; also if one thread has taken both, so that nothing can be said. */
int unordered(int a, int b);
/* How often unordered() had to say something. */
int clocks_told(void);
/* The last of what `unseen` was told, NULL: nothing. */
const char *clocks_unseen(void);
/* The number that `number` was told last in this thread. */
int clocks_number(void);
/* How many objects of regions and tasks were not forgotten. */
int clocks_objects(void);

#endif
