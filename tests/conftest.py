import sys
from pathlib import Path

HERE = Path(__file__).parent
sys.path[:0] = [str(HERE), str(HERE / "props")]  # `from helpers import table`, `from census import CENSUS`
