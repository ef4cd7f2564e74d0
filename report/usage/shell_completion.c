/* shell_completion.c: completion for bash and zsh: commands, options, their words, and kinds of
 * findings. What stands behind `run` and `cc` is another command, so the shell's own completion
 * for that goes on. */
#include <stdio.h>
#include <string.h>

#include "report/journal/say.h"
#include "command_usage.h"

static int is_words(const char *value) {
  return strchr(value, '|') != NULL;
}

/* "a|b" as "a b" */
static void print_words(const char *value) {
  for (; *value; value++)
    putchar(*value == '|' ? ' ' : *value);
}

static void print_commands(void) {
  for (int i = 0; i < USAGES; i++)
    printf("%s%s", i ? " " : "", usage_commands[i].name);
}

/* "--name=" if a value follows. */
static void bash_options(enum usage_number command) {
  struct usage_option option;
  printf("    %s) options='--help --version", usage_commands[command].name);
  for (int i = 0; usage_option(command, i, &option); i++)
    printf(" --%s%s", option.name, *option.value && !option.optional ? "=" : "");
  puts("' ;;");
}

static void bash_values(enum usage_number command) {
  struct usage_option option;
  for (int i = 0; usage_option(command, i, &option); i++)
    if (is_words(option.value)) {
      printf("    %s:--%s) words='", usage_commands[command].name, option.name);
      print_words(option.value);
      puts("' ;;");
    }
}

static void bash(void) {
  puts("# bash completion for fencepost; made by `fencepost completion bash`\n"
       "_fencepost() {\n"
       "  local cur=${COMP_WORDS[COMP_CWORD]} name= value= command= at=1 options= words=\n"
       "  # readline may have taken --name=value apart at the equals sign\n"
       "  if [[ $cur == = ]]; then name=${COMP_WORDS[COMP_CWORD-1]} cur= value=1\n"
       "  elif [[ ${COMP_WORDS[COMP_CWORD-1]} == = ]]; then name=${COMP_WORDS[COMP_CWORD-2]} "
       "value=1\n"
       "  elif [[ $cur == --*=* ]]; then name=${cur%%=*} value=2; fi\n"
       "  command=${COMP_WORDS[1]}");
  printf("  if ((COMP_CWORD == 1)); then\n"
         "    COMPREPLY=($(compgen -W '");
  print_commands();
  puts(" --help --version' -- \"$cur\"))\n    return\n  fi\n  case $command in");
  for (int i = 0; i < USAGES; i++)
    bash_options((enum usage_number)i);
  puts("  esac\n"
       "  if [[ $value ]]; then\n"
       "    case $command:$name in");
  for (int i = 0; i < USAGES; i++)
    bash_values((enum usage_number)i);
  puts("    esac\n"
       "    if [[ $words && $value == 2 ]]; then\n"
       "      COMPREPLY=($(compgen -P \"$name=\" -W \"$words\" -- \"${cur#*=}\"))\n"
       "    elif [[ $words ]]; then COMPREPLY=($(compgen -W \"$words\" -- \"$cur\"))\n"
       "    else COMPREPLY=($(compgen -f -- \"${cur#*=}\")); fi\n"
       "    return\n  fi\n"
       "  case $command in\n"
       "    run|cc)\n"
       "      # the first word that is no option begins the command that is run\n"
       "      for ((at = 2; at < COMP_CWORD; at++)); do\n"
       "        [[ ${COMP_WORDS[at]} == -* || ${COMP_WORDS[at]} == = || ${COMP_WORDS[at-1]} == "
       "= ]] && "
       "continue\n"
       "        if declare -F _command_offset >/dev/null; then _command_offset $at\n"
       "        else COMPREPLY=($(compgen -f -- \"$cur\")); fi\n"
       "        return\n"
       "      done\n"
       "      [[ $cur != -* ]] && COMPREPLY=($(compgen -c -- \"$cur\")) && return ;;\n"
       "    explain)\n"
       "      [[ $cur != -* ]] && COMPREPLY=($(compgen -W \"$(fencepost explain --all "
       "2>/dev/null |\n"
       "        sed -n 's/^\\([a-z0-9-]*\\): .*/\\1/p')\" -- \"$cur\")) && return ;;\n"
       "    completion) COMPREPLY=($(compgen -W 'bash zsh' -- \"$cur\")) && return ;;");
  printf("    manual) COMPREPLY=($(compgen -W '");
  print_commands();
  puts("' -- \"$cur\")) && return ;;\n  esac\n"
       "  if [[ $cur == -* ]]; then\n"
       "    COMPREPLY=($(compgen -W \"$options\" -- \"$cur\"))\n"
       "    [[ ${COMPREPLY[0]} == *= ]] && compopt -o nospace 2>/dev/null\n"
       "  else COMPREPLY=($(compgen -f -- \"$cur\")); fi\n"
       "}\n"
       "complete -o filenames -o bashdefault -F _fencepost fencepost");
}

