"""A game reviewed by the engine: faults, the better lines, and the reasons."""

import crownhead as ch

game = ch.pdn.loads('[Black "Ann"] [White "Bob"] 1. 9-14 21-17 2. 14x21 23-19 3. 11-16 26-23 *')

found = ch.study.review(game, ch.Limit(nodes=50_000))
for colour in ch.Colour:
    print(f"{colour}: {found.faults_per_100[colour]:.0f} faults in 100 moves")
for judged in found.mistakes:
    print(f"{judged.text} is a {judged.grade.title}. {judged.explanation}")

ch.study.annotate(game, found)
print(game)  # with marks, comments and variations
