/* compiled.h: trace level `compiled`: loads and stores of programs built with `fencepost cc`,
 * whose hooks (hooks/hooks.h) tell of what they access where the checker watches (filter.h). */
#ifndef FENCEPOST_COMPILED_H
#define FENCEPOST_COMPILED_H

/* Whether the program has hooks. */
int compiled_any(void);

#endif
