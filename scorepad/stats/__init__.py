"""Many evenings added up for each player, each pair and each month. Pure.

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
 - Shares and margins under all rules; amounts only under rules that pay the same, whatever their names (`Rules`).
 - Points are what hands pay. Penalties, gifts and mouches are kept apart, and count in sums. A score that was carried
   from an earlier evening is not counted again.
 - An evening counts if a hand was played in it: on the day on which it began, and for each player of a hand. The
   player who is first on its sheet at the end, guests included, wins it; nobody wins a running evening, or one in which
   all totals are zero.
 - A player with a hand under some rules has a rank among the players with such hands. A player with other points
   alone is listed without a rank.
"""
