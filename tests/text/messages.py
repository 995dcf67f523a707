#!/usr/bin/env python3
"""Every message to the user has a Japanese form in src/text/messages.def, with the same conversions; no row is unused."""
import glob
import re
import sys

TAKES_FORMAT = (r'\b(file_error|deck_error|card_error|correction_error|usage_error|query_error|report_card|cards_note|'
                r'text_error|message|WRONG|judge_fail|judge_warn|lex_error|expected|need_number|found|stuck|too_late|fail_replay)\(')
# Names, not words: commands, files, words of scenarios, and what only an author of grammars can cause.
NAMES = re.compile(r'(bench|games|play|replay|rules|scenario|search|sim|text|cards|deck|FUDA_SAVES|WORD'
                   r'|opened|rested|upright|down|up|points|, souls, seats|no op|.*%016|(cards|deck) (import|search|show|report|try|new|edit|check|list|export|boosters))$')
SKIPPED_FILES = re.compile(r'src/(text/(check|emit|expand|message)\.c|text/message\.h)')
CONVERSION = re.compile(r'%(?:(\d+)\$)?([-0 ]*)(\d*|\*|\*\d+\$)(?:\.(\d+|\*(?:\d+\$)?))?(hh?|ll?|z|j)?([a-zA-Z%])')


def literals(source, at):
    """The string literals of a call, adjacent ones joined. 'at' is its opening parenthesis."""
    depth, current = 0, None
    while at < len(source):
        c = source[at]
        if c == "'":
            at += 4 if source[at + 1] == '\\' else 3
            continue
        if c == '"':
            end = at + 1
            while source[end] != '"':
                end += 2 if source[end] == '\\' else 1
            current = (current or '') + source[at + 1:end]
            at = end + 1
            continue
        if not c.isspace():
            if current is not None:
                yield current
            current = None
            depth += (c == '(') - (c == ')')
            if depth == 0:
                return
        at += 1


def messages():
    for path in sorted(glob.glob('src/**/*.[ch]', recursive=True)):
        if SKIPPED_FILES.match(path):
            continue
        source = open(path, encoding='utf-8').read()
        source = re.sub(r'/\*.*?\*/', lambda m: re.sub(r'[^\n]', '', m[0]), source, flags=re.S)
        source = re.sub(r'\b(?:tr|either)\((?:[^()"]|"(?:\\.|[^"\\])*")*\)', '0', source)  # says both languages itself
        for call in re.finditer(TAKES_FORMAT, source):
            for text in literals(source, call.end() - 1):
                if re.search('[A-Za-z]{2}', CONVERSION.sub('', text)) and not NAMES.match(text):
                    yield path, source.count('\n', 0, call.start()) + 1, text


def conversions(text):
    """Argument by argument, what a format converts; '*' takes an argument of its own."""
    found, n = {}, 0
    for number, _, width, precision, size, kind in CONVERSION.findall(text):
        if kind == '%':
            continue
        for star in (width, precision):
            if star.startswith('*'):
                n += 1
                found[int(star[1:-1]) if star[1:] else n] = 'int'
        n += 1
        found[int(number) if number else n] = (size or '') + {'i': 'd'}.get(kind, kind)
    return found


def pairs():
    """What tr and either say in both languages."""
    for path in sorted(glob.glob('src/**/*.c', recursive=True)):
        source = open(path, encoding='utf-8').read()
        for call in re.finditer(r'\b(?:tr|either)\(', source):
            both = list(literals(source, call.end() - 1))
            if len(both) == 2 and 'PRI' not in source[call.end():call.end() + 400].split(';')[0]:
                yield path, source.count('\n', 0, call.start()) + 1, both


def main():
    table = open('src/text/messages.def', encoding='utf-8').read()
    rows = re.findall(r'^M\("((?:\\.|[^"\\])*)", "((?:\\.|[^"\\])*)"\)$', table, flags=re.M)
    wrong = []
    if len(rows) != table.count('\nM('):
        wrong.append('src/text/messages.def: a row is not written M("English", "Japanese") on one line')
    for english, japanese in rows:
        if conversions(english) != conversions(japanese):
            wrong.append(f'src/text/messages.def: other conversions: {english} / {japanese}')
        positional = re.findall(r'%\d+\$', japanese)
        if positional and len(positional) < len([c for c in CONVERSION.findall(japanese) if c[5] != '%']):
            wrong.append(f'src/text/messages.def: numbered and plain conversions in one row: {japanese}')
    for path, line, (english, japanese) in pairs():
        if conversions(english) != conversions(japanese):
            wrong.append(f'{path}:{line}: other conversions: {english} / {japanese}')
    known = [english for english, _ in rows]
    for english in set(e for e in known if known.count(e) > 1):
        wrong.append(f'src/text/messages.def: twice: {english}')
    everything = ''.join(re.sub(r'"\s*\n\s*"', '', open(p, encoding='utf-8').read())
                         for p in glob.glob('src/**/*.c', recursive=True))
    system = table[table.index('(strerror)'):]
    for english in known:
        if english not in everything and f'M("{english}"' not in system:
            wrong.append(f'src/text/messages.def: no longer used: {english}')
    for path, line, text in messages():
        if text not in known:
            wrong.append(f'{path}:{line}: no row in src/text/messages.def: {text}')
    print('\n'.join(wrong) or f'messages: ok, {len(rows)} rows')
    return bool(wrong)


if __name__ == '__main__':
    sys.exit(main())
