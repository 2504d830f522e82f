"""What many evenings come to: folds over their hands, for each player, each pair and each month. Pure."""
