/* trace_file.h: the recorded events of one rank, `trace-WORLD-RANK.fpt`.
 *
 * The file opens with TRACE_MAGIC (its last byte is the version) and then holds records: one
 * byte of type, four bytes of length (little endian), that many bytes. 'J' is a line of the
 * rank's journal that is no finding (start, stack, precision, end); 'E' is an event (event.h)
 * in the form of event_encode. The order is that in which the checker was fed. A type of zero
 * ends the file: only zeros follow, because its process was ended before it could cut them off.
 */
#ifndef FENCEPOST_TRACE_FILE_H
#define FENCEPOST_TRACE_FILE_H

#define TRACE_MAGIC "FPTRACE\5"
#define TRACE_MAGIC_SIZE 8
#define TRACE_JSON 'J'
#define TRACE_EVENT 'E'

#endif
