/* compiled.h: trace level `compiled`: loads and stores of programs built with `fencepost cc`.
 * Their hooks (hooks/hooks.h) tell what they access in places that the checker watches
 * (filter.h). */
#ifndef FENCEPOST_COMPILED_H
#define FENCEPOST_COMPILED_H

/* Returns whether the program has hooks. */
int compiled_any(void);

#endif
