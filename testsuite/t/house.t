#!/usr/bin/python3
"""What docs/architecture.md promises: which units call which, how large files and functions are,
that no name comes twice.

A unit is an object file. It calls another one if it needs a symbol of it.
"""
import collections
import fnmatch
import os
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
BUILD = pathlib.Path(os.environ.get('BUILD') or ROOT / 'build').resolve()
LAYERS = {'interpose': BUILD / 'mpich' / 'interpose', 'checker': BUILD / 'obj' / 'checker',
          'report': BUILD / 'obj' / 'report'}
CIRCLE = {'interpose': 5, 'checker': 8, 'report': 3}  # units that call each other, at most
FILES, LINES, FUNCTION = 45, 500, 60  # in a folder; in a file; in a function
# the folder of the processor counts as part of arch/, which calls it and which it calls
ONE_ROOM = {'interpose/arch/x86_64': 'interpose/arch', 'interpose/arch/aarch64': 'interpose/arch'}
# only these may include what is in the folder of a tracer; the others include tracers.h
KNOWS_TRACER = ('interpose/tracers/', 'interpose/arch/')
SHARED = 'interpose/tracers/shared/'
OPTIONAL = 'interpose/tracers/watch/'  # can be left out: nobody includes it
SYMBOL = re.compile(r'^(?:[0-9a-f]{16}| {16}) (\w) (\S+)$')
TAG = re.compile(r'^(?:static (?:const )?)?(struct|union|enum) (\w+) \{', re.M)
FUNCTION_BEGINS = re.compile(r'^[A-Za-z_][^=;]*\b(\w+)\([^;]*$')
count = failed = 0


def ok(good, name, *why):
    global count, failed
    count += 1
    failed += not good
    print('ok' if good else 'not ok', count, '-', name)
    if not good:
        for line in why:
            print('#', line)


def units(layer):
    """Returns {object: the objects that it needs}, named like their sources, without suffix."""
    names = [line.removesuffix('.c') for line in git(f'{layer}/*.c')]
    objects = {name: LAYERS[layer] / (os.path.relpath(name, layer) + '.o') for name in names}
    defined, needed = {}, collections.defaultdict(set)
    for name, made in objects.items():
        if not made.exists():  # it is for another library
            continue
        for line in subprocess.run(['nm', made], capture_output=True, text=True, check=True
                                   ).stdout.splitlines():
            kind, symbol = SYMBOL.match(line).groups()
            if kind in 'TDBRVWC':
                defined.setdefault(symbol, name)
            elif kind in 'Uw':
                needed[name].add(symbol)
    return {name: {defined[s] for s in needed[name] if defined.get(s, name) != name}
            for name in objects}


def circles(graph):
    """Returns sets of nodes of which each can be reached from each (Tarjan), the largest first."""
    number, low, path, found = {}, {}, [], []

    def visit(node):
        number[node] = low[node] = len(number)
        path.append(node)
        for other in graph[node]:
            if other not in number:
                visit(other)
                low[node] = min(low[node], low[other])
            elif other in path:
                low[node] = min(low[node], number[other])
        if low[node] == number[node]:
            at = path.index(node)
            found.append(sorted(path[at:]))
            del path[at:]

    for node in graph:
        if node not in number:
            visit(node)
    return sorted((c for c in found if len(c) > 1), key=len, reverse=True)


def room(unit):
    folder = os.path.dirname(unit)
    return ONE_ROOM.get(folder, folder)


def folders(graph):
    made = {room(unit): set() for unit in graph}
    for unit, others in graph.items():
        made[room(unit)] |= {room(o) for o in others} - {room(unit)}
    return made


def git(*patterns):
    """Names of our files below folders, or like patterns in which * also stands for slashes."""
    if not (ROOT / '.git').exists():  # an unpacked archive
        names = (str(p.relative_to(ROOT)) for p in ROOT.rglob('*')
                 if p.is_file() and p.suffix != '.pyc' and BUILD not in p.parents)
        return sorted(name for name in names if any(
            fnmatch.fnmatchcase(name, p) or name.startswith(f'{p}/') for p in patterns))
    return subprocess.run(['git', 'ls-files', *patterns], cwd=ROOT, capture_output=True, text=True,
                          check=True).stdout.split()


