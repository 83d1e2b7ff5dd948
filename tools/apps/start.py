"""The main module of the packed game."""

import sys

from wab.packed import main

sys.exit(main())
