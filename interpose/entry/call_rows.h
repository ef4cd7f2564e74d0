/* call_rows.h: what a row of calls.def tells of the call: constant where a wrapper is made, so
 * that the compiler leaves out what the call does not need. */
#ifndef FENCEPOST_CALL_ROWS_H
#define FENCEPOST_CALL_ROWS_H

#include "interpose/handles/object.h"

/* Whether the argument is a buffer. */
#define IS_BUFFER(role)                                                                        \
  (!__builtin_strcmp(#role, "SBUF") || !__builtin_strcmp(#role, "RBUF") ||                     \
   !__builtin_strcmp(#role, "IOBUF"))

/* The kind of object that the argument receives, -1: none. */
#define MADE_OBJECT(role)                                                                      \
  (!__builtin_strcmp(#role, "COMM_OUT")      ? OBJECT_COMM                                     \
   : !__builtin_strcmp(#role, "TYPE_OUT")    ? OBJECT_TYPE                                     \
   : !__builtin_strcmp(#role, "WIN_OUT")     ? OBJECT_WIN                                      \
   : !__builtin_strcmp(#role, "GROUP_OUT")   ? OBJECT_GROUP                                    \
   : !__builtin_strcmp(#role, "FILE_OUT")    ? OBJECT_FILE                                     \
   : !__builtin_strcmp(#role, "OP_OUT")      ? OBJECT_OP                                       \
   : !__builtin_strcmp(#role, "INFO_OUT")    ? OBJECT_INFO                                     \
   : !__builtin_strcmp(#role, "ERRH_OUT")    ? OBJECT_ERRHANDLER                               \
   : !__builtin_strcmp(#role, "MESSAGE_OUT") ? OBJECT_MESSAGE                                  \
                                             : -1)

/* The kinds of objects among the arguments: handles_check has nothing to find in a call if no
 * object of these kinds is over. */
#define OBJECT_IF(role, kind, name)                                                            \
  (!__builtin_strcmp(#role, name) || !__builtin_strcmp(#role, name "_IO") ? OBJECT_BIT(kind)   \
                                                                          : 0)
#define KINDS_OF(role, name)                                                                   \
  (OBJECT_IF(role, OBJECT_COMM, "COMM") | OBJECT_IF(role, OBJECT_TYPE, "TYPE") |               \
   OBJECT_IF(role, OBJECT_TYPE, "TYPES") | OBJECT_IF(role, OBJECT_WIN, "WIN") |                \
   OBJECT_IF(role, OBJECT_GROUP, "GROUP") | OBJECT_IF(role, OBJECT_FILE, "FILE") |             \
   OBJECT_IF(role, OBJECT_OP, "OP") | OBJECT_IF(role, OBJECT_INFO, "INFO") |                   \
   OBJECT_IF(role, OBJECT_ERRHANDLER, "ERRH") | OBJECT_IF(role, OBJECT_MESSAGE, "MESSAGE")) |
#define ARGUMENT_KINDS(...) EACH(KINDS_OF, EACH_NOTHING, __VA_ARGS__) 0

/* Whether arguments_check looks at the call. Operations on windows are checked when they are
 * told of; a program may ask for the number of any handle, and wait for none. */
#define OF_CLASS(class, name) !__builtin_strcmp(#class, name)
#define IS_CALL(name, other) !__builtin_strcmp(#name, other)
#define ARGUMENTS_ROW(class, name)                                                             \
  ((!(OF_CLASS(class, "RMA") || OF_CLASS(class, "EPOCH") || OF_CLASS(class, "F2C") ||          \
      OF_CLASS(class, "TOOL") || OF_CLASS(class, "REQ")) ||                                    \
    IS_CALL(name, "Cancel") || IS_CALL(name, "Request_free") || IS_CALL(name, "Start") ||      \
    IS_CALL(name, "Startall") || IS_CALL(name, "Status_set_elements") ||                       \
    IS_CALL(name, "Status_set_elements_x")) &&                                                 \
   !ASKS_TIME(name))
/* Calls that ask for what is known without any other process: with a communicator and nothing
 * else to look at, about the process, for the time. Some programs make them in every loop. */
#define ASKS_COMM(name) (IS_CALL(name, "Comm_rank") || IS_CALL(name, "Comm_size"))
#define ASKS_PROCESS(name)                                                                     \
  (IS_CALL(name, "Initialized") || IS_CALL(name, "Finalized") ||                               \
   IS_CALL(name, "Is_thread_main") || IS_CALL(name, "Query_thread"))
#define ASKS_TIME(name) (IS_CALL(name, "Wtime") || IS_CALL(name, "Wtick"))
#define ASKS(name) (ASKS_COMM(name) || ASKS_PROCESS(name) || ASKS_TIME(name))
#define RETURNS_CODE(ret, class)                                                               \
  (__builtin_types_compatible_p(ret, int) && __builtin_strcmp(#class, "F2C") &&                \
   __builtin_strcmp(#class, "TOOL"))

#define IS_RMA(class) (!__builtin_strcmp(#class, "RMA"))
#define IS_WINDOW(class)                                                                       \
  (IS_RMA(class) || !__builtin_strcmp(#class, "EPOCH") || !__builtin_strcmp(#class, "WIN"))

#endif
