"""Shared by all tests: the proof, made once, and stated in the last line of the run."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, settings

import crimecalc as cc
from crimecalc.games import forgotten_crime

PROOF = pytest.StashKey[str]()

settings.register_profile("crimecalc", deadline=None, suppress_health_check=[HealthCheck.too_slow], max_examples=15)
settings.load_profile("crimecalc")


@pytest.fixture(scope="session")
def simplified() -> cc.Setup:
    return forgotten_crime.simplified_setup()


@pytest.fixture(scope="session")
def designer() -> cc.Setup:
    return forgotten_crime.designer_setup()


@pytest.fixture(scope="session")
def comparison(simplified: cc.Setup, designer: cc.Setup) -> cc.Comparison:
    return cc.compare(simplified, designer)


@pytest.fixture
def state_proof(request: pytest.FixtureRequest) -> pytest.Stash:
    """Where the test of the equivalence leaves the line that ends the run."""
    return request.config.stash


def pytest_unconfigure(config: pytest.Config) -> None:
    reporter = config.pluginmanager.get_plugin("terminalreporter")
    if reporter is not None and PROOF in config.stash:
        reporter.write_line(config.stash[PROOF])
