"""What the objects of a submission show: what they refer to, and code that no compiler made of a
function. Read from what nm and readelf say of the very objects that are linked."""
import fnmatch
import re
import shlex

UNDEFINED = 'Uwv'  # nm's letters
MADE_BY_COMPILERS = re.compile(r'__(tsan|fencepost)_\w+')  # a source with these does not compile
SECTION = re.compile(r'^ *\[ *\d+\] (\S+) +[A-Z_]+ +[0-9a-f]+ [0-9a-f]+ [0-9a-f]+ [0-9a-f]+ ([A-Za-z]*)',
                     re.M)
CODE = re.compile(r'\.text(\.[A-Za-z0-9_.$]+)?')
STACK = re.compile(r'^ *GNU_STACK .* RWE ', re.M)
DYNAMIC = re.compile(r'^ *\d+: [0-9a-f]+ +\w+ (FUNC|IFUNC) +(?:GLOBAL|WEAK) +\w+ +\d+ (\S+)', re.M)
FILES = ('symbols', 'sections', 'exports', 'needed')


def script(own, libraries):
    """Writes FILES: the symbols and sections of the objects `own`, what the program exports and its
    segments, what the checker takes from elsewhere."""
    names = ' '.join(own)
    return (f'nm -P {names} >../out/symbols && readelf -SW {names} >../out/sections && '
            'readelf --dyn-syms -lW ../out/program >../out/exports && '
            f'nm -D -u -P {shlex.join(libraries)} >../out/needed')


def refused(texts, rules):
    """What must not be there, in words. texts: {name of FILES: text}."""
    return sorted({*_symbols(texts['symbols'], rules), *_sections(texts['sections']),
                   *_program(texts['exports'], texts['needed'])})


def _symbols(text, rules):
    for row in text.split('\n'):
        name, _, rest = row.partition(' ')
        kind = rest[:1]
        if kind == 'i':
            yield f'{name} (a function that is chosen at run time)'
        elif kind and any(fnmatch.fnmatchcase(name, rule) for rule in rules) and \
                not (kind in UNDEFINED and MADE_BY_COMPILERS.fullmatch(name)):
            yield name


def _sections(text):
    for name, flags in SECTION.findall(text):
        if 'X' in flags and (not CODE.fullmatch(name) or 'W' in flags):
            yield f'code in the section {name}'


def _program(exports, needed):
    if STACK.search(exports):
        yield 'code on the stack'
    wanted = {row.partition(' ')[0].partition('@')[0] for row in needed.split('\n')}
    for _, name in DYNAMIC.findall(exports):
        if name.partition('@')[0] in wanted:
            yield f'a function of its own with the name {name}'
