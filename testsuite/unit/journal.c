/* A rank's journal: what is written, when findings are counted, what text that is not UTF-8
 * becomes. */
#include "report/journal/journal.c"
#include "report/journal/size_limit.c"
#include "report/journal/journal_finding.c"
#include "report/journal/journal_history.c"
#include "report/journal/keeper.c"
#include "report/journal/keeper_guard.c"
#include "report/journal/rankset.c"
#include "report/journal/site.c"
#include "report/journal/system.c"
#include "report/journal/text.c"

#include "tap.h"

/* Only the names this test uses. */
const char *call_name(unsigned call) {
  return call == CALL_Put         ? "MPI_Put"
         : call == CALL_Win_lock  ? "MPI_Win_lock"
         : call == CALL_Win_fence ? "MPI_Win_fence"
         : call == CALL_Win_flush ? "MPI_Win_flush"
         : call == CALL_Put_c     ? "MPI_Put_c"
                                  : "MPI_Other";
}

static char dir[] = "/tmp/fencepost-unit-XXXXXX";

/* Line `n` of the journal, parsed; the last one if n < 0. */
static json_t *line(const char *path, int n) {
  char text[8192];
  FILE *file = fopen(path, "r");
  json_t *json = NULL;
  for (int i = 0; file && (n < 0 || i <= n) && fgets(text, sizeof text, file); i++) {
    json_decref(json);
    json = json_loads(text, 0, NULL);
  }
  if (file)
    fclose(file);
  return json;
}

static int count_lines(const char *path) {
  int n = 0, c;
  FILE *file = fopen(path, "r");
  while (file && (c = getc(file)) != EOF)
    n += c == '\n';
  if (file)
    fclose(file);
  return n;
}

static struct finding make(unsigned call, uint32_t stack) {
  struct finding f = {.slug = SLUG_OP_OUTSIDE_EPOCH, .locations = 1};
  f.window.flavor = FLAVOR_CREATE;
  f.location[0].site =
      (struct site){.rank = 1, .stack = stack, .call = (uint16_t)call, .target = 2, .disp = -8};
  f.location[0].role = "RMA operation";
  snprintf(f.message, sizeof f.message, "bad \xff\xc0\x80\xed\xa0\x80 good \xe2\x82\xac \x01");
  return f;
}

static int told(void *context, const struct journal_found *f) {
  char *all = context, one[600];
  json_t *json = json_loadb(f->text, f->n, 0, NULL);
  snprintf(one, sizeof one, "%lld:%s:%s:%lld:%d:%s@%u/%s ", (long long)f->number, f->slug,
           f->flavor, (long long)f->count, f->definite, f->at[0].call, f->at[0].stack,
           json_string_value(json_object_get(json, "slug")));
  strcat(all, f->locations == 1 && f->at[0].rank == 1 ? one : "wrong ");
  json_decref(json);
  return 0;
}

/* What was written is read back for the merge of the ranks. */
static void read_back(void) {
  char all[2000] = "";
  struct journal *j = journal_open(dir, "2f", 3);
  struct journal_line where = {0, 0};
  struct finding f = make(CALL_Put, 7);
  OK(!journal_found(j));
  journal_finding(j, &f);
  OK(!journal_write_line(j, json_pack("{s:s}", "record", "x"), &where));
  for (int i = 0; i < 14; i++)
    journal_finding(j, &f);
  f = make(CALL_Win_lock, 8);
  f.confidence = SCHEDULE;
  journal_finding(j, &f);
  OK(journal_found(j) && !journal_findings(j, told, all));
  SAME(all, "0:op-outside-epoch:create:10:1:MPI_Put@7/op-outside-epoch "
            "1:op-outside-epoch:create:1:0:MPI_Win_lock@8/op-outside-epoch ");
  char *text = journal_read(j, &where);
  SAME(text, "{\"record\":\"x\"}");
  free(text);
  OK(!journal_append(j, "{}\n{}\n", 6) && count_lines(journal_path(j)) == 6);
  OK(!journal_write_line(j, json_pack("{s:s}", "record", "after"), &where));
  text = journal_read(j, &where);
  SAME(text, "{\"record\":\"after\"}");
  free(text);
  OK(!truncate(journal_path(j), 9) && journal_findings(j, told, all) < 0);
  journal_close(j);
}

