#!/usr/bin/env python3
"""Lists rows of the grammars that no scenario and no shipped card uses.

usage: tests/text/rows.py            # the test text.rows
       tests/text/rows.py --list     # the unused rows: place, phrase, pattern

A row that nothing uses is not known to be right. The number of such rows of each table may only fall: lower BOUNDS when
it does. A table that is not in BOUNDS must be used completely.
"""
import argparse
import collections
import subprocess
import sys
import texts as T

# table: at most so many unused rows
BOUNDS = {
    'src/text/grammar.def': 0,
    'src/games/granblue/lexicon.def': 0,
    'src/games/luck/lexicon.def': 136,
}


def count_uses():
    """Uses of each place in the tables, in all games; and what stands there."""
    uses, names = collections.Counter(), {}
    for game in T.GAMES:
        data = ('\n'.join(T.shipped(game)) + '\n').encode()
        out = subprocess.run([T.fuda_program(), 'text', game, '-f', '-', '--rows'], input=data,
                             stdout=subprocess.PIPE).stdout.decode()
        for line in out.splitlines():
            count, place, phrase, pattern = line.split('\t')
            uses[place] += int(count)
            names.setdefault(place, f'{phrase}  {pattern}')
    return uses, names


def main():
    p = argparse.ArgumentParser(usage=__doc__.split('usage:')[1].split('\n\n')[0])
    p.add_argument('--list', action='store_true')
    o = p.parse_args()
    uses, names = count_uses()
    if not names:
        T.die('no rows')
    total, unused = collections.Counter(), collections.defaultdict(list)
    for place in names:
        table = place.rsplit(':', 1)[0]
        total[table] += 1
        if not uses[place]:
            unused[table].append(place)
    risen = False
    for table in total:
        worse = len(unused[table]) > BOUNDS.get(table, 0)
        risen |= worse
        print(f'{table}: {total[table]} rows, {len(unused[table])} unused, at most {BOUNDS.get(table, 0)}')
        for place in unused[table] if o.list or worse else []:
            print(f'    {place}  {names[place]}')
    return risen


if __name__ == '__main__':
    sys.exit(main())
