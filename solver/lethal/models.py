"""The models under the name of the solver: `from lethal.models import Creature`."""

from lethal_models import *  # noqa: F403
from lethal_models import __all__  # noqa: F401
