/* say.h: one-line messages of the command, on stderr, each with "fencepost: " in front. What a
 * program under test put into them cannot move the cursor or add lines. */
#ifndef FENCEPOST_SAY_H
#define FENCEPOST_SAY_H

__attribute__((format(printf, 1, 2))) void say(const char *format, ...);

#endif
