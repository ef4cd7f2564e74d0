#include "debug.h"

#include <dwarf.h>
#include <elfutils/libdwfl.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "unit_scopes.h"

struct debug {
  Dwfl *dwfl;
  Dwfl_Module *module;
  GElf_Addr bias; /* from the main file's addresses to those that libdwfl has chosen */
  enum debug_state state;
  int names_only;
  struct unit_functions *units;
};

/* NULL: libdw's default, which is /usr/lib/debug and the file's own directory. */
static char *debuginfo_path;

static int same_build_id(Dwfl_Module *module, const char *wanted) {
  const unsigned char *bits;
  GElf_Addr address;
  int n = dwfl_module_build_id(module, &bits, &address);
  if (n <= 0)
    return !*wanted;
  if (strlen(wanted) != (size_t)n * 2)
    return 0;
  for (int i = 0; i < n; i++) {
    char hex[3];
    snprintf(hex, sizeof hex, "%02x", bits[i]);
    if (strncmp(wanted + 2 * i, hex, 2) != 0)
      return 0;
  }
  return 1;
}

/* Opens the path if it is a regular file. Reading anything else (a FIFO) might wait for
 * ever. */
static int open_file(const char *path) {
  struct stat st;
  int fd = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY);
  if (fd >= 0 && (fstat(fd, &st) || !S_ISREG(st.st_mode))) {
    close(fd);
    fd = -1;
  }
  return fd;
}

/* Returns whether `name` is not a regular file, in the places near the module at `directory`
 * where libdw looks. */
static int is_trap(const char *directory, int n, const char *name) {
  static const char *const places[] = {"", "/.debug"};
  struct stat st;
  char path[4096];
  if (*name == '/')
    return stat(name, &st) == 0 && !S_ISREG(st.st_mode);
  for (int i = 0; i < 2; i++) {
    int length = snprintf(path, sizeof path, "%.*s%s/%s", n, directory, places[i], name);
    if (length >= (int)sizeof path || (stat(path, &st) == 0 && !S_ISREG(st.st_mode)))
      return 1;
  }
  return 0;
}

static int is_file(const char *format, ...) __attribute__((format(printf, 1, 2)));
static int is_file(const char *format, ...) {
  char path[4096];
  va_list more;
  va_start(more, format);
  int n = vsnprintf(path, sizeof path, format, more);
  va_end(more);
  return n < (int)sizeof path && access(path, F_OK) == 0;
}

/* Returns whether one of the files is there that libdw would look for. If there is none, it
 * loads a client of HTTP with 30 libraries, only to hear that no server is to be asked. */
static int is_anywhere(Dwfl_Module *module, const char *file, const char *link) {
  const char *slash = strrchr(file, '/'), *name = slash ? slash + 1 : file;
  int n = slash ? (int)(slash - file) : 0;
  const unsigned char *bits;
  GElf_Addr address;
  char id[128], other[512];
  int bytes = dwfl_module_build_id(module, &bits, &address);
  for (int i = 0; i < bytes && 2 * i + 4 < (int)sizeof id; i++)
    snprintf(id + 2 * i + (i > 0), 4, i ? "%02x" : "%02x/", bits[i]);
  snprintf(other, sizeof other, "%s.debug", name);
  link = link ? link : other;
  return (bytes > 1 && is_file("/usr/lib/debug/.build-id/%s.debug", id)) || *link == '/' ||
         is_file("%.*s/%s", n, file, link) || is_file("%.*s/.debug/%s", n, file, link) ||
         is_file("/usr/lib/debug/%.*s/%s", n, file, link);
}

/* The same, also where the file lies that a link leads to. */
static int is_there(Dwfl_Module *module, const char *file, const char *link) {
  char *real = realpath(file, NULL);
  int is = is_anywhere(module, file, link) || (real && is_anywhere(module, real, link));
  free(real);
  return is;
}

static int find_debuginfo(Dwfl_Module *module, void **context, const char *name, GElf_Addr base,
                          const char *file, const char *link, GElf_Word crc, char **found) {
  const char *slash = file ? strrchr(file, '/') : NULL;
  if ((link && slash && is_trap(file, (int)(slash - file), link)) ||
      (file && !is_there(module, file, link)))
    return -1;
  return dwfl_standard_find_debuginfo(module, context, name, base, file, link, crc, found);
}

