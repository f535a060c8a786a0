"""Differences between views: what each viewer of a match was last shown, and what has changed since."""

from collections.abc import Iterable
from typing import Any

from parlour.match import Match

Change = list[list[Any]]  # [[path, value], ...]: put `value` at `path` (keys and indices from the top)

EVERYBODY = -1  # the viewer key of a spectator, and of every seat in a game without hidden cards


def change(old: Any, new: Any) -> Change:
    """The change that turns one view into another. Lists of different lengths are replaced as a whole."""
    found: Change = []
    if old != new:
        _compare(old, new, [], found)
    return found


def _compare(old: Any, new: Any, path: list[Any], found: Change) -> None:
    """Precondition: the two differ."""
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
        if was is not value and (was != value or type(was) is not type(value)):  # in JSON, 1 is not True
            _compare(was, value, [*path, place], found)


def apply(view: Any, changes: Change) -> Any:
    """The view after a change. The old view is modified in place, unless it is replaced as a whole."""
    for path, value in changes:
        if not path:
            view = value
            continue
        place = view
        for step in path[:-1]:
            place = place[step]
        place[path[-1]] = value
    return view


class ShownViews:
    """The views of one match. In a game without hidden cards everybody sees the same, so it is computed once."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self._shown: dict[int, Any] = {}

    def key(self, seat: int | None) -> int:
        return EVERYBODY if seat is None or self.match.rules.open_table else seat

    def view(self, seat: int | None) -> Any:
        """Everything a viewer sees now, except `you`: a client learns its seat once, in `Welcome`."""
        return self._view(self.key(seat))

    def _view(self, key: int) -> Any:
        view = self.match.view(None if key == EVERYBODY else key)
        view.pop("you", None)
        return view

    def changes(self, seats: set[int | None]) -> dict[int, Change]:
        """For each given viewer, by key: what has changed since this was last called for them, or since `begin`."""
        found = {}
        for key in {self.key(seat) for seat in seats}:
            view = self._view(key)
            found[key] = change(self._shown.get(key), view)
            self._shown[key] = view
        return found

    def begin(self, seat: int | None) -> Any:
        """The whole view for a viewer who joins; later changes start from it.

        Viewers with the same key miss nothing by this: since their last change only the clock has moved, and the clock
        is part of every change.
        """
        view = self.view(seat)
        self._shown[self.key(seat)] = view
        return view
