"""All printed texts that the tests of the text compiler read, and how to compile them.

The texts are those of the scenarios, of the shipped cards, of the tests themselves and, if the directory
../shared/corpus/KEY is beside the checkout, of the published sets there. A text is one line, with \\n for a
line break, as `fuda text -f` reads it.
"""
import csv
import glob
import hashlib
import json
import os
import re
import subprocess
import sys

GAMES = ('rebirth', 'ninja', 'vividz', 'granblue', 'luck')
CORPUS = '../shared/corpus'
BOX = {'ukemi': 'ウケミ：'}  # columns and line marks of a box, and the mark that the grammar reads


def die(message):
    sys.exit(f'{os.path.basename(sys.argv[0])}: {message}')


def escape(text):
    return text.replace('\r', '').strip().replace('\n', '\\n')


def of_scenarios(game):
    """Indented lines below `card` are printed abilities."""
    for path in sorted(glob.glob(f'scenarios/{game}/*.fuda')):
        card = False
        for line in open(path, encoding='utf-8'):
            if not line.startswith('  '):
                card = line.startswith('card ')
            elif card:
                word, _, rest = line.strip().partition(':')
                yield BOX[word] + rest.strip() if word in BOX else line.strip()


def split_entries(game, cell):
    """The abilities of a cell, split as cards_split_text does."""
    if game == 'rebirth':
        return re.split(r'\n(?=【[^\n】]*】(?![.．]))', cell)
    return re.split(r'\n(?![ \t]*[・(（])', cell)


def of_cards(game):
    for path in sorted(glob.glob(f'cards/{game}/*.csv')):
        for row in csv.DictReader(open(path, encoding='utf-8-sig', newline='')):
            if 'what' in row:  # errata
                row = {row['what']: row['value']}
            yield from split_entries(game, (row.get('text') or '').replace('\r', ''))
            for column, mark in BOX.items():
                if row.get(column):
                    yield mark + row[column]


def of_tests():
    """String literals of the tests that look like a sentence; adjacent ones are one in C."""
    literal = r'"(?:[^"\\\n]|\\.)*"'
    for path in sorted(glob.glob('tests/unit/*.c')):
        for found in re.findall(rf'{literal}(?:\s*{literal})*', open(path, encoding='utf-8').read()):
            yield re.sub(r'"\s*"', '', found)[1:-1].replace('\\"', '"')
    for path in sorted(glob.glob('tests/cli/*.sh')):
        yield from re.findall(r"'([^'\n]*)'", open(path, encoding='utf-8').read())
    for path in sorted(glob.glob('fuzz/corpus/text/*')):
        yield open(path, encoding='utf-8', errors='ignore').read()


def of_corpus(game):
    for path in sorted(glob.glob(f'{CORPUS}/{game}/*.r4uset')):
        for card in json.load(open(path, encoding='utf-8-sig'))['Cards']:
            for effect in card.get('Effect') or []:
                yield effect.get('JP') or ''


def has_corpus():
    return bool(glob.glob(f'{CORPUS}/*/*.r4uset'))


def shipped(game):
    """The different texts of scenarios and shipped cards."""
    return list(dict.fromkeys(filter(None, map(escape, [*of_scenarios(game), *of_cards(game)]))))


def own_texts(game):
    """The different texts of the repository."""
    tests = (t for t in of_tests() if re.search('[ぁ-ん].*。', t, re.S) and '\0' not in t)
    return list(dict.fromkeys([*shipped(game), *filter(None, map(escape, tests))]))


def all_texts(game):
    """The same, and those of the published sets."""
    return list(dict.fromkeys([*own_texts(game), *filter(None, map(escape, of_corpus(game)))]))


def text_hash(text):
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def fuda_program():
    return os.environ.get('FUDA', 'build-debug/fuda')


def compile_all(game, texts, fuda=None, options=(), env=None):
    """What `fuda text --json` says of each text, in their order."""
    if not texts:
        return []
    command = [fuda or fuda_program(), 'text', game, '-f', '-', '--json', *options]
    run = subprocess.run(command, input=('\n'.join(texts) + '\n').encode(), stdout=subprocess.PIPE,
                         env={**os.environ, **(env or {})})
    try:
        made = json.loads(run.stdout)['abilities']
    except ValueError:
        die(f'{" ".join(command)}: exit code {run.returncode}, no JSON')
    if len(made) != len(texts):
        die(f'{" ".join(command)}: {len(texts)} texts, {len(made)} answers')
    return made


def code_of(made):
    """The hash of the code, or 'refused'."""
    return made['code'] if made['ok'] else 'refused'


def said(made, indent='    '):
    """Both explanations, or the reason of the refusal."""
    if made['ok']:
        return f'{indent}en {made["explain_en"]}\n{indent}ja {made["explain_ja"]}'
    return f'{indent}refused at {made["error"]["char"]}: {made["error"]["message"]}'
