#!/usr/bin/env python3
"""Deletes limiting words, one at a time, from every text that compiles.

usage: tests/text/deletions.py              # the test text.deletions
       tests/text/deletions.py --list [N]   # N examples (default 3) of each class of faults

A word that limits (whose, where, how many, when, by what, in which state) must leave a trace in the code: without it
the text is refused or has other code. Where the code stays the same, either a rule below says why the word is redundant, or
it is a fault of the grammar. The number of faults of each class may only fall: lower BOUNDS when it does.
"""
import argparse
import collections
import re
import sys
import texts as T

ZONES = {
    'rebirth': '手札|控え室|デッキ|山札|エネルギー|メンバー|エントリー|リタイア|リタイヤ|思い出|魂|Reバース|空席|'
               'パートナー|シカ山',
    'ninja': '手札|デッキ|山札|場|オヒガン|ダメージ・ゾーン|チェック・ゾーン|エテル・ゾーン',
}
PLAYER = 'あなた|相手|自分|各プレイヤー|すべてのプレイヤー|お互い|そのプレイヤー|プレイヤー'
WORDS = {
    'owner': rf'(?:{PLAYER}|対戦相手|持ち主|オーナー|マスター|味方|いずれか)の',
    'actor': rf'(?:{PLAYER})[はが]、?',
    'how many': 'まで|以上|以下|合計で?|すべての?|全ての?|ずつ|それぞれの?|ちょうど|最大|少なくとも',
    'other': '他の|ほかの|以外の?',
    'time': 'この(?:ターン|アタック)中?、?|ターン中、?|次に|次の|各ターン|'
            '(?:相手|あなた|自分)のターン中?、?|ターン終了時まで、?',
    'cause': 'の効果によって|の効果で|効果で|によって|の能力で|のアタックで',
    'state': '(?:【レスト】|レスト|【スタンド】|スタンド|裏向き|表向き|オジギ|アンタイ・オジギ)(?:状態)?[でのに]',
    'order': '(?:好きな|望む)順番?で|ランダムに|無作為に|の上|の下|一番',
    'icon': '【ターン[0-9０-９]+回?】|1ターンに[0-9０-９]+[回度](?:まで)?、?',
}
WHERE = '(?:{})(?:から|の|にいる|にある|に)'

# class of faults: at most so many in scenarios, cards and tests; and with the published sets
BOUNDS = {
    'actor of a trigger': (1, 1),
    'actor, other': (2, 2),
    'cause': (0, 0),
    'how many': (1, 6),
    'other': (0, 0),
    'owner in a trigger': (9, 11),
    'owner of a destination': (2, 4),
    'owner of a noun without zone': (12, 36),
    'owner, other': (1, 2),
    'time': (1, 2),
    'turn of the next attack': (10, 30),
    'what was done, named again': (0, 0),
    'where': (1, 2),
}

NAMES = re.compile('《[^》]*》|〔[^〕]*〕|〈[^〉]*〉|“[^”]*”|『[^』。]*』|[（(][^）)]*[）)]')


class Deletion:
    """A text, the word cut out of it, and what the rules need to know about its place."""

    def __init__(self, game, text, code, kind, found):
        self.game, self.text, self.code, self.kind = game, text, code, kind
        self.word, self.at = found.group(), found.start()
        self.after = text[found.end():]
        self.without = text[:self.at] + self.after
        self.before = re.split(r'[。：:\[\]［］『』]|\\n', text[:self.at])[-1]  # in the same sentence
        self.whole = text[:self.at]

    def shown(self):
        return f'{self.whole[-40:]}<<{self.word}>>{self.after[:40]}'

    def actor(self):
        """Who acts before the word: the topic of the sentence, else the master."""
        topics = re.findall(rf'({PLAYER})は', self.before)
        topics = [t for t in topics if t != '自分']
        return topics[-1] if topics else 'あなた'

    def player(self):
        name = re.match(PLAYER, self.word)
        name = name.group() if name else self.word
        return self.actor() if name == '自分' else name

    def in_event(self):
        """Is the word in the clause that a trigger or a replacement waits for?"""
        clause = re.split(r'[。\]］]|なら、|〈(?=[自永起【])', self.after)[0]
        return re.search('(?<!開始)(?<!終了)(?<!数える)(?:時|とき|たび|際)[、に]', clause)

    def zone(self):
        """The zone that follows an owner, and what stands behind it."""
        return re.match(rf'[^をがは。]*?(?:{ZONES[self.game]})(.*)', self.after)

    def foreign(self):
        """Does the sentence, up to the word, speak of anybody but the master?"""
        return re.search('相手|プレイヤー|いずれか|味方|お互い|すべての', self.before)


