"""`--new` and `--format`: the assignment format, explained from its own tables."""
import re
import textwrap

import assignment

NEW = """{
  "fencepost_assignment": 1,
  "title": "Halo exchange with fences",
  "text": "Each rank puts its border values into its neighbours' windows.",
  "mpi": "mpich",
  "build": {"compiler": "mpicc", "flags": ["-g", "-O1"], "checked": true},
  "limits": {"seconds": 20, "memory": "1G", "processes": 64, "output": "1M"},
  "tests": [
    {
      "name": "two ranks",
      "ranks": 2,
      "arguments": [],
      "points": 30,
      "expected": ["rank 0: 1", "rank 1: 0"],
      "compare": {"order": "ranks", "numbers": 1e-9}
    }
  ],
  "rubric": {
    "building": 10,
    "deductions": [
      {"finding": "rma-local-race", "points": 10, "cap": 20},
      {"grade": "erroneous", "points": 5, "cap": 20}
    ],
    "bonus": [{"calls": ["MPI_Put"], "by": "every", "points": 5}],
    "bans": [{"calls": ["MPI_Send", "MPI_Isend"], "points": 10}],
    "unchecked": 0
  }
}
"""


def write(path):
    """Never over a file that is there."""
    with open(path, 'x') as f:
        f.write(NEW)
    print(f'{path} is written; `fencepost grade --format` explains what can stand in it')
    return 0


def slugs(text):
    """Those that `fencepost explain --all` speaks of."""
    return re.findall(r'^([a-z0-9-]+): ', text, re.M)


def examples(text):
    """{slug: (wrong, right)}: the two examples that `fencepost explain --all` has for each."""
    result = {}
    for page in re.split(r'^(?=[a-z0-9-]+: )', text, flags=re.M)[1:]:
        parts = re.findall(r'^(wrong|right) {8}(.*(?:\n(?: {13}.*)?)*)', page, re.M)
        shown = {name: re.sub(r'^ {13}', '', body, flags=re.M).rstrip() for name, body in parts}
        if len(shown) == 2:
            result[page.partition(':')[0]] = shown['wrong'], shown['right']
    return result


def _kind(kind):
    if isinstance(kind, tuple):
        return ' | '.join(kind)
    return {'strings': 'array of strings', 'positive': 'number', 'count': 'whole number',
            'ranks': 'whole number', 'files': 'array of file names', 'file': 'file name',
            'text': 'string or array of lines', 'fraction': '0 to 1',
            'fraction_or_null': '0 to 1, or null',
            'slugs': 'string or array of strings',
            'version': '1', 'bool': 'true | false',
            'size': 'bytes, or with K, M, G'}.get(kind, kind)


def _default(field):
    if field.default is assignment.REQUIRED:
        return 'required'
    if field.kind == 'size':
        return f'default {field.default >> 20}M'
    if isinstance(field.default, bool):
        return f'default {str(field.default).lower()}'
    if field.default in (None, [], {}, ''):
        return 'optional'
    value = ' '.join(field.default) if isinstance(field.default, list) else field.default
    return f'default {value}'


def _table(name, fields):
    rows = [f'{name}:']
    for key, field in fields.items():
        inner = field.kind[0] if isinstance(field.kind, list) else field.kind
        kind = ('array of objects' if isinstance(field.kind, list) else 'object') \
            if isinstance(inner, dict) else _kind(inner)
        text = f'{kind}; {_default(field)}' + (f'. {field.text}' if field.text else '')
        rows += textwrap.wrap(text, 95, initial_indent=f'  {key:<16}', subsequent_indent=' ' * 18,
                              break_long_words=False)
    return '\n'.join(rows)


def explain():
    tables = (('the assignment', assignment.FORMAT), ('build', assignment.BUILD),
              ('limits', assignment.LIMITS), ('each of tests', assignment.TEST),
              ('compare', assignment.COMPARE), ('rubric', assignment.RUBRIC),
              ('each of deductions', assignment.DEDUCTION), ('each of bonus', assignment.BONUS),
              ('each of bans', assignment.BAN))
    return '\n\n'.join(_table(name, fields) for name, fields in tables)
