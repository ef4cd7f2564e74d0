/* forms.h: all forms of a collective call, as the cases of a switch: blocking, nonblocking,
 * persistent, with large counts. */
#ifndef FENCEPOST_ARGUMENT_FORMS_H
#define FENCEPOST_ARGUMENT_FORMS_H

/* `name` is the name in small letters. */
#define FORMS(Name, name)                                                                      \
  case CALL_##Name:                                                                            \
  case CALL_I##name:                                                                           \
  case CALL_##Name##_init:                                                                     \
  case CALL_X_##Name##_init:                                                                   \
  case CALL_##Name##_c:                                                                        \
  case CALL_I##name##_c:                                                                       \
  case CALL_##Name##_init_c:

#endif
