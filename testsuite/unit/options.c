/* Options of every type, from the command line and the environment; which are refused, and what is
 * suggested instead. */
#include "report/journal/options.c"

#include "tap.h"

static struct options o;
static char message[OPTIONS_MESSAGE], said[OPTIONS_MESSAGE];
static int at;

static void keep(const char *text) {
  snprintf(said, sizeof said, "%s", text);
}

static int take(char *first, char *second) {
  char *argv[] = {first, second, NULL};
  at = 0;
  return options_argument(&o, argv, &at, message);
}

static void command_line(void) {
  options_default(&o);
  SAME(o.text[OPTION_OUTPUT], "fencepost-report.json");
  OK(!take("--output=x", NULL) && at == 1 && o.given[OPTION_OUTPUT] == GIVEN_COMMAND);
  SAME(o.text[OPTION_OUTPUT], "x");
  OK(!take("--output", "--y") && at == 2);
  SAME(o.text[OPTION_OUTPUT], "--y");
  OK(!take("--output=", NULL) && !*o.text[OPTION_OUTPUT]);
  OK(take("--output", NULL) == -1);
  SAME(message, "--output needs a value (FILE)");
  OK(!options_flag(&o, OPTION_QUIET) && !take("--quiet", "mpiexec") && at == 1);
  OK(options_flag(&o, OPTION_QUIET));
  OK(!take("--quiet=0", NULL) && !options_flag(&o, OPTION_QUIET));
  OK(take("--quiet=2", NULL) == -1 && !options_flag(&o, OPTION_QUIET));
  OK(!take("--fail-on", "note") && options_word(&o, OPTION_FAIL_ON) == 2);
  OK(take("--fail-on", "not") == -1 && options_word(&o, OPTION_FAIL_ON) == 2);
  SAME(message, "--fail-on: not one of error|warning|note|never: not");
  OK(take("--fail-on=error|warning", NULL) == -1);
  OK(take("--outpu", "x") == -1);
  SAME(message, "unknown option --outpu; did you mean --output?");
  OK(take("--", NULL) == -1 && take("--=", NULL) == -1);
  OK(take(
         "--qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqq",
         NULL) == -1);
}

static void numbers(void) {
  static const char *const bad[] = {
      "",    "-1",   "+1", "1e3", "0x10", "nan", "inf",
      "1,5", "1.2.", " 1", "1 ",  ".",    "1s",  "1000000000000000000000"};
  options_default(&o);
  OK(!take("--timeout", "2.5") && options_seconds(&o, OPTION_TIMEOUT) == 2.5);
  OK(!take("--timeout", ".25") && options_seconds(&o, OPTION_TIMEOUT) == 0.25);
  OK(!take("--timeout", "3.") && options_seconds(&o, OPTION_TIMEOUT) == 3);
  OK(!take("--timeout", "0") && options_seconds(&o, OPTION_TIMEOUT) == 0);
  for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
    OK(take("--timeout", (char *)bad[i]) == -1 && options_seconds(&o, OPTION_TIMEOUT) == 0);
}

static void sizes(void) {
  static const char *const bad[] = {"",    "-1",  "+1",   "1.5M", "M",  "1k", "1KB", "1 M",
                                    "0x1", "1T",  "1MM",  " 1",   "1e6", "8589934592G",
                                    "1000000000000000000"};
  static const struct {
    const char *text;
    uint64_t bytes;
  } good[] = {{"0", 0},           {"1", 1},         {"4096", 4096},
              {"3K", 3072},       {"256M", 1 << 28}, {"2G", 1ull << 31},
              {"007M", 7u << 20}, {"8589934591G", 8589934591ull << 30}};
  options_default(&o);
  OK(options_size(&o, OPTION_MAX_MEMORY) == 256u << 20);
  for (size_t i = 0; i < sizeof good / sizeof good[0]; i++)
    OK(!take("--max-memory", (char *)good[i].text) &&
       options_size(&o, OPTION_MAX_MEMORY) == good[i].bytes);
  options_default(&o);
  for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
    OK(take("--max-memory", (char *)bad[i]) == -1);
  OK(options_size(&o, OPTION_MAX_MEMORY) == 256u << 20);
  SAME(message, "--max-memory: not a size (a number, or one with K, M or G): "
                "1000000000000000000");
}

static void switches(void) {
  options_default(&o);
  SAME(o.text[OPTION_PROGRESS], "off");
  OK(!take("--progress", "off") && !strcmp(o.text[OPTION_PROGRESS], "on")); /* takes no word */
  OK(!take("--progress=lines", NULL) && options_word(&o, OPTION_PROGRESS) == 2);
  OK(take("--progress=", NULL) == -1 && take("--progress=1", NULL) == -1);
  SAME(message, "--progress: not one of on|off|lines: 1");
}

static void environment(void) {
  options_default(&o);
  setenv("FENCEPOST_TIMEOUT", "4", 1);
  setenv("FENCEPOST_OUTPUT", "", 1);
  OK(options_environment(&o, keep) == 0 && options_seconds(&o, OPTION_TIMEOUT) == 4);
  OK(o.given[OPTION_TIMEOUT] == GIVEN_ENVIRONMENT && !o.given[OPTION_OUTPUT]);
  SAME(o.text[OPTION_OUTPUT], "fencepost-report.json");
  OK(!take("--timeout", "5") && options_seconds(&o, OPTION_TIMEOUT) == 5);
  setenv("FENCEPOST_TIMEOUT", "soon", 1);
  options_default(&o);
  OK(options_environment(&o, keep) == 1 && options_seconds(&o, OPTION_TIMEOUT) == 0);
  SAME(said, "FENCEPOST_TIMEOUT: not a number of seconds: soon");
  OK(options_environment(&o, NULL) == 1);
}

static void rows(void) {
  for (int i = 0; i < OPTIONS; i++)
    if (fault(&option_rows[i], option_rows[i].fallback))
      OK(!option_rows[i].name);
  static const char *const names[] = {"run", "merge", "explain", NULL};
  SAME(options_nearest("mrege", names), "merge");
  SAME(options_nearest("expl", names), "explain");
  OK(!options_nearest("whatever", names) && !options_nearest("", names));
}

int main(void) {
  command_line();
  numbers();
  sizes();
  switches();
  environment();
  rows();
  return tap_done();
}
