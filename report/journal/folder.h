/* folder.h: the files in the folder of the journals besides these, and how ranks on hosts that
 * do not see that folder reach `fencepost run`. */
#ifndef FENCEPOST_FOLDER_H
#define FENCEPOST_FOLDER_H

#include <string.h>

/* What `fencepost run` knows of the job. It is there before the first rank, so a rank that does
 * not see it has a folder of its own. */
#define JOURNALS_JOB "command.jsonl"
/* Ranks that find this file, or a newer one than they found before, tell what they do. */
#define DUMP_FILE "dump"

/* "KEY,PORT,ADDRESS,ADDRESS,...": where `fencepost run` listens (report/courier/couriers.h). */
#define COURIER_VARIABLE "FENCEPOST_COURIER"
/* Of all ranks that have the same folder, one makes this file and starts the courier. */
#define COURIER_FILE "courier"

/* "pulse-WORLD-RANK": what a rank does, for --progress (interpose/session/pulse.h). */
#define PULSE_FILE "pulse-"
static inline int folder_is_pulse(const char *name) {
  return !strncmp(name, PULSE_FILE, sizeof PULSE_FILE - 1);
}

#endif
