"""What each viewer of a match was last shown, and what has changed since."""

from collections.abc import Iterable
from typing import Any

from parlour.match import Match

Change = list[list[Any]]  # [[path, value], ...]: put `value` at `path` (keys and places from the top)

EVERYBODY = -1  # the viewer's key of a spectator, and of all seats of an open table


def change(old: Any, new: Any) -> Change:
    """What turns one view into another. Lists of another length are replaced whole."""
    found: Change = []
    if old != new:
        _compare(old, new, [], found)
    return found


def _compare(old: Any, new: Any, path: list[Any], found: Change) -> None:
    """Of two that differ."""
    places: Iterable[tuple[Any, Any]]
    if type(old) is type(new) is dict and old.keys() == new.keys():
        places = new.items()
    elif type(old) is type(new) is list and len(old) == len(new):
        places = enumerate(new)
    else:
        found.append([path, new])
        return
    for place, value in places:
        was = old[place]
        if was is not value and (was != value or type(was) is not type(value)):  # 1 is not True on the other side
            _compare(was, value, [*path, place], found)


def apply(view: Any, changes: Change) -> Any:
    """The view after a change; the one before is left as it was only where nothing changed."""
    for path, value in changes:
        if not path:
            view = value
            continue
        place = view
        for step in path[:-1]:
            place = place[step]
        place[path[-1]] = value
    return view


class Eyes:
    """The views of one match. At an open table all see the same, so it is made once."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self._shown: dict[int, Any] = {}

    def key(self, seat: int | None) -> int:
        return EVERYBODY if seat is None or self.match.rules.open_table else seat

    def view(self, seat: int | None) -> Any:
        """All a viewer sees now. `you` is not in it: who somebody is, is said once."""
        return self._made(self.key(seat))

    def _made(self, key: int) -> Any:
        view = self.match.view(None if key == EVERYBODY else key)
        view.pop("you", None)
        return view

    def changes(self, seats: set[int | None]) -> dict[int, Change]:
        """For each kind of viewer at the table, and for spectators, what has changed since they were asked about."""
        found = {}
        for key in {EVERYBODY, *(self.key(seat) for seat in seats)}:
            view = self._made(key)
            found[key] = change(self._shown.get(key), view)
            self._shown[key] = view
        return found

    def begin(self, seat: int | None) -> Any:
        """A viewer joins: all it sees. Changes are told from there on; nothing but the clock has changed for others of
        its kind since they were last told, and the clock is told with every change."""
        view = self.view(seat)
        self._shown[self.key(seat)] = view
        return view
