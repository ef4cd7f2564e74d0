/* hook_math.c: functions of the library of mathematics that store a result by a pointer. */
#include "hook_wrap.h"

#define PARTS(type, f)                                                                         \
  RESULT(type, modf##f, (type x, type * whole), (x, whole), STORED(whole))                     \
  RESULT(type, frexp##f, (type x, int *power), (x, power), STORED(power))                      \
  RESULT(type, remquo##f, (type x, type y, int *part), (x, y, part), STORED(part))             \
  RESULT(type, lgamma##f##_r, (type x, int *sign), (x, sign), STORED(sign))                    \
  NOTHING(sincos##f, (type x, type * a, type * b), (x, a, b), STORED(a), STORED(b))
PARTS(double, )
PARTS(float, f)
PARTS(long double, l)
