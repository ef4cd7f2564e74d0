#include "compare.h"
#include "judge.h"
#include "play.h"
#include "threads.h"
#include <stdlib.h>
#include <string.h>

static int same_calls(const int a[2], const int b[2]) {
  return (a[0] == b[0] && a[1] == b[1]) || (a[0] == b[1] && a[1] == b[0]);
}

static int same_line(const struct program *p, int a, int b) {
  return a == b || (a >= 0 && b >= 0 && p->call[a].rank == p->call[b].rank &&
                    program_line(p, a) == program_line(p, b));
}

/* The checker may have one access stand for several of one line, so lines are compared. */
static int same_lines(const struct program *p, const int a[2], const int b[2]) {
  return (same_line(p, a[0], b[0]) && same_line(p, a[1], b[1])) ||
         (same_line(p, a[0], b[1]) && same_line(p, a[1], b[0]));
}

/* Returns the slug under which the checker reports the verdict. A conflict of the separate
 * model only is a `separate-race` in the unified model. */
static const char *finding_name(const struct verdict *v, int model) {
  return v->separate && model == MODEL_UNIFIED ? "separate-race" : verdict_name(v->slug);
}

static int is_verdict(const struct program *p, const struct said *s, const struct verdict *v,
                      int model) {
  return same_lines(p, s->call, v->call) && !strcmp(slug_name(s->slug), finding_name(v, model));
}

static const char *const models[] = {
    [MODEL_SEPARATE] = "separate", [MODEL_UNIFIED] = "unified"};

/* Two calls may have several pairs of accesses in conflict; the checker reports each once. */
static int count_said(const struct program *p, const struct played *d, const struct verdict *v,
                      int model) {
  int n = 0;
  for (int i = 0; i < d->count; i++)
    n += is_verdict(p, &d->item[i], v, model);
  return n;
}

/* Where one access stands for several, some things are said of one of them only: what concerns
 * common bytes, not what concerns the others, and of MPI_MODE_NOCHECK what the last one shows.
 * The program has to be mended there anyway. */
static int outdoes(const struct verdict *w, const struct verdict *v) {
  if (v->slug == VERDICT_NOCHECK_VIOLATED)
    return w->slug == VERDICT_NOCHECK_UNORDERED;
  return v->separate && !w->separate && w->slug < VERDICT_NOCHECK_VIOLATED;
}

static int covers(const struct program *p, const struct verdict *w, const struct verdict *v) {
  for (int swap = 0; swap < 2; swap++)
    if (outdoes(w, v) && w->owner == v->owner && w->part[0] == v->part[swap] &&
        w->part[1] == v->part[!swap] && same_line(p, w->call[0], v->call[swap]) &&
        same_line(p, w->call[1], v->call[!swap]))
      return 1;
  return 0;
}

static void note_covered(const struct program *p, struct verdicts *all) {
  for (int i = 0; i < all->count; i++)
    for (int k = 0; k < all->count; k++)
      all->item[i].doubtful |= covers(p, &all->item[k], &all->item[i]);
}

/* The verdicts on the same lines. */
struct alike {
  int count, doubtful; /* how many; whether none of them need be found */
};

static struct alike count_alike(const struct program *p, const struct verdicts *all,
                                const struct verdict *v, int model) {
  struct alike n = {0, 1};
  for (int i = 0; i < all->count; i++) {
    const struct verdict *w = &all->item[i];
    if (!same_lines(p, w->call, v->call) ||
        strcmp(finding_name(w, model), finding_name(v, model)))
      continue;
    n.count++;
    n.doubtful &= w->doubtful;
  }
  return n;
}

static int compare_verdict(const struct program *p, const struct verdicts *all,
                           const struct played *d, const struct verdict *v, int model,
                           FILE *out) {
  int said = count_said(p, d, v, model);
  struct alike most = count_alike(p, all, v, model);
  if (said <= most.count && (said >= 1 || most.doubtful))
    return 0;
  if (out)
    fprintf(out, "%s model: %s of %d and %d found %d times, not %d (%s)\n", models[model],
            finding_name(v, model), v->call[0], v->call[1], said, most.count, v->rule);
  return 1;
}

static int is_op(const struct program *p, int call) {
  return call >= 0 && p->call[call].kind == EVENT_OP;
}

