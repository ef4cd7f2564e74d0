"""What must be known of Fortran sources: their modules, and the texts that stand in them."""
import re

FIXED = ('.f', '.F', '.for', '.inc')
MODULE = re.compile(r'^\s*module\s+(?!procedure\b|subroutine\b|function\b)(\w+)\s*(?:!.*)?$',
                    re.I | re.M)
NEEDS = re.compile(r'^\s*(?:use\s*(?:,\s*\w+\s*)?(?:::)?\s*(\w+)|submodule\s*\(\s*(\w+))', re.I | re.M)
LITERAL = re.compile(r'\'((?:[^\'\n]|\'\')*)\'|"((?:[^"\n]|"")*)"|!')


def literals(name, text):
    """The character literals, also those of one line that a comment in old form holds."""
    for row in text.split('\n'):
        if name.endswith(FIXED) and row[:1] in ('c', 'C', '*'):
            continue
        for match in LITERAL.finditer(row):
            if match[0] == '!':
                break
            yield match[1] if match[1] is not None else match[2]


def in_order(sources):
    """The names of `sources`, {name: text}, each behind those whose modules it uses; else as
    they come."""
    home = {m.lower(): name for name, text in sources.items() for m in MODULE.findall(text)}
    done, order = set(), []

    def visit(name):
        if name in done:
            return
        done.add(name)
        for used in NEEDS.findall(sources[name]):
            other = home.get((used[0] or used[1]).lower())
            if other:
                visit(other)
        order.append(name)

    for name in sources:
        visit(name)
    return order
