"""`python -m wab` is the command line."""

import os
import sys

# Python puts the current folder first on the path: what lies there is not ours, unless this package does. (What this
# package has needed so far was looked for there all the same; `wab`, or `python -P -m wab`, never looks there.)
if sys.path[0] in ("", os.getcwd()) and os.path.dirname(os.path.dirname(os.path.abspath(__file__))) != os.getcwd():
    del sys.path[0]

from wab.cli import main

sys.exit(main())
