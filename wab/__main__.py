"""`python -m wab` is the command line."""

import sys

from wab.cli import main

sys.exit(main())
