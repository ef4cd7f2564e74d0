/* compiler_line.h: what a compiler's command line asks for.
 *
 * Words are those of the command line with response files (@FILE) in place of their names, so
 * that nothing is overlooked; the compiler itself is given the line as it was. Options that do
 * not go together with `fencepost cc` are refused: `refused` is the reason, without a newline.
 */
#ifndef FENCEPOST_COMPILER_LINE_H
#define FENCEPOST_COMPILER_LINE_H

struct compiler_line {
  int compiles;      /* some input is a source that is compiled */
  int links;         /* an executable or shared library is made */
  int debug;         /* some -g is given */
  int fortran;       /* all sources are Fortran */
  char output[4096]; /* what is made if it links */
  char refused[256]; /* "": fencepost cc can do what is asked */
};

/* argv: the compiler's own arguments, without its name. Returns 0, or -1 when memory runs out.
 */
int compiler_line_read(struct compiler_line *line, char **argv);

#endif