# ---- rules: why a word is redundant, or the class of fault. Each returns None, or a name; a name that begins with '-' is a
# reason, any other a class of faults.

def owner(d):
    if d.word in ('持ち主の', 'オーナーの', 'そのプレイヤーの') and d.zone():
        return '-a card goes to the zone of its owner'
    if d.word == 'プレイヤーの' and re.search('すべての$|いずれかの$', d.before):
        return '-the word before it still says whose'
    if d.word == '相手の' and d.after.startswith('望む順'):
        return '-each player orders the cards of their own deck'
    if d.after.startswith('チェックで'):
        return '-only who makes a check wins or loses it'
    if re.match('(?:[^をは。]|を持)*[がの]い(?:る|ない)メンバーに置', d.after):
        return '-a card goes to the zone of its owner'
    if d.in_event() and d.player() == d.actor() and re.search(rf'{PLAYER}は', d.before):
        return '-an owner that repeats the actor'
    if d.in_event():
        clause = d.after[:d.in_event().start()]
        if re.search('(?:ない|以上の|以下の|[枚種]の|以上|以下|[枚種上下]になった)$', clause):
            return '-a state is asked of the master, as in a condition'
        return 'owner in a trigger'
    zone = d.zone()
    if not zone:
        return 'owner of a noun without zone'
    if re.match('(?:の一?番?[上下])?に[^、。]{0,8}(?:置|戻|加)', zone.group(1)) and d.foreign() and \
            not re.search('(?:このキャラ|このカード|これ)を$', d.before):
        return 'owner of a destination'
    if d.player() == d.actor():
        return '-an owner that repeats the actor'
    return 'owner, other'


def actor(d):
    if d.in_event() and 'が' in d.word:
        return 'actor of a trigger'
    if 'が' in d.word and re.match('(?:(?:この|その)?チェックに)?(?:勝|負)', d.after):
        return '-only who makes a check wins or loses it'
    topics = re.findall(rf'({PLAYER})は', d.whole)
    if 'は' in d.word and (d.player() == d.actor() or topics[-1:] == [d.player()]):
        return '-an actor that repeats the topic, or names the master where nobody else is'
    return 'actor, other'


def how_many(d):
    if d.word == 'ちょうど':
        return '-a bare number is exact'
    if d.word == 'それぞれ' and re.match('[-+±＋－−]|同じ', d.after):
        return '-a change is made to each card, and cards are alike in pairs'
    if d.word.startswith(('すべて', '全て')) and not re.match('選', d.after):
        return '-a set without a number is all of it'
    if d.word.startswith('合計') and re.search('[とかや、]', d.before) and \
            re.match('[0-9０-９]+(?:枚|種類|人)(?:につき|以上|以下)', d.after):
        return '-cards of a list are counted together'
    if d.word.startswith('合計') and re.search('と|か(?!ら)', d.before) and \
            re.match('[0-9０-９]+枚(?:まで)?選', d.after):
        return '-unless ずつ follows, a number is that of the whole list'
    if d.word.startswith('合計') and '割り振' in d.after:
        return '-allotted damage is a total'
    if d.word == 'まで' and re.search('[1１]枚$', d.before) and re.match('[^、。]*てよい', d.after):
        return '-up to one, and may'
    if d.word == 'まで' and re.search('[回度]$', d.before):
        return '-uses in a turn are a maximum'
    return 'how many'


def state(d):
    if d.word == '表向きで':
        return '-a card is put face up unless the text says otherwise'
    return 'state'


