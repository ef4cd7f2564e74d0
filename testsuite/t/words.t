#!/usr/bin/python3
"""The checker's rules decide, and checker/tell/ has the words. So there must be no English in the
other folders, each row of sentences.def and location_roles.def must be used, and each kind of
finding must have a sentence."""
import collections
import re

from live import ROOT, done, ok

CHECKER = ROOT / 'checker'
ROOMS = ('rules', 'operations', 'sync', 'dispatch', 'progress')
ROW = re.compile(r'^(SENTENCE|ORDERING|PART|SAME_WORDS|CONFLICT)\((\w+)(?:, (\w+))?', re.M)
# how rules name a row of each kind
USES = {'SENTENCE': r'\bclaim\(\s*(\w+)|\bclaim_as\([^,]*,\s*(\w+)|\bsentence_add\([^,]*,\s*(\w+)',
        'PART': r'\bsentence_add\([^,]*,\s*(\w+)', 'ORDERING': r'\bclaim_ordering\([^,]*,\s*(\w+)'}
COMMENT = re.compile(r'/\*.*?\*/|//[^\n]*', re.S)
LITERAL = re.compile(r'"((?:\\.|[^"\\\n])*)"')
ENGLISH = re.compile(r'[a-z]{2}|[A-Za-z] | [A-Za-z]')
UNWORDED = re.compile(r'\b(?:claim_words|claim_ordering_words|sentence_put|snprintf|WORDS_\w+)\b')


def code(path):
    """Returns the source without comments and includes; lines keep their numbers."""
    text = COMMENT.sub(lambda m: re.sub(r'[^\n]', ' ', m[0]), path.read_text())
    return re.sub(r'^\s*#\s*include.*', '', text, flags=re.M)


def twice(names):
    return [name for name, n in collections.Counter(names).items() if n > 1]


sources = {path: code(path) for room in ROOMS for path in sorted((CHECKER / room).glob('*.[ch]'))}
ok(len(sources) > 50, 'the rules were read')
found = [f'{path.relative_to(ROOT)}:{number}: "{text}"' for path, lines in sources.items()
         for number, line in enumerate(lines.splitlines(), 1)
         for text in LITERAL.findall(line) if ENGLISH.search(text)]
ok(not found, 'no rule has English in it', *found)
found = [f'{path.relative_to(ROOT)}: {text}' for path, lines in sources.items()
         for text in UNWORDED.findall(lines)]
ok(not found, 'no rule words a finding past the rows', *found)

rows = collections.defaultdict(list)  # room: (kind, name, its slug)
for room in ROOMS:
    rows[room] = ROW.findall(COMMENT.sub('', (CHECKER / f'tell/sentences/{room}.def').read_text()))
every = [row for room in ROOMS for row in rows[room]]
named = [name for kind, name, _ in every if kind in USES]
ok(min(map(len, rows.values())) > 5, 'each room has its sentences')
ok(not twice(named), 'no two sentences have one name', *twice(named))
for room in ROOMS:
    text = '\n'.join(lines for path, lines in sources.items() if path.parent.name == room)
    used = {kind: {name for found in re.findall(calls, text) for name in
                   ([found] if isinstance(found, str) else found)} for kind, calls in USES.items()}
    idle = [name for kind, name, _ in rows[room] if kind in USES and name not in used[kind]]
    ok(not idle, f'{room}/ says each of its sentences', *idle)
    idle = [name for kind, name, _ in rows[room]
            if kind not in USES and not re.search(rf'\bSLUG_{name}\b', text)]
    ok(not idle, f'{room}/ makes what is worded otherwise', *idle)

slugs = re.findall(r'^FINDING\((\w+)', (ROOT / 'include/findings.def').read_text(), re.M)
worded = {slug if kind == 'SENTENCE' else name for kind, name, slug in every
          if kind in ('SENTENCE', 'SAME_WORDS', 'CONFLICT')}
ok(len(slugs) > 100 and not set(slugs) - worded, 'each kind of finding has a sentence',
   *sorted(set(slugs) - worded))

roles = re.findall(r'^ROLE\((\w+), "(.*)"\)$', (CHECKER / 'tell/location_roles.def').read_text(), re.M)
text = '\n'.join([*sources.values(), *map(code, (CHECKER / 'tell').glob('*.c'))])
idle = [name for name, _ in roles if not re.search(rf'\bROLE_{name}\b', text)]
ok(len(roles) > 50 and not idle, 'each role of a location is used', *idle)
ok(not twice(words for _, words in roles), 'no two roles have the same words',
   *twice(words for _, words in roles))
done()
