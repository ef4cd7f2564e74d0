/* frame_text.h: frames of stacks as they are written to the journal.
 *
 * A program has many more stacks than places from which it calls, and to look up the name of an
 * exported function takes long in a large library: it is looked up once for each place, and
 * kept with its text, some 300 bytes. Callers hold a lock. */
#ifndef FENCEPOST_FRAME_TEXT_H
#define FENCEPOST_FRAME_TEXT_H

#include "module.h"

struct note_text;

/* Return addresses were found, of code that is mapped: keeps what has to be asked now. */
void frames_note(const struct module_place *place, void *const *pc, int count);
/* Writes frames that were noted, innermost first and with commas between them. `python`: the
 * lines of the Python frames, or NULL. */
void frames_write(struct note_text *out, const struct module_place *place, int count,
                  const char *python);

#endif