/* Text in an argument of _arguments and _describe, in single quotes. */
static void zsh_text(const char *text) {
  for (; *text; text++)
    if (*text == '\'')
      fputs("'\\''", stdout);
    else if (strchr(":[]\\", *text))
      printf("\\%c", *text);
    else
      putchar(*text);
}

static void zsh_option(const struct usage_option *option) {
  printf("        '--%s%s[", option->name,
         *option->value ? (option->optional ? "=-" : "=") : "");
  zsh_text(option->help);
  putchar(']');
  if (*option->value) {
    printf("%svalue:", option->optional ? "::" : ":");
    if (is_words(option->value)) {
      putchar('(');
      print_words(option->value);
      putchar(')');
    } else {
      fputs(!strcmp(option->value, "DIR") ? "_files -/" : "_files", stdout);
    }
  }
  puts("' \\");
}

static const char *zsh_rest(enum usage_number command) {
  switch (command) {
  case USAGE_run:
  case USAGE_cc:
    return "'(-)1:program:_command_names -e' '*::arguments:_normal'";
  case USAGE_explain:
    return "'*:finding:($(fencepost explain --all 2>/dev/null | sed -n "
           "\"s/^\\([a-z0-9-]*\\): .*/\\1/p\"))'";
  case USAGE_completion:
    return "'1:shell:(bash zsh)'";
  case USAGE_manual:
    return "'1:command:_fencepost_commands'";
  default:
    return "'*:file:_files'";
  }
}

static void zsh(void) {
  struct usage_option option;
  puts("#compdef fencepost\n"
       "# zsh completion for fencepost; made by `fencepost completion zsh`\n"
       "_fencepost_commands() {\n  local -a commands=(");
  for (int i = 0; i < USAGES; i++) {
    printf("    '%s:", usage_commands[i].name);
    zsh_text(usage_commands[i].help);
    puts("'");
  }
  puts("  )\n  _describe command commands\n}\n"
       "_fencepost() {\n"
       "  local state line\n  typeset -A opt_args\n"
       "  _arguments -C '(-)--help[what each command does]' '(-)--version[the version]' "
       "'1:command:_fencepost_commands' '*::arguments:->arguments' && return\n"
       "  case $line[1] in");
  for (int i = 0; i < USAGES; i++) {
    printf("    %s)\n      _arguments '--help[options, exit statuses, examples]' \\\n",
           usage_commands[i].name);
    for (int k = 0; usage_option((enum usage_number)i, k, &option); k++)
      zsh_option(&option);
    printf("        %s ;;\n", zsh_rest((enum usage_number)i));
  }
  puts("  esac\n}\n"
       "if [[ $funcstack[1] = _fencepost ]]; then _fencepost \"$@\"; else compdef _fencepost "
       "fencepost; "
       "fi");
}

int usage_completion(const char *shell) {
  if (!strcmp(shell, "bash"))
    bash();
  else if (!strcmp(shell, "zsh"))
    zsh();
  else
    say("completion is for bash or zsh, not %s", shell);
  return !strcmp(shell, "bash") || !strcmp(shell, "zsh") ? 0 : -1;
}
