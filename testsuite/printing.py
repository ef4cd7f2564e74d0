"""Which marked programs may print something."""
import re

PRINTS = re.compile(r'printf|puts|putc|fwrite|\bwritev?\b|perror|system|exec|fork|spawn', re.I)
INCLUDES = re.compile(r'^#include "([^"]+)"', re.M)


def may_print(path, headers):
    """Returns whether a source, or what it includes from its folder and from `headers`, may print.
    Sources in other languages than C are taken to print."""
    text = path.read_text()
    if path.suffix not in ('.c', '.h') or PRINTS.search(text):
        return True
    included = (folder / name for name in INCLUDES.findall(text) for folder in (path.parent, headers))
    return any(may_print(source, headers) for source in included if source.exists())
