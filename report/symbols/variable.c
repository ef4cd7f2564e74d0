#include "variable.h"

#include <ctype.h>
#include <dwarf.h>
#include <stdlib.h>
#include <string.h>

#include "type_parts.h"

static const char *name_of(Dwarf_Die *die) {
  Dwarf_Attribute attribute;
  return dwarf_formstring(dwarf_attr_integrate(die, DW_AT_name, &attribute));
}

static int find_in(Dwarf_Die *scope, const char *name, Dwarf_Die *variable) {
  for (int r = dwarf_child(scope, variable); r == 0; r = dwarf_siblingof(variable, variable)) {
    int tag = dwarf_tag(variable);
    const char *its =
        tag == DW_TAG_variable || tag == DW_TAG_formal_parameter ? name_of(variable) : NULL;
    if (its && !strcmp(its, name))
      return 0;
  }
  return -1;
}

/* Finds a variable of a Fortran module that the scope uses. */
static int find_imported(Dwarf_Die *scope, const char *name, Dwarf_Die *variable) {
  Dwarf_Die child, module;
  Dwarf_Attribute attribute;
  for (int r = dwarf_child(scope, &child); r == 0; r = dwarf_siblingof(&child, &child))
    if (dwarf_tag(&child) == DW_TAG_imported_module &&
        dwarf_formref_die(dwarf_attr(&child, DW_AT_import, &attribute), &module) &&
        find_in(&module, name, variable) == 0)
      return 0;
  return -1;
}

/* Static variables of a function that was inlined are in its abstract form only. */
static int find_variable(const struct scope *s, const char *name, Dwarf_Die *variable) {
  Dwarf_Die origin;
  Dwarf_Attribute attribute;
  for (int i = 0; i < s->n; i++)
    if (find_in(&s->scopes[i], name, variable) == 0 ||
        (dwarf_formref_die(dwarf_attr(&s->scopes[i], DW_AT_abstract_origin, &attribute),
                           &origin) &&
         find_in(&origin, name, variable) == 0) ||
        (s->fortran && find_imported(&s->scopes[i], name, variable) == 0))
      return 0;
  return -1;
}

static void skip_blanks(const char **text) {
  *text += strspn(*text, " \t");
}

static int take(const char **text, const char *token) {
  skip_blanks(text);
  size_t n = strlen(token);
  if (strncmp(*text, token, n) != 0)
    return 0;
  *text += n;
  return 1;
}

static int take_name(const char **text, char *name, size_t room, int fortran) {
  skip_blanks(text);
  size_t n = 0;
  if (!isalpha((unsigned char)**text) && **text != '_')
    return 0;
  for (; isalnum((unsigned char)**text) || **text == '_'; (*text)++) {
    if (n + 1 == room)
      return 0;
    name[n++] = (char)(fortran ? tolower((unsigned char)**text) : **text);
  }
  name[n] = '\0';
  return 1;
}

static int take_number(const char **text, int64_t *value) {
  char *end;
  skip_blanks(text);
  if (!isdigit((unsigned char)**text))
    return 0;
  *value = strtoll(*text, &end, 10);
  *text = end;
  return 1;
}

/* The memory that a part of an argument names. */
struct memory_place {
  struct object at;
  int64_t offset; /* in it, in bytes */
};

static int set_variable(const struct scope *s, const char *name, struct object *o) {
  Dwarf_Die variable, self;
  *o = (struct object){.fortran = s->fortran};
  if (find_variable(s, name, &variable) == 0) {
    strcpy(o->name, name);
    return type_of(&variable, &o->type);
  }
  /* a member of the object whose method this is */
  if (find_variable(s, "this", &self) || type_of(&self, &o->type))
    return -1;
  strcpy(o->name, "this");
  o->arrow = 1;
  return type_target(o) || type_member(o, name);
}