static const Dwfl_Callbacks callbacks = {.find_debuginfo = find_debuginfo,
                                         .section_address = dwfl_offline_section_address,
                                         .debuginfo_path = &debuginfo_path};

/* Of the C library only the names of functions are told: it takes 50 ms to unpack its debug
 * information, and nobody looks for a mistake in its lines. */
static int is_c_library(const char *module) {
  const char *slash = strrchr(module, '/'), *name = slash ? slash + 1 : module;
  return !strncmp(name, "libc.so", 7) || !strncmp(name, "libpthread.so", 13) ||
         !strncmp(name, "ld-linux", 8);
}

struct debug *debug_open(const char *module, const char *build_id) {
  struct debug *d = calloc(1, sizeof *d);
  if (!d)
    return NULL;
  d->state = DEBUG_MISSING;
  d->names_only = is_c_library(module);
  int fd = *module == '/' ? open_file(module) : -1;
  if (fd < 0 || !(d->dwfl = dwfl_begin(&callbacks))) {
    if (fd >= 0)
      close(fd);
    return d;
  }
  /* From now on fd belongs to libdwfl. */
  d->module = dwfl_report_offline(d->dwfl, "", module, fd);
  if (!d->module)
    close(fd);
  dwfl_report_end(d->dwfl, NULL, NULL);
  if (!d->module || !dwfl_module_getelf(d->module, &d->bias))
    return d;
  d->state = same_build_id(d->module, build_id) ? DEBUG_USABLE : DEBUG_CHANGED;
  return d;
}

enum debug_state debug_state(const struct debug *d) {
  return d->state;
}

void debug_close(struct debug *d) {
  if (d)
    units_free(d->units);
  if (d && d->dwfl)
    dwfl_end(d->dwfl);
  free(d);
}

/* Turns "/build/../src/./a.c" into "/src/a.c", in place. */
static void tidy(char *path) {
  char *out = path, *in = path;
  while (*in) {
    size_t n = strcspn(in + 1, "/") + 1; /* "/part" */
    if (n == 1 || (n == 2 && in[1] == '.')) {
      in += n;
    } else if (n == 3 && in[1] == '.' && in[2] == '.') {
      in += n;
      while (out > path && *--out != '/')
        ;
    } else {
      memmove(out, in, n);
      out += n;
      in += n;
    }
  }
  *out = '\0';
}

static json_t *file_json(const char *directory, const char *file) {
  char path[4096];
  if (!file || !*file)
    return json_null();
  if (*file == '/')
    snprintf(path, sizeof path, "%s", file);
  else if (directory && *directory == '/')
    snprintf(path, sizeof path, "%s/%s", directory, file);
  else
    return json_string(file);
  tidy(path);
  json_t *json = json_string(path);
  return json ? json : json_null(); /* not UTF-8 */
}

static void append(json_t *frames, const char *function, json_t *file, int line) {
  json_t *name = function ? json_string(function) : NULL;
  json_array_append_new(frames, json_pack("{s:o, s:o, s:o}", "function",
                                          name ? name : json_null(), "file", file, "line",
                                          line > 0 ? json_integer(line) : json_null()));
}

static const char *die_directory(Dwarf_Die *unit) {
  Dwarf_Attribute attribute;
  return dwarf_formstring(dwarf_attr(unit, DW_AT_comp_dir, &attribute));
}

/* Finds where an inlined subroutine was called. */
static int call_line(Dwarf_Die *unit, Dwarf_Die *die, const char **file) {
  Dwarf_Attribute attribute;
  Dwarf_Word number = 0, line = 0;
  Dwarf_Files *files;
  size_t n;
  *file = NULL;
  if (dwarf_formudata(dwarf_attr(die, DW_AT_call_file, &attribute), &number) == 0 &&
      dwarf_getsrcfiles(unit, &files, &n) == 0 && number < n)
    *file = dwarf_filesrc(files, number, NULL, NULL);
  dwarf_formudata(dwarf_attr(die, DW_AT_call_line, &attribute), &line);
  return (int)line;
}

