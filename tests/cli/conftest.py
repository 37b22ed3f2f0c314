"""The fixtures of the API, which the command line is a client of."""

from tests.api.conftest import home as home
from tests.api.conftest import office as office
