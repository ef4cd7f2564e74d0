#include "type_parts.h"

#include <dwarf.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { DIMENSIONS = 7, DEPTH = 8 };

int type_of(Dwarf_Die *die, Dwarf_Die *type) {
  Dwarf_Attribute attribute;
  Dwarf_Die found;
  if (!dwarf_formref_die(dwarf_attr_integrate(die, DW_AT_type, &attribute), &found) ||
      dwarf_peel_type(&found, type))
    return -1;
  int tag = dwarf_tag(type);
  if (tag == DW_TAG_reference_type || tag == DW_TAG_rvalue_reference_type) {
    Dwarf_Die reference = *type;
    return type_of(&reference, type);
  }
  return 0;
}

int64_t type_size(Dwarf_Die *type) {
  Dwarf_Word size;
  return dwarf_aggregate_size(type, &size) == 0 && size <= INT64_MAX ? (int64_t)size : -1;
}

static int is_structure(Dwarf_Die *type) {
  int tag = dwarf_tag(type);
  return tag == DW_TAG_structure_type || tag == DW_TAG_class_type || tag == DW_TAG_union_type;
}

/* Returns -1 if the name gets too long. */
__attribute__((format(printf, 2, 3))) static int add(char *name, const char *format, ...) {
  size_t n = strlen(name);
  va_list ap;
  va_start(ap, format);
  int more = vsnprintf(name + n, NAME_MOST - n, format, ap);
  va_end(ap);
  return more < 0 || n + (size_t)more >= NAME_MOST ? -1 : 0;
}

/* Begins with children of a structure. */
static int find_member(Dwarf_Die *structure, const char *name, Dwarf_Die *member) {
  for (int r = dwarf_child(structure, member); r == 0; r = dwarf_siblingof(member, member)) {
    const char *its = dwarf_tag(member) == DW_TAG_member ? dwarf_diename(member) : NULL;
    if (its && !strcmp(its, name))
      return 0;
  }
  return -1;
}

int type_member(struct object *o, const char *name) {
  Dwarf_Die member;
  if (!is_structure(&o->type) || find_member(&o->type, name, &member) ||
      type_of(&member, &o->type))
    return -1;
  const char *separator = o->fortran ? "%" : o->arrow ? "->" : ".";
  o->many = o->arrow = 0;
  return add(o->name, "%s%s", separator, name);
}

int type_target(struct object *o) {
  Dwarf_Die child;
  o->many = 1;
  if (dwarf_tag(&o->type) == DW_TAG_pointer_type) {
    Dwarf_Die pointer = o->type;
    return type_of(&pointer, &o->type);
  }
  if (!is_structure(&o->type) || dwarf_child(&o->type, &child))
    return -1;
  do
    if (dwarf_tag(&child) == DW_TAG_template_type_parameter)
      return type_of(&child, &o->type);
  while (dwarf_siblingof(&child, &child) == 0);
  return -1;
}

/* An array's elements and dimensions, in the order in which they are written. */
struct dimensions {
  Dwarf_Die element;
  int64_t size, count[DIMENSIONS], lower[DIMENSIONS]; /* count -1: not known */
  int n;
};

/* Returns 0 if the attribute is not there, -1 if it is not constant. */
static int constant(Dwarf_Die *die, unsigned name, int64_t *value) {
  Dwarf_Attribute attribute;
  Dwarf_Sword with_sign;
  Dwarf_Word number;
  if (!dwarf_attr_integrate(die, name, &attribute))
    return 0;
  unsigned form = dwarf_whatform(&attribute);
  /* only these two are meant to have a sign */
  int sign = form == DW_FORM_sdata || form == DW_FORM_implicit_const;
  if (form == DW_FORM_exprloc ||
      (sign ? dwarf_formsdata(&attribute, &with_sign) : dwarf_formudata(&attribute, &number)))
    return -1;
  *value = sign ? with_sign : (int64_t)number;
  return 1;
}

static int add_dimension(struct dimensions *s, Dwarf_Die *range, int fortran) {
  int64_t upper;
  if (s->n == DIMENSIONS)
    return -1;
  int64_t *lower = &s->lower[s->n], *count = &s->count[s->n];
  *lower = fortran;
  if (constant(range, DW_AT_lower_bound, lower) < 0)
    return -1;
  if (constant(range, DW_AT_count, count) <= 0)
    *count = constant(range, DW_AT_upper_bound, &upper) > 0 ? upper - *lower + 1 : -1;
  s->n++;
  return 0;
}

