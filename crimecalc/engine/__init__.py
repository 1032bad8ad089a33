"""A setup, carried out: the reference, the exact engine and the sampler."""

from crimecalc.engine.exact import distribution
from crimecalc.engine.sampling import Sample, sample, sample_tables
from crimecalc.engine.tabletop import Table, reference_distribution, tabletop, worlds
from crimecalc.engine.witness import find_world

__all__ = [
    "Sample",
    "Table",
    "distribution",
    "find_world",
    "reference_distribution",
    "sample",
    "sample_tables",
    "tabletop",
    "worlds",
]