/* In a random program, as listed, no window is locked and exposed at once. So if the checker
 * finds this, calls must be able to come in another order. */
static int is_exposed(const struct program *p, const struct said *s) {
  int op = is_op(p, s->call[0]) ? s->call[0] : s->call[1];
  if (s->slug != SLUG_LOCKED_AND_EXPOSED || !is_op(p, op))
    return 0;
  for (int i = 0; i < p->calls; i++)
    if (same_line(p, i, op) && is_op(p, i) && judge_exposed(p, i))
      return 1;
  return 0;
}

/* A thread may use memory although it knows nothing of the call by which all processes know
 * that it is attached. Such programs are not judged. */
static int is_unattached(const struct program *p, const struct said *s) {
  int op = is_op(p, s->call[0]) ? s->call[0] : s->call[1];
  return s->slug == SLUG_ATTACH_UNORDERED && is_op(p, op) && threads_any(p, p->call[op].rank);
}

/* What the order of locks may lead to concerns no access. */
static int is_of_locks(const struct said *s) {
  return s->slug == SLUG_LOCK_ORDER;
}

static int compare_said(const struct program *p, const struct verdicts *all,
                        const struct said *s, int model, FILE *out) {
  if (is_exposed(p, s) || is_unattached(p, s) || is_of_locks(s))
    return 0;
  for (int i = 0; i < all->count; i++)
    if (is_verdict(p, s, &all->item[i], model))
      return 0;
  if (out)
    fprintf(out, "%s model: no %s of %d and %d: \"%s\"\n", models[model], slug_name(s->slug),
            s->call[0], s->call[1], s->message);
  return 1;
}

static void count(const struct program *p, const struct verdicts *v, struct tally *t) {
  t->programs++;
  t->acts += p->calls;
  t->pairs += v->pairs;
  t->clean += !v->count;
  for (int i = 0; i < v->count; i++)
    *(v->item[i].separate ? &t->separate : &t->conflicts) += 1;
}

static int compare_model(const struct program *p, int model, FILE *out, struct tally *t) {
  struct played d;
  struct verdicts judged, *v = &judged;
  int bad = 0;
  judge(p, model, v);
  note_covered(p, v);
  if (t)
    count(p, v, t);
  play(p, model, &d);
  if (d.trouble && out)
    fprintf(out, "%s model: %s\n", models[model], d.trouble);
  bad += d.trouble != NULL;
  for (int i = 0; i < v->count && !d.trouble; i++)
    bad += compare_verdict(p, v, &d, &v->item[i], model, out);
  for (int i = 0; i < d.count; i++)
    bad += compare_said(p, v, &d.item[i], model, out);
  free(d.item);
  free(v->item);
  return bad;
}

int compare(const struct program *p, FILE *out, struct tally *t) {
  return compare_model(p, MODEL_UNIFIED, out, t) + compare_model(p, MODEL_SEPARATE, out, NULL);
}

static int expects(const struct expectation *e, const struct verdict *v) {
  return same_calls(e->call, v->call) && e->separate == v->separate &&
         !strcmp(e->slug, verdict_name(v->slug));
}

int compare_expected(const struct program *p, const struct expectations *x, FILE *out) {
  struct verdicts v;
  int bad = 0;
  judge(p, MODEL_UNIFIED, &v);
  for (int i = 0; i < v.count && x->given; i++) {
    int met = 0;
    for (int k = 0; k < x->count; k++)
      met |= expects(&x->item[k], &v.item[i]);
    if (!met)
      fprintf(out, "judged, not expected: %d %d %s%s (%s)\n", v.item[i].call[0],
              v.item[i].call[1], verdict_name(v.item[i].slug),
              v.item[i].separate ? " separate" : "", v.item[i].rule);
    bad += !met;
  }
  for (int k = 0; k < x->count; k++) {
    int met = 0;
    for (int i = 0; i < v.count; i++)
      met |= expects(&x->item[k], &v.item[i]);
    if (!met)
      fprintf(out, "expected, not judged: %d %d %s\n", x->item[k].call[0], x->item[k].call[1],
              x->item[k].slug);
    bad += !met;
  }
  free(v.item);
  return bad;
}
