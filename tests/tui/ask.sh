#!/usr/bin/env bash
# Piles, causes, reasons for what cannot be done, options grouped by card, conceding, in both languages.
set -euo pipefail
source tests/tui/lib.bash

cat >"$dir/cause.fuda" <<'END'
scenario a card with a cause
card 励まし 2/3
  自【メンバー】メインフェイズ開始時、ターン中、あなたのエントリーを+2/+1。
P1
  entry 先 as 味方
  member 1 励まし
  hand 兵, 励まし
  waiting 兵 x3, 励まし
at main-start
do P1 resolve 励まし
run to attack
END
run 0 scenario "$dir/cause.fuda"
open 80 24 play --no-guide --scenario "$dir/cause.fuda"
shows 'There is no goal'
keys Enter
shows 'Your main phase'
shows '5/6(3/5)'
command_line 'card e'
shows 'What changes it now'
shows 'first number +2, second number +1  by 励まし'
keys Enter
command_line 'look w'
shows 'w 控え室 (waiting room), You: 4'
shows '励まし'
keys Enter
command_line 'W'
shows 'W 控え室 (waiting room), Computer: 5'
keys Enter
command_line 'look'
shows '`look w` lists the cards of a place'
keys Enter
command_line 'look nowhere'
shows 'There is no place'
command_line 'why not E'
shows 'it is not your card: only Computer can do that'
shows '[8.2.4]'
keys Enter
command_line 'm1 h1'
shows 'play'
keys Escape
sleep 0.5 # so that it is no Alt with what follows
shows '… (4 places)'
keys Enter
shows 'to member 2'
keys Escape
sleep 0.5 # so that it is no Alt with what follows
command_line 'concede'
shows 'Give up? Your opponent would win.'
keys Enter
shows 'Your main phase'
command_line 'concede'
shows 'Give up?'
keys 2 Enter
shows 'You lose.'
keys Enter
shows 'what decided it'
keys 2 Enter
keys Space
shows 'You: concede'
keys Enter Enter
shows '[exit 0]'

open 80 24 play --no-guide --lang ja --scenario "$dir/cause.fuda"
shows '目標はありません'
keys Enter
shows 'メインフェイズです'
command_line 'card e'
shows '今かかっている効果'
keys Enter
command_line '見る w'
shows 'w 控え室（あなた）：4枚'
keys Enter
command_line 'なぜできない E'
shows 'あなたのカードではありません'
keys Enter
command_line '投了'
shows '投了しますか'
