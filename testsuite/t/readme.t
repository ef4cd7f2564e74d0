#!/usr/bin/python3
"""The tables in docs/ must be those of include/options.def, include/findings.def,
include/tracers.def, include/calls.def, include/commands.def and levels.def; --update writes them anew. --trace and the schema of reports
must have the levels of tracers.def. README.md must be short. Links, files of the tree and targets
of the Makefile that pages name must exist."""
import json
import pathlib
import re
import sys

sys.dont_write_bytecode = True
ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / 'testsuite'))
import calls_table  # noqa: E402

PAGES = [*ROOT.glob('*.md'), *ROOT.glob('docs/*.md')]
MOST = 8192  # bytes of README.md
STRING = re.compile(r'"((?:[^"\\]|\\.)*)"')
GRADES = {'ERRONEOUS', 'UNDEFINED', 'FRAGILE', 'PORTABILITY'}


def rows(name, macro):
    """Returns the fields of each row: words and joined strings."""
    text = (ROOT / 'include' / name).read_text()
    text = re.sub(r'/\*.*?\*/', '', text, flags=re.S)
    for body in re.findall(rf'^{macro}\(((?:[^()"]|"(?:[^"\\]|\\.)*")*)\)', text, re.M):
        fields = re.findall(r'(?:"(?:[^"\\]|\\.)*"\s*)+|\w+', body)
        yield [''.join(STRING.findall(f)) if '"' in f else f for f in fields]


def options():
    yield '| option | environment | default | |'
    yield '|---|---|---|---|'
    for _, name, env, kind, default, value, text in rows('options.def', 'OPTION'):
        shown = f'--{name}' + (f'={value}' if value else '')
        shown = shown.replace('|', '\\|')
        yield f'| `{shown}` | `{env}` | {default or "none"} | {text} |'


def commands():
    yield '| command | what it does |'
    yield '|---|---|'
    for name, words, text in rows('commands.def', 'COMMAND'):
        words, text = (part.replace('|', '\\|').replace('\\"', '"') for part in (words, text))
        yield f'| `fencepost {name} {words}` | {text} |'


def exits():
    yield '| command | exit status | when |'
    yield '|---|---|---|'
    for name, number, when in rows('commands.def', 'EXIT_STATUS'):
        yield f'| `{name}` | {number} | {when} |'


def findings():
    yield '| slug | grade | what is wrong | MPI-3.1 |'
    yield '|---|---|---|---|'
    for _, slug, grade, title, section, *_ in rows('findings.def', 'FINDING'):
        assert grade in GRADES, slug
        yield f'| `{slug}` | {grade.lower()} | {title} | {section} |'


def levels():
    yield '| level | finds what need not be found at | what | why |'
    yield '|---|---|---|---|'
    text = (ROOT / 'testsuite' / 'levels.def').read_text()
    for weaker, stronger, slug, _, why in re.findall(
            r'^DIFFERS\((\w+), (\w+), ([\w-]+|\*), "([^"]+)",((?:\s*"[^"]*")+)\)', text, re.M):
        yield f'| {weaker} | {stronger} | `{slug}` | {"".join(STRING.findall(why))} |'


def trace_levels():
    return [word for _, word, *_ in rows('tracers.def', 'TRACER')]


def tracers():
    yield '| level | what is seen | what is not seen |'
    yield '|---|---|---|'
    blind = list(rows('tracers.def', 'BLIND'))
    for name, word, seen, _ in rows('tracers.def', 'TRACER'):
        beside = [row[3] for row in rows('tracers.def', 'BESIDE') if row[2] == name]
        first, *others = (text for of, text in blind if of == name)
        not_seen = '; '.join([', but for '.join([first, *beside]), *others])
        yield f'| {word} | {", and ".join([seen, *beside])} | {not_seen} |'


def costs():
    def part(number):
        return f'{100 / int(number):.3g} %' if int(number) else ''

    yield '| tracer | what | at once | at any time | in common moments |'
    yield '|---|---|---|---|---|'
    words = {row[0]: row[1] for kind in ('TRACER', 'BESIDE') for row in rows('tracers.def', kind)}
    for name, _, free, always, together, _, what, _ in rows('tracers.def', 'COST'):
        yield f'| {words[name]} | {what} | {free} ms | {part(always)} | {part(together)} |'


