"""Rates, shares and payments of money in words."""

from __future__ import annotations

from collections.abc import Sequence

from scorepad.evening.money import Rate, Transfer
from scorepad.i18n import Translator


def rate_text(t: Translator, rate: Rate) -> str:
    """What points are worth: "100 points = €1.00, rounded to €0.10"."""
    if rate.cents == 0:
        return t("without money")
    worth = t.money(rate.cents, rate.currency)
    words = t.plural("{count} point = {worth}", "{count} points = {worth}", rate.points, worth=worth)
    if rate.step > 1:
        step = t.money(rate.step, rate.currency)
        words = t("{rate}, rounded to {step}", rate=words, step=step)
    return words


def transfer_text(t: Translator, transfer: Transfer, names: Sequence[str], currency: str) -> str:
    """A payment: "Basile pays Anne €3.20". Who comes after the last name are the mouches."""
    amount = t.money(transfer.cents, currency)
    if transfer.payee == len(names):
        return t("{payer} pays {amount} into the mouches", payer=names[transfer.payer], amount=amount)
    return t(
        "{payer} pays {payee} {amount}",
        payer=names[transfer.payer],
        payee=names[transfer.payee],
        amount=amount,
    )
