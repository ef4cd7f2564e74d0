"""`fencepost grade`: started by the command, whose own path is the first word."""
import sys

if sys.version_info < (3, 9):
    sys.exit('fencepost: grade needs Python 3.9 or later')

import grade  # noqa: E402

sys.exit(grade.main(sys.argv[1:]))
