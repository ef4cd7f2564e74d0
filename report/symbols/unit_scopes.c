#include "unit_scopes.h"

#include <dwarf.h>
#include <stddef.h>
#include <stdlib.h>

#include "include/hash.h"

struct function_range {
  Dwarf_Addr lo, hi;
  Dwarf_Die die;
};

struct unit_functions {
  Dwarf_Off unit;
  struct function_range *range;
  size_t count, room;
  UT_hash_handle hh;
};

static int add(struct unit_functions *u, Dwarf_Die *die, Dwarf_Addr lo, Dwarf_Addr hi) {
  if (u->count == u->room) {
    size_t room = u->room ? 2 * u->room : 64;
    struct function_range *more = realloc(u->range, room * sizeof *more);
    if (!more)
      return 0;
    u->range = more;
    u->room = room;
  }
  u->range[u->count++] = (struct function_range){lo, hi, *die};
  return 1;
}

/* What has no code has no ranges, either. */
static void collect(struct unit_functions *u, Dwarf_Die *unit) {
  Dwarf_Die die;
  int more = 1;
  for (int r = dwarf_child(unit, &die); more && r == 0; r = dwarf_siblingof(&die, &die)) {
    Dwarf_Addr base, lo, hi;
    ptrdiff_t at = 0;
    while (more && dwarf_tag(&die) == DW_TAG_subprogram &&
           (at = dwarf_ranges(&die, at, &base, &lo, &hi)) > 0)
      more = add(u, &die, lo, hi);
  }
}

static struct unit_functions *functions_of(struct unit_functions **units, Dwarf_Die *unit) {
  struct unit_functions *u;
  Dwarf_Off offset = dwarf_dieoffset(unit);
  HASH_FIND(hh, *units, &offset, sizeof offset, u);
  if (u || !(u = calloc(1, sizeof *u)))
    return u;
  u->unit = offset;
  collect(u, unit);
  HASH_ADD(hh, *units, unit, sizeof u->unit, u);
  if (u->hh.tbl)
    return u;
  free(u->range);
  free(u);
  return NULL;
}

void unit_scopes(struct unit_functions **units, Dwarf_Die *unit, Dwarf_Addr address,
                 struct function_scopes *scopes) {
  const struct unit_functions *u = functions_of(units, unit);
  Dwarf_Die *scope = scopes->scope;
  int found = 0;
  scopes->n = 0;
  for (size_t i = 0; u && i < u->count && !scopes->n; i++)
    if (u->range[i].lo <= address && address < u->range[i].hi)
      scope[scopes->n++] = u->range[i].die;
  for (; scopes->n && scopes->n < SCOPES_MOST; scopes->n += found) {
    Dwarf_Die *inner = &scope[scopes->n];
    found = 0;
    for (int r = dwarf_child(inner - 1, inner); r == 0 && !found;)
      if (!(found = dwarf_haspc(inner, address) > 0))
        r = dwarf_siblingof(inner, inner);
    if (!found)
      break;
  }
}

void units_free(struct unit_functions *units) {
  struct unit_functions *u, *next;
  HASH_ITER(hh, units, u, next) {
    HASH_DEL(units, u);
    free(u->range);
    free(u);
  }
}
