"""Reads NAME.tmpl: a frame that marked programs have in common, and what differs in each.

  # Comments come first, and say what the programs have in common.
  === frame
  The text of all; a line `@HOLE` stands for lines of the cell, TITLE for its title.
  === words
  WORD text              in cells a line WORD stands for the text
  === also -SUFFIX KEYS  each program again with this suffix, with these keys ...
  OLD NEW                ... and its marks OLD as NEW
  === AREA/NAME KEYS
  - Title of NAME.
  + Title of its clean twin, NAME-ok.
  @HOLE
    a line of both
  - a line of NAME alone
  + a line of NAME-ok alone

The twin has no marks. A cell without `-` and `+` has no twin, and its title stands behind `=`.
KEYS are those of a case (runner.py)."""
import re

MARK = re.compile(r' */\* (?:expect|site)(?:-\w+)?: [\w-]+ \*/')


def split(text):
    """Yields (heading, lines) of each part."""
    parts = [part.partition('\n') for part in re.split(r'^=== ', text, flags=re.M)[1:]]
    return [(heading.split(' ', 1), lines.splitlines()) for heading, _, lines in parts]


def holes(lines, side, words):
    """Returns {hole: its lines}, for the program or for its twin; the title is the hole ''."""
    found, hole = {'': []}, ''
    for line in lines:
        if line.startswith('@'):
            hole = line[1:]
            found[hole] = []
        elif line[:1] in ('', ' ', '=', side):
            indent, text = re.match(r'( *)(.*)', line[1:]).groups()
            found[hole].append(indent + words.get(text, text))
    return found


def program(frame, keys, parts):
    title = ' '.join(line.strip() for line in parts.pop(''))
    lines = [f'/* {title} */'] + ([f'/* case: {keys} */'] if keys else [])
    unused = set(parts)
    for line in frame:
        hole = line.strip().removeprefix('@')
        if line.strip().startswith('@'):
            indent = ' ' * (len(line) - len(line.lstrip()))
            lines += [indent + text.removeprefix(' ') for text in parts.get(hole, ())]
            unused.discard(hole)
        else:
            lines.append(line)
    if unused:
        raise SystemExit(f'the frame of "{title}" has no hole {" ".join(unused)}')
    return '\n'.join(lines) + '\n'


def cells(text):
    """(name, text) of each program of a template."""
    frame, words, also = [], {}, {}
    for (name, *keys), lines in split(text):
        keys = ''.join(keys)
        if name == 'frame':
            frame = lines
        elif name == 'words':
            words = dict(line.split(' ', 1) for line in lines if line)
        elif name == 'also':
            suffix, keys = keys.split(' ', 1)
            also[suffix] = keys, dict(line.split() for line in lines if line)
        else:
            yield from cell(name, keys, lines, frame, words, also)


def cell(name, keys, lines, frame, words, also):
    twins = any(line[:1] in ('-', '+') for line in lines)
    for ending, side in (('', '-'), ('-ok', '+')) if twins else (('', '-'),):
        text = program(frame, keys, holes(lines, side, words))
        text = MARK.sub('', text) if ending else text
        yield name + ending, text
        for suffix, (more, marks) in also.items():
            again = program(frame, f'{keys} {more}'.strip(), holes(lines, side, words))
            again = MARK.sub('', again) if ending else again
            for old, new in marks.items():
                again = again.replace(f': {old} */', f': {new} */')
            yield name + suffix + ending, again
