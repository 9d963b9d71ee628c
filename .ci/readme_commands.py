"""Print the set-up commands of a README, one a line.

They are the lines of `sh` code blocks that make a virtual environment; anything else in a README
is an example.
"""

import re
import sys
from pathlib import Path

text = Path(sys.argv[1]).read_text(encoding="utf-8")
for block in re.findall(r"^```sh\n(.*?)^```$", text, re.MULTILINE | re.DOTALL):
    for line in block.splitlines():
        if line.startswith("python3 -m venv "):
            print(line)
