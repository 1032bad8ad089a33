"""Take a setup apart: which shuffles matter, what may be simpler, what leaks, what slips and poor shuffles do."""

from crimecalc.analysis.ablation import Ablated, Ablation, ablation
from crimecalc.analysis.fixing import fixed
from crimecalc.analysis.leakage import Leak, Leakage, leakage, peek
from crimecalc.analysis.mixing import Cuts, Overhand, Riffle, Swaps, riffle_separation, riffle_variation
from crimecalc.analysis.shuffling import HowMany, how_many, imperfect
from crimecalc.analysis.simplify import Simpler, Simplification, simplify
from crimecalc.analysis.slips import Slip, Slips, slips
from crimecalc.analysis.variants import Variant, cut, overhand, riffle, swap, vary

__all__ = [
    "Ablated",
    "Ablation",
    "Cuts",
    "HowMany",
    "Leak",
    "Leakage",
    "Overhand",
    "Riffle",
    "Simpler",
    "Simplification",
    "Slip",
    "Slips",
    "Swaps",
    "Variant",
    "ablation",
    "cut",
    "fixed",
    "how_many",
    "imperfect",
    "leakage",
    "overhand",
    "peek",
    "riffle",
    "riffle_separation",
    "riffle_variation",
    "simplify",
    "slips",
    "swap",
    "vary",
]
