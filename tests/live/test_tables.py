"""All tables of a process: idle ones are deleted, those in use are not."""

import asyncio
import sqlite3
from contextlib import closing

import pytest
from tests.live.web_server import web_server

from parlour.live import messages as m

pytestmark = pytest.mark.usefixtures("compiled_in_process")


def test_only_tables_that_nobody_uses_are_deleted(tmp_path):
    """Two processes share a database. Neither deletes a table that is in use in the other."""

    async def main():
        async with web_server(tmp_path) as one, web_server(tmp_path) as other:
            here, left, again = [await one.make(game="parrot") for _ in range(3)]
            await here.connect()
            with closing(sqlite3.connect(tmp_path / "parlour.db")) as database, database:
                database.execute("UPDATE tables SET touched = touched - 100 * 3600")
            found = await other.tables.find(again.table_id)  # being loaded; nobody is connected yet
            one.tables.open[here.table_id].log.touched -= 100 * 3600
            await one.tables.sweep()
            await here.say(m.Hidden(hidden=True))  # the table was idle for long, but somebody is connected
            await here.until("table")
            await one.tables.written(here.table_id)
            await other.tables.sweep()
            assert found is other.tables.open[again.table_id]
            for client, there in ((here, True), (left, False), (again, True)):
                assert (other.tables.store.table(client.table_id) is not None) is there
            await here.say(m.Emote(kind="thanks"))
            await here.until("sign")
            await here.say(m.Start())
            await here.until("welcome")
            await here.close()
            return await other.tables.find(left.table_id)

    assert asyncio.run(main()) is None