/* Returns -1 if `o` is no array, or none whose elements lie where its type says. */
static int shape_of(const struct object *o, struct dimensions *s) {
  Dwarf_Die array = o->type, child;
  *s = (struct dimensions){0};
  if (o->many) {
    s->element = o->type;
    s->count[0] = -1;
    s->lower[0] = o->fortran;
    s->n = 1;
  } else if (dwarf_tag(&array) != DW_TAG_array_type || type_of(&array, &s->element) ||
             dwarf_hasattr(&array, DW_AT_data_location) || dwarf_child(&array, &child)) {
    return -1;
  } else {
    do
      if (dwarf_tag(&child) == DW_TAG_subrange_type && add_dimension(s, &child, o->fortran))
        return -1;
    while (dwarf_siblingof(&child, &child) == 0);
  }
  s->size = type_size(&s->element);
  return s->size > 0 && s->n ? 0 : -1;
}

/* Returns the bytes from one subscript of dimension `d` to the next. */
static int64_t stride(const struct dimensions *s, int d, int fortran) {
  int64_t bytes = s->size;
  int from = fortran ? 0 : d + 1, to = fortran ? d : s->n;
  for (int i = from; i < to; i++)
    if (s->count[i] <= 0 || __builtin_mul_overflow(bytes, s->count[i], &bytes))
      return -1;
  return bytes;
}

int64_t type_step(const struct object *o, int depth) {
  struct dimensions s;
  return shape_of(o, &s) || depth >= s.n ? -1 : stride(&s, depth, o->fortran);
}

/* Adds the subscripts of the element that has byte `at`, and takes those before it off `at`. */
static int add_subscripts(const struct dimensions *s, struct object *o, int64_t *at) {
  int64_t subscript[DIMENSIONS];
  for (int i = 0; i < s->n; i++) {
    int d = o->fortran ? s->n - 1 - i : i; /* the widest stride first */
    int64_t bytes = stride(s, d, o->fortran);
    if (bytes <= 0)
      return -1;
    int64_t index = *at / bytes - (*at % bytes < 0);
    if (i && (index < 0 || index >= s->count[d]))
      return -1;
    *at -= index * bytes;
    subscript[d] = s->lower[d] + index;
  }
  for (int d = 0; d < s->n; d++) {
    const char *format = !o->fortran ? "[%lld]" : d ? ",%lld" : "(%lld";
    if (add(o->name, format, (long long)subscript[d]))
      return -1;
  }
  return o->fortran ? add(o->name, ")") : 0;
}

/* Finds the member that has byte `at`, and takes what is before it off `at`. */
static int step_into(struct object *o, int64_t *at) {
  Dwarf_Die member, type;
  if (dwarf_tag(&o->type) == DW_TAG_union_type)
    return -1;
  for (int r = dwarf_child(&o->type, &member); r == 0; r = dwarf_siblingof(&member, &member)) {
    const char *name = dwarf_diename(&member);
    int64_t from;
    if (dwarf_tag(&member) != DW_TAG_member || !name ||
        constant(&member, DW_AT_data_member_location, &from) <= 0 || type_of(&member, &type))
      continue;
    int64_t size = type_size(&type);
    if (*at < from || size < 0 || *at >= from + size)
      continue;
    *at -= from;
    return type_member(o, name);
  }
  return -1;
}

/* Goes down to the smallest named part of `o` that has byte `at`. Returns -1 if there is none.
 */
static int narrow(struct object *o, int64_t at) {
  struct dimensions s;
  for (int depth = 0; depth < DEPTH; depth++) {
    if (shape_of(o, &s) == 0) {
      if (add_subscripts(&s, o, &at))
        return -1;
      o->type = s.element;
      o->many = 0;
    } else if (is_structure(&o->type)) {
      struct object before = *o;
      int64_t in_member = at;
      if (step_into(o, &in_member)) {
        *o = before;
        return 0;
      }
      at = in_member;
    } else {
      return o->many || at < 0 || at >= type_size(&o->type) ? -1 : 0;
    }
  }
  return -1;
}

int type_element(const struct object *o, int64_t lo, int64_t hi, char *text) {
  struct object first = *o, last = *o;
  if (lo >= hi || narrow(&first, lo) || narrow(&last, hi - 1))
    return -1;
  if (!strcmp(first.name, last.name))
    strcpy(text, first.name);
  else
    sprintf(text, "%s to %s", first.name, last.name);
  return 0;
}
