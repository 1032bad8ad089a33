"""A setup, carried out: the reference, the exact engine and the sampler."""
