/* say.h: messages of the command on stderr, one line each, with "fencepost: " in front. Text
 * that a program under test has put into them cannot move the cursor or add lines. */
#ifndef FENCEPOST_SAY_H
#define FENCEPOST_SAY_H

__attribute__((format(printf, 1, 2))) void say(const char *format, ...);

/* `wipe` is called before each message: it wipes what stands in its place. */
void say_first(void (*wipe)(void));

#endif
