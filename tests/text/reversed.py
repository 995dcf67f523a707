#!/usr/bin/env python3
"""Compiles every text with the preference among readings reversed, and compares the code.

usage: tests/text/reversed.py            # the test text.reversed
       tests/text/reversed.py --code     # also print both codes of each text that is not decided

Where two readings of a text give different code, only the order of preference decides. Debug builds reverse that order if the
environment has FUDA_TEXT_REVERSED=1. A text whose code changes must be in tests/text/decided.tsv: game, hash of the
text, class, and the reason why the preferred reading is right. Other builds ignore the variable, and the test passes.
"""
import argparse
import collections
import difflib
import sys
import texts as T

DECIDED = 'tests/text/decided.tsv'


def read_decided():
    """The class of each decided text; every row must state class and reason."""
    rows = {}
    for number, line in enumerate(open(DECIDED, encoding='utf-8'), 1):
        if line.startswith('#'):
            continue
        cells = line.rstrip('\n').split('\t')
        if len(cells) != 4 or not all(cells):
            T.die(f'{DECIDED}:{number}: not game, hash, class and reason')
        rows[cells[0], cells[1]] = cells[2]
    return rows


def show(game, text, made, reverse, code):
    print(f'{game}: {text}\n  preferred\n{T.said(made)}\n  reversed\n{T.said(reverse)}')
    if code:
        lines = [m.get('listing', '').splitlines() for m in (made, reverse)]
        print('\n'.join(list(difflib.unified_diff(*lines, lineterm='', n=99))[3:]))
    print(f'  row of {DECIDED}: {game}\t{T.text_hash(text)}\tCLASS\tREASON\n')


def main():
    p = argparse.ArgumentParser(usage=__doc__.split('usage:')[1].split('\n\n')[0])
    p.add_argument('--code', action='store_true')
    o = p.parse_args()
    decided, classes = read_decided(), collections.Counter()
    same = open_cases = 0
    for game in T.GAMES:
        texts = T.all_texts(game)
        makes = T.compile_all(game, texts, None, ['--code'])
        reverses = T.compile_all(game, texts, None, ['--code'], {'FUDA_TEXT_REVERSED': '1'})
        for text, made, reverse in zip(texts, makes, reverses):
            if T.code_of(made) == T.code_of(reverse):
                same += 1
            elif (game, T.text_hash(text)) in decided:
                classes[decided[game, T.text_hash(text)]] += 1
            else:
                open_cases += 1
                show(game, text, made, reverse, o.code)
    for name, n in sorted(classes.items()):
        print(f'{n:6} decided: {name}')
    print(f'{same} the same, {sum(classes.values())} decided, {open_cases} not decided')
    return open_cases != 0


if __name__ == '__main__':
    sys.exit(main())
