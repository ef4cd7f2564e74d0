"""What must be known of Fortran sources: their modules."""
import re

MODULE = re.compile(r'^\s*module\s+(?!procedure\b|subroutine\b|function\b)(\w+)\s*(?:!.*)?$',
                    re.I | re.M)
NEEDS = re.compile(r'^\s*(?:use\s*(?:,\s*\w+\s*)?(?:::)?\s*(\w+)|submodule\s*\(\s*(\w+))', re.I | re.M)


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
