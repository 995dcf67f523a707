#!/usr/bin/env python3
"""Compiles every text with the preference among readings reversed, and compares the code.

usage: tests/text/reversed.py            # the test text.reversed
       tests/text/reversed.py --all      # how many texts each decided phrase decides, with an example

Where two readings of the same words give different code, only the order of preference decides. The phrases of which that is
so are in tests/text/decided.tsv, with the rule that decides. For all other phrases the order must not matter: with
the preference reversed in them, every text compiles to the same code. Debug builds read the phrases from the
environment (FUDA_TEXT_REVERSED); other builds ignore it, and the test passes.
"""
import argparse
import os
import sys
import texts as T

DECIDED = 'tests/text/decided.tsv'


def read_decided():
    rows = [line.rstrip('\n').split('\t') for line in open(DECIDED, encoding='utf-8') if not line.startswith('#')]
    for row in rows:
        if len(row) != 3 or not all(row):
            T.die(f'{DECIDED}: not phrase, number and rule: {row}')
    return [row[0] for row in rows]


def changed(game, found, before, phrases):
    """Texts whose code changes with the preference reversed in these phrases."""
    os.environ['FUDA_TEXT_REVERSED'] = phrases
    after = T.compile_all(game, found)
    del os.environ['FUDA_TEXT_REVERSED']
    return [(text, a, b) for text, a, b in zip(found, before, after) if T.code_of(a) != T.code_of(b)]


def main():
    options = argparse.ArgumentParser(usage=__doc__.split('usage:')[1].split('Where')[0])
    options.add_argument('--all', action='store_true')
    decided, every, wrong = read_decided(), options.parse_args().all, 0
    for game in T.GAMES:
        found = T.all_texts(game)
        before = T.compile_all(game, found)
        for phrase in decided if every else []:
            differ = changed(game, found, before, f',{phrase},')
            print(f'{game} {phrase}: {len(differ)} {differ[0][0][:90] if differ else ""}')
        for text, a, b in changed(game, found, before, '!,' + ','.join(decided) + ','):
            wrong += 1
            print(f'{game}: {text}\n  preferred\n{T.said(a)}\n  reversed\n{T.said(b)}\n')
    print(f'{len(decided)} phrases are decided by a rule; {wrong} texts depend on the order in another one')
    return wrong > 0


if __name__ == '__main__':
    sys.exit(main())
