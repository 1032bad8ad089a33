"""Forgotten Crime on a terminal: the table of suspects, and advice in words."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from crimecalc.cards import Card, Suit
from crimecalc.games.forgotten_crime import QUESTIONS, Advice, optimal_policy, posterior, suspects
from crimecalc.games.forgotten_crime.belief import read_cards
from crimecalc.games.forgotten_crime.policies import CARDS
from crimecalc.rendering import plural, text_table

__all__ = ["advice_as_json", "advice_in_words", "advise_on", "answers_table", "points"]


def points(value: Fraction) -> str:
    """An expected score, exact and as a decimal.

    >>> points(Fraction(9, 4))
    '9/4 (2.250)'
    """
    return f"{value} ({float(value):.3f})"


def answers_table(seen: Sequence[Card], beliefs: bool = True) -> str:
    """The cards seen, filed by suspect and question, with what they imply about each suspect.

    >>> print(answers_table([Card("7♦")], beliefs=False))
    suspect  question 1  question 2  question 3
    ♠        ·           ·           ·
    ♣        ·           ·           ·
    ♥        ·           ·           ·
    ♦        ·           ·           7
    """
    said = {(card.suit, card.rank) for card in seen}
    chances = suspects(posterior(seen)) if beliefs else {}
    header = ["suspect", *(f"question {number + 1}" for number in range(len(QUESTIONS)))]
    header += ["criminal", "accomplice", "innocent"] if beliefs else []
    rows = []
    for suit in Suit:
        answers = [next((rank for rank in ranks if (suit, rank) in said), "·") for ranks in QUESTIONS]
        rows.append([suit.value, *answers, *(str(chance) for chance in chances.get(suit, {}).values())])
    return text_table(header, rows)


def advice_in_words(advice: Advice) -> str:
    """The optimal player's advice with both values."""
    others = advice.equally_probable - 1
    lines = [
        f"Most probable: criminal {advice.criminal}, accomplice {advice.accomplice}, "
        f"with probability {points(advice.win_probability)}",
        *([f"({plural(others, 'other pair')} just as probable)"] if others else []),
        f"Accusing now is worth {points(advice.value_of_accusing)}",
    ]
    if advice.value_of_drawing is None:
        lines.append("No card is left to draw")
    else:
        lines.append(f"Drawing on is worth {points(advice.value_of_drawing)}")
    what = "accuse" if advice.action == "accuse" else "draw a card"
    lines.append(f"Advice: {what}" + (" (a tie: drawing is worth the same)" if advice.tie else ""))
    return "\n".join(lines)


def advise_on(cards: Sequence[str]) -> str:
    """What some cards imply and what to do, as text."""
    seen = read_cards(cards)
    shown = " ".join(map(str, seen)) or "none yet"
    head = f"Cards seen: {shown} ({plural(CARDS - len(seen), 'card')} left in the deck)"
    return "\n\n".join([head, answers_table(seen), advice_in_words(optimal_policy().advise(seen))])


def advice_as_json(cards: Sequence[str]) -> dict[str, Any]:
    """The same for programs, fractions as strings."""
    seen = read_cards(cards)
    advice = optimal_policy().advise(seen)
    drawing = advice.value_of_drawing
    return {
        "seen": [str(card) for card in seen],
        "cards_left": CARDS - len(seen),
        "suspects": {
            suit.value: {role: str(chance) for role, chance in chances.items()}
            for suit, chances in suspects(posterior(seen)).items()
        },
        "action": advice.action,
        "tie": advice.tie,
        "criminal": advice.criminal.value,
        "accomplice": advice.accomplice.value,
        "win_probability": str(advice.win_probability),
        "equally_probable": advice.equally_probable,
        "value_of_accusing": str(advice.value_of_accusing),
        "value_of_drawing": None if drawing is None else str(drawing),
    }