static const char *die_name(Dwarf_Die *die) {
  Dwarf_Attribute attribute;
  return dwarf_formstring(dwarf_attr_integrate(die, DW_AT_name, &attribute));
}

/* Follows the scopes around `address` outwards. Returns how many frames it has appended. */
static int scope_frames(struct debug *d, Dwarf_Die *unit, Dwarf_Addr address, const char *file,
                        int line, json_t *frames) {
  struct function_scopes scopes;
  int count = 0;
  const char *directory = die_directory(unit);
  unit_scopes(&d->units, unit, address, &scopes);
  for (int i = scopes.n - 1; i >= 0; i--) {
    Dwarf_Die *scope = &scopes.scope[i];
    int tag = dwarf_tag(scope);
    if (tag != DW_TAG_inlined_subroutine && tag != DW_TAG_subprogram)
      continue;
    append(frames, die_name(scope), file_json(directory, file), line);
    count++;
    if (tag == DW_TAG_subprogram)
      break;
    line = call_line(unit, scope, &file);
  }
  return count;
}

/* Finds the unit that the code at `address` belongs to. libdwfl relies on .debug_aranges, which
 * clang does not write: if gcc has built a part of the program, it then names a unit of that
 * part. */
static Dwarf_Die *find_unit(const struct debug *d, GElf_Addr address, Dwarf_Addr *bias) {
  if (d->names_only)
    return NULL;
  Dwarf_Die *unit = dwfl_module_addrdie(d->module, address, bias);
  if (unit && dwarf_haspc(unit, address - *bias) > 0)
    return unit;
  unit = NULL;
  do
    unit = dwfl_module_nextcu(d->module, unit, bias);
  while (unit && dwarf_haspc(unit, address - *bias) <= 0);
  return unit;
}

void debug_frames(struct debug *d, uint64_t offset, const char *exported, json_t *frames) {
  GElf_Addr address = offset + d->bias;
  Dwarf_Addr bias = 0;
  int number = 0;
  Dwarf_Die *unit = find_unit(d, address, &bias);
  Dwarf_Line *line = unit ? dwarf_getsrc_die(unit, address - bias) : NULL;
  const char *file = line ? dwarf_linesrc(line, NULL, NULL) : NULL;
  if (line)
    dwarf_lineno(line, &number);
  if (unit && scope_frames(d, unit, address - bias, file, number, frames))
    return;
  const char *symbol = *exported ? exported : dwfl_module_addrname(d->module, address);
  char *name = symbol ? strndup(symbol, strcspn(symbol, "@")) : NULL; /* without its version */
  if (symbol || file)
    append(frames, name, file_json(unit ? die_directory(unit) : NULL, file), number);
  free(name);
}

static int is_fortran(Dwarf_Die *unit) {
  int language = dwarf_srclang(unit);
  return language == DW_LANG_Fortran77 || language == DW_LANG_Fortran90 ||
         language == DW_LANG_Fortran95 || language == DW_LANG_Fortran03 ||
         language == DW_LANG_Fortran08;
}

int debug_scope(struct debug *d, uint64_t offset, const char *function, struct scope *s) {
  GElf_Addr address = offset + d->bias;
  Dwarf_Addr bias = 0;
  Dwarf_Die *unit = find_unit(d, address, &bias);
  *s = (struct scope){0};
  s->n = unit ? dwarf_getscopes(unit, address - bias, &s->scopes) : 0;
  for (int i = 0; i < s->n; i++) {
    const char *name = die_name(&s->scopes[i]);
    int tag = dwarf_tag(&s->scopes[i]);
    if (!name || strcmp(name, function) != 0 ||
        (tag != DW_TAG_subprogram && tag != DW_TAG_inlined_subroutine))
      continue;
    /* blocks of an inlined function that the code lies in too are not the caller's */
    int from = i;
    while (from && dwarf_tag(&s->scopes[from - 1]) == DW_TAG_lexical_block)
      from--;
    s->n -= from;
    memmove(s->scopes, s->scopes + from, (size_t)s->n * sizeof *s->scopes);
    s->fortran = is_fortran(unit);
    return 0;
  }
  free(s->scopes);
  *s = (struct scope){0};
  return -1;
}