def order(d):
    if d.word == '一番':
        return '-the top or bottom is the very top or bottom'
    if '順' in d.word and re.search('デッキ', d.before + d.after[:20]):
        return '-cards put into a deck at once are put in an order of choice'
    return 'order'


def time(d):
    if d.word == '各ターン' and re.match('[0-9０-９]+回目のアタック', d.after):
        return '-attacks are numbered within a turn'
    if d.word.startswith('このターン') and 'このターン' in d.before:
        return '-a duration holds for the rest of the sentence'
    if re.match('[^、。]{0,8}次のアタック', d.after):
        return 'turn of the next attack'
    return 'time'


def where(d):
    if d.game == 'ninja' and d.word in ('場の', '場に', '場にいる'):
        return '-a noun without zone means cards in the field'
    if d.word == '手札から' and d.after.startswith(('捨', 'すて')):
        return '-cards are discarded from the hand'
    if re.match('、?この(?:ターン|効果)[^、。]*(?:なった|した|された|置かれた)', d.after):
        return '-cards that an event describes lie where it put them'
    if re.match('(?:置い|戻し|加え)たら', d.after):
        return 'what was done, named again'
    return 'where'


def cause(d):
    if d.word == '効果で' and re.match('選[ばべ]', d.after):
        return '-only effects choose cards that are in play'
    return 'cause'


RULES = {'cause': cause, 'owner': owner, 'actor': actor, 'how many': how_many, 'order': order, 'state': state, 'time': time,
         'where': where}


def deletions(game, texts):
    """All deletions of one word outside names and reminder texts."""
    words = {**WORDS, 'where': WHERE.format(ZONES[game])}
    for text, made in zip(texts, T.compile_all(game, texts)):
        if not made['ok']:
            continue
        names = [m.span() for m in NAMES.finditer(text)]
        for kind, pattern in words.items():
            for found in re.finditer(pattern, text):
                if not any(a <= found.start() < b for a, b in names):
                    yield Deletion(game, text, made['code'], kind, found)


def judge():
    """Counts by kind of word, and the deletions with the same code by reason or class of fault."""
    counts, same = collections.Counter(), collections.defaultdict(list)
    for game in ZONES:
        mine = set(T.own_texts(game))
        cut = list(deletions(game, T.all_texts(game)))
        for d, made in zip(cut, T.compile_all(game, [d.without for d in cut])):
            d.mine = d.text in mine
            result = 'refused' if not made['ok'] else 'same' if made['code'] == d.code else 'other'
            counts[d.kind, result] += 1
            if result == 'same':
                same[RULES.get(d.kind, lambda d: d.kind)(d)].append(d)
    return counts, same


def print_counts(counts, same):
    print(f'{"word":10} {"refused":>8} {"other":>8} {"same":>8}')
    for kind in [*WORDS, 'where']:
        print(f'{kind:10}', *(f'{counts[kind, r]:8}' for r in ('refused', 'other', 'same')))
    print('\nredundant, by rule')
    for name in sorted(n for n in same if n[0] == '-'):
        print(f'{len(same[name]):6} {name[1:]}')


def main():
    p = argparse.ArgumentParser(usage=__doc__.split('usage:')[1].split('\n\n')[0])
    p.add_argument('--list', type=int, nargs='?', const=3)
    o = p.parse_args()
    counts, same = judge()
    print_counts(counts, same)
    print('\nfaults: of our own texts and at most, of all texts and at most')
    risen = False
    for name in sorted({n for n in same if n[0] != '-'} | set(BOUNDS)):
        found = same.get(name, [])
        own, bounds = sum(d.mine for d in found), BOUNDS.get(name, (0, 0))
        worse = own > bounds[0] or len(found) > bounds[1]
        risen |= worse
        print(f'{own:6} {bounds[0]:4} {len(found):6} {bounds[1]:4}  {name}{"  MORE THAN BEFORE" if worse else ""}')
        for d in found[:o.list if o.list is not None else 10 if worse else 0]:
            print(f'            {d.game}: {d.shown()}')
    return risen


if __name__ == '__main__':
    sys.exit(main())
