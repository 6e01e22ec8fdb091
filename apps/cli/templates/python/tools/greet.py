"""Greets somebody. Arguments come as JSON on standard input; what is printed is the result."""

import json
import sys

arguments = json.load(sys.stdin)
print(f"Hello, {arguments['name']}!")
