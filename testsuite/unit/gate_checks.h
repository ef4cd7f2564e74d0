#ifndef GATE_CHECKS_H
#define GATE_CHECKS_H

#define CHECKS(C)                                                                              \
  C(files)                                                                                     \
  C(vectors)                                                                                   \
  C(sockets)                                                                                   \
  C(names)                                                                                     \
  C(stdio)                                                                                     \
  C(locks)                                                                                     \
  C(cancel)                                                                                    \
  C(threads)                                                                                   \
  C(children)                                                                                  \
  C(inherited)                                                                                 \
  C(own_fault)                                                                                 \
  C(repair)                                                                                    \
  C(masks)                                                                                     \
  C(sent)                                                                                      \
  C(sent_between)                                                                              \
  C(sent_to_process)                                                                           \
  C(death)                                                                                     \
  C(trap)                                                                                      \
  C(interrupted)                                                                               \
  C(timer)                                                                                     \
  C(altstack)                                                                                  \
  C(small_stack)                                                                               \
  C(contexts)                                                                                  \
  C(signalfd)

#define DECLARE(name) int check_##name(char *told);
CHECKS(DECLARE)
#undef DECLARE

#endif