def long_functions(path):
    begin = name = None
    for number, line in enumerate((ROOT / path).read_text().splitlines(), 1):
        starts = FUNCTION_BEGINS.match(line)
        if starts and not line.startswith(('#', '}')):
            begin, name = number, starts[1]
        elif line == '}' and begin:
            if number - begin > FUNCTION:
                yield f'{path}:{begin}: {name} has {number - begin} lines'
            begin = None


sources = git('interpose', 'checker', 'report', 'include')
code = [f for f in sources if f.endswith(('.c', '.h'))]
sys.setrecursionlimit(10000)
for layer in LAYERS:
    graph = units(layer)
    ok(sum(map(bool, graph.values())) > len(graph) / 2, f'{layer} was built')
    large = [c for c in circles(graph) if len(c) > CIRCLE[layer]]
    ok(not large, f'{layer}: no more than {CIRCLE[layer]} units call each other in a circle',
       *map(' '.join, large))
    round_trips = circles(folders(graph))
    ok(not round_trips, f'{layer}: no circle of folders', *map(' '.join, round_trips))
texts = git('report/explain')
sizes = collections.Counter(os.path.dirname(f) for f in code)
rooms = collections.Counter(os.path.dirname(f) for f in [*code, *texts])
ok(max(rooms.values()) <= FILES, f'no folder has more than {FILES} files',
   *(f'{folder}: {n}' for folder, n in rooms.items() if n > FILES))
page = (ROOT / 'docs/architecture.md').read_text()
unknown = [f for f in sizes if f != 'include' and f"`{f.split('/', 1)[1]}/`" not in page]
ok(not unknown, 'docs/architecture.md has each folder', *unknown)
places = collections.defaultdict(set)
for f in code:
    # headers in include/ are named like units elsewhere; arch/ has the same files for each
    # processor
    if not f.startswith(('include/', 'interpose/arch/')):
        places[pathlib.Path(f).stem].add(os.path.dirname(f))
ok(all(len(p) == 1 for p in places.values()), 'no two folders have a file of one name',
   *(f'{name}: {" ".join(sorted(p))}' for name, p in places.items() if len(p) > 1))
tags = collections.defaultdict(set)
for f in code:
    for tag in TAG.findall((ROOT / f).read_text()):
        tags[tag].add(f)
ok(all(len(p) == 1 for p in tags.values()), 'no tag is defined in two files',
   *(f'{" ".join(tag)}: {" ".join(sorted(p))}' for tag, p in tags.items() if len(p) > 1))
ok(not (long := [f for f in code if len((ROOT / f).read_text().splitlines()) > LINES]),
   f'no file has more than {LINES} lines', *long)
ok(not (long := [line for f in code for line in long_functions(f)]),
   f'no function has more than {FUNCTION} lines', *long)
strangers = [f'{f}: {header}' for f in code
             for header in re.findall(r'^#include "(interpose/tracers/\w+/[^"]+)"',
                                      (ROOT / f).read_text(), re.M)
             if not header.startswith(SHARED) and
             not f.startswith(OPTIONAL if header.startswith(OPTIONAL) else KNOWS_TRACER)]
ok(not strangers, 'nobody but tracers knows a tracer, and none knows the optional one', *strangers)
version = subprocess.run(['clang-format', '--version'], capture_output=True, text=True, check=True).stdout
if 'version 14.' in version:  # the others break some lines elsewhere
    badly = subprocess.run(['clang-format', '--dry-run', '-Werror', *code], cwd=ROOT,
                           capture_output=True, text=True)
    ok(badly.returncode == 0, 'clang-format has nothing to change', *badly.stderr.splitlines()[:20])
print(f'1..{count}')
sys.exit(1 if failed else 0)
