"""Where the real inputs lie beside the project, if they do; tests that need them are skipped elsewhere."""

from pathlib import Path

import pytest

SHARED = Path(__file__).resolve().parents[1].parent / "shared"

needs_shared = pytest.mark.skipif(not (SHARED / "DESIGN.md").is_file(), reason="the shared inputs are not beside the project")
