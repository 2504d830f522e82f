"""Adds up the figures of many evenings, for each player, each pair and each month. Pure.

Who has figures:
 - A guest has no figures; the hands that guests play count for the others.
 - A team is a player of its own: the same members are the same team. Its hands are not in the figures of its members.
 - Merged players are one player in every evening; if both sat at one table, both seats count.
 - A score that is taken over brings the newcomer no points, and costs the leaver none: hands belong to the player who
   played them. The player who has the score at the end can win the evening.

Which hands count:
 - A corrected hand counts in its last version. A hand that is struck out, thrown in, or impossible under its rules
   does not count.
 - An open duel has no taker: it is a hand played and brings points, but nobody took it, and it has no margin.

What is added up:
 - Shares and margins are added up under all rules; amounts only under rules that pay the same, whatever their names
   (`Rules`).
 - The points that hands pay, and other points (penalties, gifts, mouches), are stored separately; totals include both.
   A score that was carried from an earlier evening is not counted again.
 - An evening counts if a hand was played in it. It counts on the day on which it began, for each player who played a
   hand. The player who is first on its sheet at the end wins the evening; a guest can win it too. Nobody wins an
   evening that has not ended, or in which all totals are zero.
 - Under a set of rules, each player with a hand has a rank. A player with other points only is listed without a rank.
"""