static void findings(void) {
  char deep[64];
  snprintf(deep, sizeof deep, "%s/a/b", dir);
  struct journal *j = journal_open(deep, "1f", 3);
  if (!OK(j != NULL))
    return;
  SAME(strrchr(journal_path(j), '/'), "/rank-1f-3.jsonl");
  OK(!journal_write(j, json_pack("{s:s}", "record", "start")));
  struct finding f = make(CALL_Put, 7);
  OK(journal_finding(j, &f) == 1);
  json_t *json = line(journal_path(j), -1);
  SAME(json_string_value(json_object_get(json, "message")),
       "bad \xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd good "
       "\xe2\x82\xac \x01");
  SAME(json_string_value(json_object_get(json, "slug")), "op-outside-epoch");
  json_t *at = json_array_get(json_object_get(json, "locations"), 0);
  SAME(json_string_value(json_object_get(at, "args")), "target=2, disp=-8");
  OK(json_integer_value(json_object_get(at, "stack")) == 7);
  OK(!json_object_get(json, "memory") && !json_object_get(json, "rule") &&
     !json_object_get(json, "ordering") && !json_object_get(json, "copies"));
  json_decref(json);
  for (int i = 2; i <= 25; i++)
    OK(journal_finding(j, &f) == 0);
  OK(count_lines(journal_path(j)) == 3); /* start, finding, count 10 */
  OK(!journal_counts(j) && !journal_counts(j) && count_lines(journal_path(j)) == 4);
  json = line(journal_path(j), -1);
  OK(json_integer_value(json_object_get(json, "count")) == 25 &&
     json_integer_value(json_object_get(json, "key")) == 1);
  json_decref(json);
  struct finding other = make(CALL_Put, 8), more = make(CALL_Put_c, 7);
  OK(journal_finding(j, &other) == 1 && journal_finding(j, &more) == 1);
  other = f;
  other.window.flavor = FLAVOR_DYNAMIC;
  OK(journal_finding(j, &other) == 1);
  other = f;
  other.locations = 2;
  OK(journal_finding(j, &other) == 1);
  other = f;
  memset(other.message, 'x', sizeof other.message - 1);
  OK(journal_finding(j, &other) == 0);
  journal_close(j);
}

static void reasons(void) {
  struct journal *j = journal_open(dir, "3c", 0);
  struct finding f = make(CALL_Put, 1);
  f.rule = 3;
  snprintf(f.ordering, sizeof f.ordering, "no call between {0} and {1}");
  snprintf(f.private_copy, sizeof f.private_copy, "old");
  OK(journal_finding(j, &f) == 1);
  json_t *json = line(journal_path(j), -1), *copies = json_object_get(json, "copies");
  OK(json_integer_value(json_object_get(json, "rule")) == 3);
  SAME(json_string_value(json_object_get(json, "ordering")), "no call between {0} and {1}");
  SAME(json_string_value(json_object_get(copies, "private")), "old");
  SAME(json_string_value(json_object_get(copies, "public")), "");
  json_decref(json);
  journal_close(j);
}

static void arguments(void) {
  char text[SITE_ARGS], small[12];
  struct site s = {.call = CALL_Win_lock, .exclusive = 1, .target = 1, .assertion = 0};
  site_args(&s, text, sizeof text);
  SAME(text, "lock_type=MPI_LOCK_EXCLUSIVE, rank=1, assert=0");
  site_args(&s, small, sizeof small);
  SAME(small, "lock_type=M");
  s = (struct site){
      .call = CALL_Win_fence, .target = -1, .assertion = ASSERT_NOPUT | ASSERT_NOSUCCEED};
  site_args(&s, text, sizeof text);
  SAME(text, "assert=MPI_MODE_NOPUT|MPI_MODE_NOSUCCEED");
  s = (struct site){.call = CALL_Win_flush, .target = 4};
  site_args(&s, text, sizeof text);
  SAME(text, "rank=4");
  s = (struct site){.call = CALL_Put, .target = 2, .disp = 29, .bytes = 8};
  site_args(&s, text, sizeof text);
  SAME(text, "target=2, disp=29, bytes=8");
  s = (struct site){.call = CALL_Put, .target = -1, .bytes = 8};
  site_args(&s, text, sizeof text);
  SAME(text, "");
  s = (struct site){.call = CALL_Barrier, .target = 4};
  site_args(&s, text, sizeof text);
  SAME(text, "");
  site_args(&s, text, 0);
}

