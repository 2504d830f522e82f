"""What many evenings come to: folds over their hands, for each player, each pair and each month. Pure.

Whom a figure is of:
 - A guest has no figures; the hands that guests play count for the others.
 - A team is a player of its own, the same one wherever the same people make it up; their own figures are without it.
 - Merged players are one player at once, in every evening; where both sat at one table, both seats count.
 - A score that is taken over brings no points to who takes it, and costs who leaves none: hands belong to who played
   them. The evening is won by who has the score at its end.

Which hands count:
 - Of a corrected hand the version that counts; a hand that is struck out, or thrown in, or that its rules cannot score,
   is none.
 - An open duel has no taker: it is a hand played and it brings points, but it is not taken, and has no margin.

What is added up:
 - Shares and margins by any rules; amounts only by rules that pay alike, whatever they are called (`Rules`).
 - Points are what hands pay; penalties, gifts and mouches are points beside them, and count in sums. A score that was
   carried from an earlier evening is not counted again.
 - An evening counts if a hand was played in it, on the day on which it began, and for everybody who played one of its
   hands. Who of them is first on its sheet at the end, where guests are too, wins it; nobody wins while it goes on, or
   where all totals are zero.
 - Who played a hand by some rules has a rank among those who did. Others may have points by them, and are told without.
"""
