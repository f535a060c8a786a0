"""Counters and timings of one process, and their text for Prometheus (`/metrics`)."""

from dataclasses import dataclass, field

VERDICTS = 2000  # timings of this many of the latest verdicts are kept
LAGS = 600  # and this many of the latest loop lags: a minute


@dataclass
class Metrics:
    """Everything since the process started."""

    events: int = 0
    refused: int = 0
    clamps: int = 0
    races: int = 0
    suspects: int = 0  # players who rang several times faster than people can react
    unknown_proxy: int = 0  # 1 if clients come through a proxy that the server was not told of
    rejected: int = 0  # messages that could not be understood or came too fast, and wrong origins
    limited: int = 0  # requests for a table that came too fast
    verdict_ms: list[float] = field(default_factory=list)  # delay of verdicts beyond the earliest possible moment
    lag_ms: list[float] = field(default_factory=list)  # of the event loop

    def judged(self, clamps: int, late: float) -> None:
        """A verdict was sent `late` ms after the earliest possible moment; `clamps` claims were corrected."""
        self.races += 1
        self.clamps += clamps
        self.verdict_ms.append(late)
        del self.verdict_ms[:-VERDICTS]

    def lagged(self, ms: float) -> None:
        """The event loop was found to be this late."""
        self.lag_ms.append(ms)
        del self.lag_ms[:-LAGS]

    def text(self, tables: int, playing: int, sockets: int) -> str:
        """In the Prometheus text format, together with the current numbers of tables and connections."""
        values: list[tuple[str, str, float]] = [
            ("parlour_tables", "gauge", tables),
            ("parlour_tables_playing", "gauge", playing),
            ("parlour_sockets", "gauge", sockets),
            ("parlour_events_total", "counter", self.events),
            ("parlour_refused_total", "counter", self.refused),
            ("parlour_rejected_total", "counter", self.rejected),
            ("parlour_limited_total", "counter", self.limited),
            ("parlour_races_total", "counter", self.races),
            ("parlour_clamps_total", "counter", self.clamps),
            ("parlour_unknown_proxy", "gauge", self.unknown_proxy),
            ("parlour_suspects_total", "counter", self.suspects),
        ]
        lines = [f"# TYPE {name} {kind}\n{name} {value}\n" for name, kind, value in values]
        lines.append(_quantiles("parlour_verdict_delay_ms", self.verdict_ms))
        lines.append(_quantiles("parlour_loop_lag_ms", self.lag_ms))
        return "".join(lines)


def _quantiles(name: str, values: list[float]) -> str:
    ordered = sorted(values)
    text = f"# TYPE {name} summary\n"
    for share in (0.5, 0.95, 0.99):
        value = ordered[min(len(ordered) - 1, int(share * len(ordered)))] if ordered else 0.0
        text += f'{name}{{quantile="{share}"}} {value:.3f}\n'
    return text + f"{name}_count {len(ordered)}\n"