static void *hammer(void *arg) {
  struct journal *j = arg;
  for (uint32_t i = 0; i < 2000; i++) {
    struct finding f = make(CALL_Put, i % 50);
    journal_finding(j, &f);
  }
  return NULL;
}

/* All lines must be whole; none may be lost or come twice. */
static void threads(void) {
  pthread_t id[4];
  int found = 0;
  json_int_t sum = 0;
  struct journal *j = journal_open(dir, "2a", 0);
  for (int i = 0; i < 4; i++)
    pthread_create(&id[i], NULL, hammer, j);
  for (int i = 0; i < 4; i++)
    pthread_join(id[i], NULL);
  journal_counts(j);
  int n = count_lines(journal_path(j));
  json_int_t last[51] = {0};
  for (int i = 0; i < n; i++) {
    json_t *json = line(journal_path(j), i);
    found += json && !strcmp(json_string_value(json_object_get(json, "record")), "finding");
    json_int_t key = json_integer_value(json_object_get(json, "key"));
    if (json_object_get(json, "count") && key > 0 && key <= 50)
      last[key] = json_integer_value(json_object_get(json, "count"));
    json_decref(json);
  }
  for (int i = 1; i <= 50; i++)
    sum += last[i];
  OK(found == 50);
  OK(sum == 8000);
  journal_close(j);
}

static int calls;

/* Writes are interrupted, and write a part. */
static long hesitant(long number, long a, long b, long c, long d) {
  calls++;
  if (number == SYS_write && calls % 2)
    return -EINTR;
  long result = syscall(number, a, b, number == SYS_write && c > 5 ? 5 : c, d);
  return result < 0 ? -errno : result;
}

static long full(long number, long a, long b, long c, long d) {
  return number == SYS_write ? -ENOSPC : hesitant(number, a, b, c, d);
}

static void other_calls(void) {
  struct journal_line where;
  struct journal *j = journal_open(dir, "3f", 3);
  system_through(hesitant);
  OK(!journal_write(j, json_pack("{s:s}", "record", "first")));
  OK(!journal_write_line(j, json_pack("{s:s}", "record", "second"), &where) && calls > 10);
  char *text = journal_read(j, &where);
  SAME(text, "{\"record\":\"second\"}");
  free(text);
  system_through(full);
  OK(journal_write(j, json_object()) == -1 && errno == ENOSPC);
  system_through(NULL);
  journal_close(j);
}

static void failures(void) {
  OK(!journal_open("/dev/null/x", "1", 0) && errno == ENOTDIR);
  OK(!journal_open("", "1", 0));
  struct journal *j = journal_open(dir, "full", 0);
  dup2(open("/dev/full", O_WRONLY), j->fd);
  struct finding f = make(CALL_Put, 1);
  OK(journal_finding(j, &f) == -1);
  dup2(open("/dev/null", O_WRONLY), j->fd);
  OK(journal_write(j, json_object()) == -1 &&
     errno == ENOSPC); /* once it has failed it goes on failing */
  journal_close(j);
}

int main(void) {
  if (!mkdtemp(dir))
    return 1;
  findings();
  read_back();
  reasons();
  arguments();
  threads();
  other_calls();
  failures();
  char command[80];
  snprintf(command, sizeof command, "rm -rf %s", dir);
  OK(system(command) == 0);
  return tap_done();
}
