#include "text.h"
#include "include/basic.h"
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#define LENGTH(array) ((int)(sizeof(array) / sizeof *(array)))

struct word {
  int value;
  const char *name;
};

static const struct word kinds[] = {
#define EVENT(NAME, word, ...) {EVENT_##NAME, word},
#include "include/events.def"
    {0, NULL}};
static const struct word ops[] = {
    {RMA_PUT, "put"},           {RMA_GET, "get"}, {RMA_ACC, "acc"}, {RMA_GET_ACC, "get_acc"},
    {RMA_FETCH_OP, "fetch_op"}, {RMA_CAS, "cas"}, {0, NULL}};
static const struct word reduces[] = {{REDUCE_NONE, "none"},
                                      {REDUCE_SUM, "sum"},
                                      {REDUCE_MAX, "max"},
                                      {REDUCE_BAND, "band"},
                                      {REDUCE_REPLACE, "replace"},
                                      {REDUCE_NO_OP, "no_op"},
                                      {0, NULL}};
static const struct word basics[] = {{BASIC_UNKNOWN, "none"},    {BASIC_BYTE, "byte"},
                                     {BASIC_INT8_T, "int8"},     {BASIC_INT16_T, "int16"},
                                     {BASIC_INT32_T, "int32"},   {BASIC_FLOAT, "float"},
                                     {BASIC_UINT32_T, "uint32"}, {0, NULL}};
static const struct word flavors[] = {{FLAVOR_CREATE, "create"},
                                      {FLAVOR_ALLOCATE, "allocate"},
                                      {FLAVOR_DYNAMIC, "dynamic"},
                                      {0, NULL}};
static const struct word deliveries[] = {{DELIVER_AT_ONCE, "at_once"},
                                         {DELIVER_LATE, "late"},
                                         {DELIVER_RANDOM, "random"},
                                         {0, NULL}};

static const char *const parts[PARTS] = {"at", "origin", "result", "compare"};

/* The numbers of a call. One that has its `usual` value is not written. */
static const struct field {
  const char *name;
  size_t offset;
  int usual;
  const struct word *words;
} fields[] = {{"win", offsetof(struct act, win), 0, NULL},
              {"thread", offsetof(struct act, thread), 0, NULL},
              {"target", offsetof(struct act, target), -1, NULL},
              {"group", offsetof(struct act, group), 0, NULL},
              {"assert", offsetof(struct act, assertion), 0, NULL},
              {"flag", offsetof(struct act, flag), 0, NULL},
              {"reduce", offsetof(struct act, reduce), 0, reduces},
              {"type", offsetof(struct act, basic), 0, basics},
              {"disp", offsetof(struct act, disp), 0, NULL},
              {"request", offsetof(struct act, request), 0, NULL},
              {"key", offsetof(struct act, key), 0, NULL},
              {"number", offsetof(struct act, number), 0, NULL},
              {"mpi", offsetof(struct act, mpi), 0, NULL},
              {"polls", offsetof(struct act, polls), 0, NULL},
              {"line", offsetof(struct act, line), 0, NULL},
              {"tag", offsetof(struct act, tag), 0, NULL}};

static const char *name_of(const struct word *w, int value) {
  for (; w->name; w++)
    if (w->value == value)
      return w->name;
  return "?";
}

static int value_of(const struct word *w, const char *name, int *value) {
  for (; w->name; w++)
    if (!strcmp(w->name, name)) {
      *value = w->value;
      return 1;
    }
  return 0;
}

static void write_place(FILE *out, const char *name, const struct place *p) {
  for (int i = 0; i < p->runs; i++) {
    const struct run *r = &p->run[i];
    fprintf(out, i ? "," : " %s=", name);
    fprintf(out, "%d+%d", r->lo, r->length);
    if (r->count != 1)
      fprintf(out, "*%d/%d", r->count, r->stride);
  }
}

void text_write_call(FILE *out, const struct program *p, int call) {
  const struct act *c = &p->call[call];
  fprintf(out, "%d: %d %s", call, c->rank,
          c->kind == EVENT_OP ? name_of(ops, c->op) : name_of(kinds, c->kind));
  for (int i = 0; i < LENGTH(fields); i++) {
    const struct field *f = &fields[i];
    int value = *(const int *)((const char *)c + f->offset);
    if (value != f->usual && f->words)
      fprintf(out, " %s=%s", f->name, name_of(f->words, value));
    else if (value != f->usual)
      fprintf(out, " %s=%d", f->name, value);
  }
  for (int i = 0; i < PARTS; i++)
    write_place(out, parts[i], &c->at[i]);
  fprintf(out, "\n");
}

void text_write(FILE *out, const struct program *p) {
  fprintf(out, "# seed %llu\nranks %d\n", (unsigned long long)p->seed, p->ranks);
  fprintf(out, "play %s %llu%s%s%s%s%s\n", name_of(deliveries, p->delivery),
          (unsigned long long)p->schedule, p->eager ? " eager" : "",
          p->watched ? " watched" : "", p->retires ? " retires" : "", p->brief ? " brief" : "",
          p->decided ? " decided" : "");
  for (int i = 1; i <= p->windows; i++) {
    const struct window *w = &p->window[i];
    fprintf(out, "window %d %s", i, name_of(flavors, w->flavor));
    for (int m = 0; m < w->count; m++)
      fprintf(out, " %d:%d+%d/%d", w->member[m], w->base[m], w->size[m], w->unit[m]);
    fprintf(out, w->info ? " info=%d\n" : "\n", w->info);
  }
  for (int i = 0; i < p->calls; i++)
    text_write_call(out, p, i);
}

