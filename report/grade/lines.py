"""JSON with the line of each value, so that a message can say where a mistake is."""
import json
import re

_SPACE = re.compile(r'[ \t\r\n]*')
_NUMBER = re.compile(r'-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][-+]?\d+)?')
_DEPTH = 50


class Mistake(Exception):
    """What is wrong with a file, as FILE:LINE: TEXT."""

    def __init__(self, file, line, text):
        super().__init__(f'{file}:{line}: {text}')


class Node:
    """A value and its line. `value`: a dict or list of nodes, or a plain value."""

    def __init__(self, value, line):
        self.value, self.line = value, line

    def plain(self):
        if isinstance(self.value, dict):
            return {k: v.plain() for k, v in self.value.items()}
        if isinstance(self.value, list):
            return [v.plain() for v in self.value]
        return self.value


class _Reader:
    def __init__(self, text, file):
        self.text, self.file, self.at = text, file, 0
        self.counted, self.lines = 0, 1  # lines until there

    def line(self):
        self.lines += self.text.count('\n', self.counted, self.at)
        self.counted = self.at
        return self.lines

    def wrong(self, text):
        raise Mistake(self.file, self.line(), text)

    def skip(self):
        self.at = _SPACE.match(self.text, self.at).end()
        return self.text[self.at:self.at + 1]

    def string(self):
        try:
            value, self.at = json.decoder.scanstring(self.text, self.at + 1, True)
            return value
        except ValueError as e:
            return self.wrong(f'not a JSON string: {getattr(e, "msg", e)}')

    def value(self, depth):
        c, line = self.skip(), self.line()
        if depth > _DEPTH:
            self.wrong('nested too deeply')
        if c == '{':
            return Node(self.object(depth), line)
        if c == '[':
            return Node(self.array(depth), line)
        if c == '"':
            return Node(self.string(), line)
        for word, value in (('true', True), ('false', False), ('null', None)):
            if self.text.startswith(word, self.at):
                self.at += len(word)
                return Node(value, line)
        number = _NUMBER.match(self.text, self.at)
        if not number:
            self.wrong(f'a value is expected, not {c!r}' if c else 'the file ends too early')
        self.at = number.end()
        try:
            return Node(json.loads(number.group()), line)
        except ValueError as e:
            return self.wrong(str(e))

    def more(self, end):
        """Behind a member: whether another one follows."""
        c = self.skip()
        if c != ',' and c != end:
            self.wrong(f"',' or '{end}' is expected" + (f', not {c!r}' if c else ''))
        self.at += 1
        return c == ','

    def object(self, depth):
        members = {}
        self.at += 1
        if self.skip() == '}':
            self.at += 1
            return members
        while True:
            if self.skip() != '"':
                self.wrong('a member\'s name in " is expected')
            name = self.string()
            if name in members:
                self.wrong(f'{name} stands here twice')
            if self.skip() != ':':
                self.wrong("':' is expected")
            self.at += 1
            members[name] = self.value(depth + 1)
            if not self.more('}'):
                return members

    def array(self, depth):
        values = []
        self.at += 1
        if self.skip() == ']':
            self.at += 1
            return values
        while True:
            values.append(self.value(depth + 1))
            if not self.more(']'):
                return values


def parse(text, file):
    reader = _Reader(text, file)
    node = reader.value(0)
    if reader.skip():
        reader.wrong('something follows the end of the value')
    return node
