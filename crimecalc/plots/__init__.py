"""Pictures of the four games and of shuffles, each by one call; they need matplotlib.

Each function returns a :class:`~crimecalc.canvas.Picture`, which shows itself in a notebook and writes itself to a
file: ``plots.riffle_curves().save("riffles.svg")``. With ``axes=`` it draws on matplotlib Axes of yours instead.
``Distribution.plot`` and ``Comparison.plot`` draw any distribution and any two setups.
"""

from crimecalc.canvas import Picture
from crimecalc.plots.cases import entropies, who_holds_what
from crimecalc.plots.deadcert import draws, solo_win_rates
from crimecalc.plots.forgotten_crime import accusing, certainty_curves, policy_map, policy_scores, policy_values
from crimecalc.plots.in_a_grove import losses, murderer, swap_values
from crimecalc.plots.mixing import riffle_curves
from crimecalc.plots.samples import sample_counts

__all__ = [
    "Picture",
    "accusing",
    "certainty_curves",
    "draws",
    "entropies",
    "losses",
    "murderer",
    "policy_map",
    "policy_scores",
    "policy_values",
    "riffle_curves",
    "sample_counts",
    "solo_win_rates",
    "swap_values",
    "who_holds_what",
]
