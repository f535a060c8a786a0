"""What people are told of a table: those who are at it, and the lobby."""

from typing import TYPE_CHECKING

import parlour

from . import messages as m

if TYPE_CHECKING:
    from .table import LiveTable


def table_now(table: "LiveTable") -> m.TableNow:
    """Everything about a table except its match, as its people are told."""
    latencies = table.presence.latencies()
    return m.TableNow(
        id=table.id,
        game=table.setup.game,
        status=table.status,
        seats=[
            m.SeatNow(
                name=seat.name,
                colour=seat.colour,
                bot=seat.bot or (table.setup.level if seat.away else None),
                here=number in latencies,
                was=table.presence.left.get(number),
                next=seat.next.name if seat.next else None,
                admitted=table.seating.admitted(number),
                removed=seat.next is not None and seat.next.removed,
                slow=number in latencies and latencies[number].slow,
                doubtful=number in latencies and latencies[number].doubtful,
                suspect=seat.suspect,
                host=number == table.presence.host,
            )
            for number, seat in enumerate(table.presence.seats)
        ],
        options=table.setup.options,
        public=table.setup.public,
        rated=table.setup.rated,
        level=table.setup.level,
        tempo=table.setup.tempo,
        watching=table.presence.watching,
        match=table.started.match if table.started else None,
        matches=table.matches,
        resumes_at=table.resumes_at,
        pace=table.play.time.pace if table.play is not None else table.pace,
        done=table.done.seats,
        says=table.stop_reason,
        preparing=table.starting.progress,
        starting=table.starting.asked,
    )


def listed(table: "LiveTable") -> m.Listed:
    """The table's entry in the lobby."""
    seats, host = table.presence.seats, table.presence.host
    return m.Listed(
        id=table.id,
        game=table.setup.game,
        title=parlour.game(table.setup.game).title,
        status=table.status,
        seats=table.setup.seats,
        taken=sum(not seat.free for seat in seats),
        host=seats[host].name if host is not None else None,
        watching=table.presence.watching,
    )
