"""What Qt's offscreen platform says about itself on every window with a smallest size: no fault of ours."""

from __future__ import annotations

import pytest

quiet_platform = pytest.mark.qt_log_ignore("This plugin does not support")
