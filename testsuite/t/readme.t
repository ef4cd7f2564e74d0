#!/usr/bin/python3
"""The tables in README.md are those of include/options.def and include/findings.def. With
--update they are written anew."""
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
README = ROOT / 'README.md'
STRING = re.compile(r'"((?:[^"\\]|\\.)*)"')
GRADES = {'ERRONEOUS', 'UNDEFINED', 'FRAGILE', 'PORTABILITY'}


def rows(name, macro):
    """The fields of each row: words and joined strings."""
    text = (ROOT / 'include' / name).read_text()
    text = re.sub(r'/\*.*?\*/', '', text, flags=re.S)
    for body in re.findall(rf'^{macro}\(((?:[^()"]|"(?:[^"\\]|\\.)*")*)\)', text, re.M):
        fields = re.findall(r'(?:"(?:[^"\\]|\\.)*"\s*)+|[A-Z_0-9]+', body)
        yield [''.join(STRING.findall(f)) if '"' in f else f for f in fields]


def options():
    yield '| option | environment | default | |'
    yield '|---|---|---|---|'
    for _, name, env, kind, default, value, text in rows('options.def', 'OPTION'):
        shown = f'--{name}' + (f'={value}' if value else '')
        shown = shown.replace('|', '\\|')
        yield f'| `{shown}` | `{env}` | {default or "none"} | {text} |'


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


def filled(text):
    for mark, table in (('options', options), ('findings', findings), ('levels', levels)):
        text = re.sub(rf'(<!-- {mark} -->\n).*?(<!-- end -->)',
                      lambda m: m[1] + '\n'.join(table()) + '\n' + m[2], text, flags=re.S)
    return text


def main():
    text = README.read_text()
    if '--update' in sys.argv:
        README.write_text(filled(text))
        return
    same = filled(text) == text and 'op-outside-epoch' in text
    print('1..1\n' + ('ok' if same else 'not ok') + ' 1 - the tables of README.md are up to date')
    if not same:
        print('# run testsuite/t/readme.t --update')
    sys.exit(not same)


main()
