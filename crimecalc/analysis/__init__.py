"""Take a setup apart: which shuffles matter, what may be simpler, what leaks, what a slip of the hand does."""

from crimecalc.analysis.ablation import Ablated, Ablation, ablation
from crimecalc.analysis.fixing import fixed
from crimecalc.analysis.leakage import Leak, Leakage, leakage, peek
from crimecalc.analysis.simplify import Simpler, Simplification, simplify
from crimecalc.analysis.slips import Slip, Slips, slips

__all__ = [
    "Ablated",
    "Ablation",
    "Leak",
    "Leakage",
    "Simpler",
    "Simplification",
    "Slip",
    "Slips",
    "ablation",
    "fixed",
    "leakage",
    "peek",
    "simplify",
    "slips",
]
