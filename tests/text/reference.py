#!/usr/bin/env python3
"""Compares the code of every text with tests/text/reference.tsv.

usage: tests/text/reference.py                    # the test text.reference
       tests/text/reference.py --update           # accept the code of $FUDA as the reference
       tests/text/reference.py --diff OLD_FUDA    # what $FUDA compiles otherwise than OLD_FUDA

A text that is refused now, or compiles to other code, is a failure. A new text, and one that compiles now but
did not, is only counted. A row is game, hash of the text, hash of the code or "refused": published texts do not
enter the repository. FUDA is build-debug/fuda unless the environment says otherwise.
"""
import argparse
import difflib
import sys
import texts as T

REFERENCE = 'tests/text/reference.tsv'
HEAD = '# game, hash of the text, hash of its code; written by tests/text/reference.py --update\n'


def read_reference():
    rows = {}
    for line in open(REFERENCE, encoding='utf-8'):
        if not line.startswith('#'):
            game, text, code = line.split()
            rows[game, text] = code
    return rows


def update():
    """Without the published texts, their rows are kept."""
    rows = {} if T.has_corpus() else read_reference()
    for game in T.GAMES:
        found = T.all_texts(game)
        for text, made in zip(found, T.compile_all(game, found)):
            rows[game, T.text_hash(text)] = T.code_of(made)
    with open(REFERENCE, 'w', encoding='utf-8') as f:
        f.write(HEAD)
        f.writelines(f'{game}\t{text}\t{code}\n' for (game, text), code in sorted(rows.items()))
    print(f'{len(rows)} texts, {sum(c != "refused" for c in rows.values())} compile')
    return 0


def compare():
    rows = read_reference()
    same = new = gained = changed = 0
    for game in T.GAMES:
        found = T.all_texts(game)
        for text, made in zip(found, T.compile_all(game, found)):
            old, code = rows.get((game, T.text_hash(text))), T.code_of(made)
            if old is None:
                new += 1
            elif old == code:
                same += 1
            elif old == 'refused':
                gained += 1
            else:
                changed += 1
                print(f'{game}: {text}\n    code {old} before, {code} now\n{T.said(made)}')
    print(f'{same} as before, {gained} compile now, {new} new, {changed} changed or refused')
    if changed:
        print(f'If all changes are right: {sys.argv[0]} --update')
    return changed != 0


def diff(old_fuda):
    lost = other = gained = same = 0
    for game in T.GAMES:
        found = T.all_texts(game)
        olds = T.compile_all(game, found, old_fuda, ['--code'])
        for text, old, now in zip(found, olds, T.compile_all(game, found, None, ['--code'])):
            if T.code_of(old) == T.code_of(now):
                same += 1
                continue
            lost += not now['ok']
            gained += not old['ok']
            other += old['ok'] and now['ok']
            if not old['ok']:
                print(f'{game}: compiles now: {text}\n{T.said(now)}\n')
                continue
            print(f'{game}: {text}\n  before\n{T.said(old)}\n  now\n{T.said(now)}')
            lines = [m.get('listing', '').splitlines() for m in (old, now)]
            print('\n'.join(list(difflib.unified_diff(*lines, lineterm='', n=99))[3:]), end='\n\n')
    print(f'{same} same code, {other} other code, {lost} refused now, {gained} compile now')
    return bool(lost or other)


def main():
    p = argparse.ArgumentParser(usage=__doc__.split('usage:')[1].split('\n\n')[0])
    p.add_argument('--update', action='store_true')
    p.add_argument('--diff', metavar='OLD_FUDA')
    o = p.parse_args()
    return update() if o.update else diff(o.diff) if o.diff else compare()


if __name__ == '__main__':
    sys.exit(main())