/* Takes constants as subscripts, which are all of the last part of a name. */
static int take_subscripts(const char **text, struct memory_place *p) {
  const char *open = p->at.fortran ? "(" : "[", *close = p->at.fortran ? ")" : "]";
  int depth = 0;
  int64_t index;
  if (!take(text, open))
    return 0;
  if (dwarf_tag(&p->at.type) == DW_TAG_pointer_type && type_target(&p->at))
    return -1;
  do {
    int64_t step = type_step(&p->at, depth++);
    if (step < 0 || !take_number(text, &index))
      return -1;
    p->offset += (index - p->at.fortran) * step;
    if (!(p->at.fortran && take(text, ",")) && !take(text, close))
      return -1;
  } while (p->at.fortran ? (*text)[-1] == ',' : take(text, open));
  return 0;
}

/* Takes `u`, `s.u`, `p->u` or `v.data()`, and subscripts after that. */
static int take_object(const char **text, const struct scope *s, struct memory_place *p) {
  char name[80];
  *p = (struct memory_place){0};
  if (!take_name(text, name, sizeof name, s->fortran) || set_variable(s, name, &p->at))
    return -1;
  for (;;) {
    int arrow = !s->fortran && take(text, "->");
    if (!arrow && !take(text, s->fortran ? "%" : "."))
      return take_subscripts(text, p);
    if (!take_name(text, name, sizeof name, s->fortran))
      return -1;
    if (!strcmp(name, "data") && take(text, "("))
      return take(text, ")") ? type_target(&p->at) : -1;
    p->at.arrow = arrow;
    if ((arrow && type_target(&p->at)) || type_member(&p->at, name))
      return -1;
  }
}

static int take_address(const char **text, const struct scope *s, struct memory_place *p);

/* Takes what is in parentheses: a cast, or the whole. */
static int take_parentheses(const char **text, const struct scope *s, struct memory_place *p) {
  size_t n = strcspn(*text, "()");
  if ((*text)[n] == ')' && n && (*text)[n - 1] == '*') {
    *text += n + 1;
    return take_address(text, s, p);
  }
  return take_address(text, s, p) || !take(text, ")") ? -1 : 0;
}

/* Takes the text of an address: `&u`, an array, a pointer, one with a constant added. */
static int take_address(const char **text, const struct scope *s, struct memory_place *p) {
  int64_t index;
  if (take(text, "("))
    return take_parentheses(text, s, p);
  int of = take(text, "&");
  if (take_object(text, s, p))
    return -1;
  if (of || s->fortran)
    return 0;
  if (dwarf_tag(&p->at.type) == DW_TAG_pointer_type && type_target(&p->at))
    return -1;
  int64_t step = type_step(&p->at, 0);
  if (take(text, "+")) {
    if (step < 0 || !take_number(text, &index))
      return -1;
    p->offset += index * step;
  }
  return step < 0 ? -1 : 0; /* a number is no address */
}

/* Takes `&p`, where the call stores the address. */
static int take_stored(const char **text, const struct scope *s, struct memory_place *p) {
  if (take(text, "(")) {
    size_t n = strcspn(*text, "()");
    if ((*text)[n] != ')')
      return -1;
    *text += n + 1;
  }
  return !take(text, "&") || take_object(text, s, p) || p->offset || type_target(&p->at) ? -1
                                                                                         : 0;
}

/* A pointer to one thing is no array. */
static void point_to_one(struct object *o) {
  char name[NAME_MOST];
  o->many = 0;
  o->arrow = dwarf_tag(&o->type) == DW_TAG_structure_type;
  if (o->arrow || strlen(o->name) + 2 > sizeof name)
    return;
  strcpy(name, o->name);
  o->name[0] = '*';
  strcpy(o->name + 1, name);
}

char *variable_element(const struct scope *s, const struct memory_named *m) {
  const char *text = m->argument;
  struct memory_place p;
  char element[2 * NAME_MOST + 8];
  if ((m->stored ? take_stored : take_address)(&text, s, &p) || !take(&text, "") || *text)
    return NULL;
  if (p.at.many && !p.offset && m->size > 0 && m->size == type_size(&p.at.type))
    point_to_one(&p.at);
  if (__builtin_add_overflow(p.offset, m->lo, &(int64_t){0}) ||
      type_element(&p.at, m->lo + p.offset, m->hi + p.offset, element))
    return NULL;
  return strdup(element);
}
