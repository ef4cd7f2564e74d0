/* each.h: macros that walk over the (ROLE, argument) pairs of a row of calls.def.
 *
 * EACH(m, sep, (A, a), (B, b)) is `m(A, a) sep() m(B, b)`; nothing for no pairs. Needs
 * __VA_OPT__ (gcc 8, clang 12). */
#ifndef FENCEPOST_EACH_H
#define FENCEPOST_EACH_H

#define EACH(m, sep, ...) __VA_OPT__(EACH_N(EACH_COUNT(__VA_ARGS__), m, sep, __VA_ARGS__))
#define EACH_N(n, ...) EACH_PASTE(n, __VA_ARGS__)
#define EACH_PASTE(n, ...) EACH_##n(__VA_ARGS__)
#define EACH_COMMA() ,
#define EACH_SEMICOLON() ;
#define EACH_NOTHING()

#define EACH_COUNT(...)                                                                        \
  EACH_PICK(__VA_ARGS__, 16, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0)
#define EACH_PICK(a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11, a12, a13, a14, a15, a16, n,    \
                  ...)                                                                         \
  n
#define EACH_1(m, sep, p) m p
#define EACH_2(m, sep, p, ...) m p sep() EACH_1(m, sep, __VA_ARGS__)
#define EACH_3(m, sep, p, ...) m p sep() EACH_2(m, sep, __VA_ARGS__)
#define EACH_4(m, sep, p, ...) m p sep() EACH_3(m, sep, __VA_ARGS__)
#define EACH_5(m, sep, p, ...) m p sep() EACH_4(m, sep, __VA_ARGS__)
#define EACH_6(m, sep, p, ...) m p sep() EACH_5(m, sep, __VA_ARGS__)
#define EACH_7(m, sep, p, ...) m p sep() EACH_6(m, sep, __VA_ARGS__)
#define EACH_8(m, sep, p, ...) m p sep() EACH_7(m, sep, __VA_ARGS__)
#define EACH_9(m, sep, p, ...) m p sep() EACH_8(m, sep, __VA_ARGS__)
#define EACH_10(m, sep, p, ...) m p sep() EACH_9(m, sep, __VA_ARGS__)
#define EACH_11(m, sep, p, ...) m p sep() EACH_10(m, sep, __VA_ARGS__)
#define EACH_12(m, sep, p, ...) m p sep() EACH_11(m, sep, __VA_ARGS__)
#define EACH_13(m, sep, p, ...) m p sep() EACH_12(m, sep, __VA_ARGS__)
#define EACH_14(m, sep, p, ...) m p sep() EACH_13(m, sep, __VA_ARGS__)
#define EACH_15(m, sep, p, ...) m p sep() EACH_14(m, sep, __VA_ARGS__)
#define EACH_16(m, sep, p, ...) m p sep() EACH_15(m, sep, __VA_ARGS__)

#endif