/* Each of these functions reads a line, given its words, and returns 0 if it is wrong. */

static int read_place(const char *text, struct place *p) {
  int n = 0;
  for (p->runs = 0; p->runs < RUNS; text += n + 1) {
    struct run *r = &p->run[p->runs];
    r->count = 1;
    if (sscanf(text, "%d+%d%n", &r->lo, &r->length, &n) < 2)
      return 0;
    text += n;
    n = 0;
    if (*text == '*' && sscanf(text, "*%d/%d%n", &r->count, &r->stride, &n) < 2)
      return 0;
    p->runs++;
    if (text[n] != ',')
      return text[n] == '\0';
  }
  return 0;
}

static int read_field(char *word, struct act *c) {
  char *value = strchr(word, '=');
  if (!value)
    return 0;
  *value++ = '\0';
  for (int i = 0; i < PARTS; i++)
    if (!strcmp(word, parts[i]))
      return read_place(value, &c->at[i]);
  for (int i = 0; i < LENGTH(fields); i++)
    if (!strcmp(word, fields[i].name)) {
      int *to = (int *)((char *)c + fields[i].offset);
      return (fields[i].words && value_of(fields[i].words, value, to)) ||
             (!fields[i].words && sscanf(value, "%d", to) == 1);
    }
  return 0;
}

static int read_call(char *first, struct program *p) {
  char *rank = strtok(NULL, " \n"), *name = strtok(NULL, " \n"), *word;
  if (!rank || !name || p->calls == ACTS || atoi(first) != p->calls)
    return 0;
  struct act *c = &p->call[p->calls++];
  *c = call_make(0, atoi(rank), 0);
  if (value_of(ops, name, &c->op))
    c->kind = EVENT_OP;
  else if (!value_of(kinds, name, &c->kind))
    return 0;
  while ((word = strtok(NULL, " \n")))
    if (!read_field(word, c))
      return 0;
  return c->rank >= 0 && c->rank < p->ranks && c->win >= 0 && c->win <= p->windows;
}

static int read_window(struct program *p) {
  char *number = strtok(NULL, " \n"), *flavor = strtok(NULL, " \n"), *word;
  if (!number || !flavor || p->windows == WINDOWS || atoi(number) != p->windows + 1)
    return 0;
  struct window *w = &p->window[++p->windows];
  if (!value_of(flavors, flavor, &w->flavor))
    return 0;
  while ((word = strtok(NULL, " \n"))) {
    int m = w->count;
    if (sscanf(word, "info=%d", &w->info) == 1)
      continue;
    if (m == RANKS ||
        sscanf(word, "%d:%d+%d/%d", &w->member[m], &w->base[m], &w->size[m], &w->unit[m]) != 4)
      return 0;
    w->count++;
  }
  return w->count > 0;
}

static int read_play(struct program *p) {
  char *how = strtok(NULL, " \n"), *schedule = strtok(NULL, " \n"), *word;
  if (!how || !schedule || !value_of(deliveries, how, &p->delivery))
    return 0;
  p->schedule = strtoull(schedule, NULL, 10);
  while ((word = strtok(NULL, " \n")))
    *(!strcmp(word, "eager")     ? &p->eager
      : !strcmp(word, "watched") ? &p->watched
      : !strcmp(word, "retires") ? &p->retires
      : !strcmp(word, "brief")   ? &p->brief
                                 : &p->decided) = 1;
  return 1;
}

static int read_expect(struct expectations *x) {
  char *a = strtok(NULL, " \n"), *b = strtok(NULL, " \n"), *slug = strtok(NULL, " \n"), *more;
  x->given = 1;
  if (a && !strcmp(a, "nothing"))
    return 1;
  if (!a || !b || !slug || x->count == ACTS)
    return 0;
  struct expectation *e = &x->item[x->count++];
  e->call[0] = atoi(a);
  e->call[1] = atoi(b);
  snprintf(e->slug, sizeof e->slug, "%s", slug);
  more = strtok(NULL, " \n");
  e->separate = more && !strcmp(more, "separate");
  return 1;
}

static int read_line(char *first, struct program *p, struct expectations *x) {
  if (!strcmp(first, "ranks")) {
    char *n = strtok(NULL, " \n");
    p->ranks = n ? atoi(n) : 0;
    return p->ranks > 0 && p->ranks <= RANKS;
  }
  return !strcmp(first, "play")     ? read_play(p)
         : !strcmp(first, "window") ? read_window(p)
         : !strcmp(first, "expect") ? read_expect(x)
                                    : read_call(first, p);
}

int text_read(FILE *in, struct program *p, struct expectations *x) {
  char line[512], whole[512];
  memset(p, 0, sizeof *p);
  memset(x, 0, sizeof *x);
  while (fgets(line, sizeof line, in)) {
    snprintf(whole, sizeof whole, "%s", line);
    char *first = strtok(line, " \n");
    if (first && *first != '#' && !read_line(first, p, x)) {
      fprintf(stderr, "cannot be read: %s", whole);
      return 0;
    }
  }
  return p->ranks > 0 && p->calls > 0;
}