def accesses():
    levels = [(row[0], row[1]) for row in rows('tracers.def', 'TRACER')]
    sees = {(row[0], row[1]): f'{row[2]}, by {row[3]}' for row in rows('tracers.def', 'SEES')}
    yield f'| `accesses` | what they are | {" | ".join(word for _, word in levels)} |'
    yield '|---|---|' + '---|' * len(levels)
    for name, word, what in rows('tracers.def', 'KIND'):
        seen = [sees.get((level, name), '') for level, _ in levels]
        yield f'| `{word}` | {what} | {" | ".join(seen)} |'
    yield ''
    yield '| `why` | |'
    yield '|---|---|'
    for _, word, what in rows('tracers.def', 'WHY'):
        yield f'| `{word}` | {what} |'


TABLES = {'accesses': accesses, 'calls': calls_table.lines, 'commands': commands, 'exits': exits, 'options': options, 'findings': findings, 'levels': levels, 'tracers': tracers, 'costs': costs}


def filled(text):
    for mark, table in TABLES.items():
        text = re.sub(rf'(<!-- {mark} -->\n).*?(<!-- end -->)',
                      lambda m: m[1] + '\n'.join(table()) + '\n' + m[2], text, flags=re.S)
    return text


def found(node, key):
    """Returns the value of the key, wherever it is in the tree."""
    if isinstance(node, list):
        node = dict(enumerate(node))
    if not isinstance(node, dict):
        return None
    return node[key] if key in node else next(filter(None, (found(n, key) for n in node.values())), None)


def dead_links(page):
    for link in re.findall(r'\]\(([^)#:]+)\)', page.read_text()):
        if not (page.parent / link).exists():
            yield f'{page.name}: {link}'


def missing_paths(page):
    """Returns words in code that begin with a folder of ours and name no file. Patterns and words
    in capitals stand for many files and are left out."""
    folders = 'interpose|checker|report|include|testsuite|docs|packaging'
    for path in re.findall(rf'`((?:{folders})/[^`\s:]*)', page.read_text()):
        if not re.search(r'[A-Z*{]', path.replace('README', '')) and not (ROOT / path).exists():
            yield f'{page.name}: {path}'


def missing_targets(page):
    """Returns unknown targets in `make NAME`: between backticks, perhaps over the end of a line, or
    in a block of code."""
    targets = {name for part in ('Makefile', 'testsuite/unit/programs.mk', 'packaging/install.mk')
               for name in re.findall(r'^([\w-]+):', (ROOT / part).read_text(), re.M)}
    text = page.read_text()
    for name in re.findall(r'(?:`make\s+|^    make +)([a-z][\w-]*)(?![\w=-])', text, re.M):
        if name not in targets:
            yield f'{page.name}: make {name}'


def main():
    text = {page: page.read_text() for page in PAGES}
    if '--update' in sys.argv:
        for page in PAGES:
            page.write_text(filled(text[page]))
        return
    stale = [page.name for page in PAGES if filled(text[page]) != text[page]]
    whole = ''.join(text.values())
    dead = [link for page in PAGES for link in dead_links(page)]
    paths = [path for page in PAGES for path in missing_paths(page)]
    targets = [target for page in PAGES for target in missing_targets(page)]
    slugs = {row[1] for row in rows('findings.def', 'FINDING')}
    legend = (ROOT / 'docs/calls.md').read_text().partition('<!-- calls -->')[0]
    unknown = set(re.findall(r'`([a-z]+(?:-[a-z]+)+)`', legend)) - slugs - {'make check-arguments'}
    size = (ROOT / 'README.md').stat().st_size
    words, = (set(row[5].split('|')) for row in rows('options.def', 'OPTION') if row[0] == 'TRACE')
    schema = json.loads((ROOT / 'report' / 'schema.json').read_text())
    known = set(found(schema, 'coverage')['properties']['level']['enum'])
    tests = ((not stale, 'the tables are up to date: testsuite/t/readme.t --update', stale),
             (all(whole.count(f'<!-- {mark} -->') == 1 for mark in TABLES),
              'each table is on one page', []),
             (words == {'auto', *trace_levels()}, '--trace has the levels of tracers.def', words),
             (known == {'none', *trace_levels()}, 'so has the schema of reports', known),
             (not dead, 'links lead to files', dead),
             (not paths, 'files and folders that pages name exist', paths),
             (not targets, 'so do targets of make', targets),
             (not unknown, 'findings that docs/calls.md names exist', unknown),
             (size <= MOST, f'README.md has at most {MOST} bytes', [size]))
    print(f'1..{len(tests)}')
    for number, (good, name, why) in enumerate(tests, 1):
        print('ok' if good else 'not ok', number, '-', name, *([] if good else [f'\n# {why}']))
    sys.exit(not all(good for good, *_ in tests))


main()
