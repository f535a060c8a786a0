"""A device with a real connection: it keeps its view by applying changes, as the page does."""

import asyncio
import json
from typing import Any

import aiohttp

from parlour.live import messages as m
from parlour.live.view_diff import apply

LONG = 60.0  # seconds, for something that comes soon unless it never comes, even on a busy machine


class Client:
    def __init__(self, session: aiohttp.ClientSession, base: str, table: str) -> None:
        self.session, self.base, self.table_id = session, base, table
        self.ws: Any = None
        self.view: Any = None
        self.table: dict[str, Any] = {}
        self.you: int | None = None
        self.token: str | None = None
        self.invite: str | None = None
        self.legal: list[int] = []
        self.number = 0
        self.reveal: int | None = None
        self.seq = 0
        self.heard: list[dict[str, Any]] = []  # everything the socket brought
        self.over: dict[str, Any] | None = None

    @classmethod
    async def make(cls, session: aiohttp.ClientSession, base: str, **wanted: Any) -> "Client":
        async with session.post(f"{base}/api/tables", json={"name": "Ada", **wanted}) as answer:
            made = await answer.json()
            assert answer.status == 200, made
        client = cls(session, base, made["table"])
        client.token, client.invite = made["token"], made["invite"]
        return client

    async def connect(self) -> dict[str, Any]:
        self.ws = await self.session.ws_connect(f"{self.base}/ws/{self.table_id}", max_msg_size=0)
        await self.say(m.Hello(version=m.VERSION, token=self.token, invite=self.invite, last=self.number))
        return await self.until("welcome")

    async def say(self, message: m.FromClient) -> None:
        await self.ws.send_str(m.encode(message).decode())

    async def act(self, action: int, **more: Any) -> None:
        self.seq += 1
        await self.say(m.Act(seq=self.seq, action=action, **more))

    async def next(self, timeout: float = LONG) -> dict[str, Any]:
        message = await asyncio.wait_for(self.ws.receive(), timeout)
        if message.type is not aiohttp.WSMsgType.TEXT:
            raise ConnectionError(f"closed: {message.type.name} {message.extra}")
        told = json.loads(message.data)
        self.take(told)
        return told

    def take(self, told: dict[str, Any]) -> None:
        self.heard.append(told)
        if told["t"] == "welcome":
            self.view, self.table, self.you = told.get("view"), told["table"], told.get("you")
            self.legal, self.number = told.get("legal") or [], told["number"]
        elif told["t"] == "event":
            assert told["n"] > self.number
            self.view = apply(self.view, told.get("change") or [])
            self.legal, self.number = told.get("legal") or [], told["n"]
            if told.get("reveal"):
                self.reveal = told["n"]
        elif told["t"] == "table":
            self.table = told["table"]
        elif told["t"] == "token":
            self.token = told["token"]
        elif told["t"] == "over":
            self.over = told

    async def until(self, kind: str, timeout: float = LONG) -> dict[str, Any]:
        async with asyncio.timeout(timeout):
            while True:
                told = await self.next()
                if told["t"] == kind:
                    return told

    async def close(self) -> None:
        await self.ws.close()
