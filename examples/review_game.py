"""A game gone through with the engine: accuracy, faults, the better lines."""

import crownhead as ch
from crownhead.study.review import annotate, review

game = ch.pdn.loads('[Black "Ann"] [White "Bob"] 1. 9-14 21-17 2. 14x21 23-19 3. 11-16 26-23 *')

found = review(game, ch.Limit(nodes=50_000))
for colour in ch.Colour:
    print(f"{colour}: {found.accuracy[colour]:.0f}% accurate")
for judged in found.mistakes:
    print(f"{judged.text} is a {judged.grade.title}. Better is {judged.better}.")

annotate(game, found)
print(game)  # with marks, comments and variations
