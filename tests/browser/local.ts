/**
 * Plays one match on a local table for each request line, and prints everything that its people were told, and its log.
 * tests/browser/test_local.py puts the views of all games in front of this.
 */

import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";

import type { Description } from "../../web/src/engine/description";
import { compileGame } from "../../web/src/engine/engine";
import { Device, Person, playOut, settled } from "../../web/src/local/fakes";
import type { GameViews } from "../../web/src/local/game";
import {
  packLog,
  readLog,
  unpackLog,
  writeLog,
  type Log,
} from "../../web/src/local/log";
import { alone, before } from "../../web/src/local/position";
import { logOf } from "../../web/src/local/seats";

interface Request {
  game: string;
  seats: number;
  level: string;
  people: number;
  options: Record<string, unknown>;
}

declare const VIEWS: Record<string, GameViews>;
declare const FOLDER: string;

async function played({ game, seats, level, people, options }: Request) {
  const description = JSON.parse(
    readFileSync(`${FOLDER}/${game}.json`, "utf8"),
  ) as Description;
  const code = await compileGame(
    description,
    readFileSync(`${FOLDER}/${game}.wasm`),
  );
  const device = new Device(code, VIEWS[game]!);
  const { table, person } = await device.table({ seats, level, options });
  const all = [person];
  const spectator = new Person(table, device.time);
  await settled();
  for (let seat = 1; seat < people; seat++) {
    const other = new Person(table, device.time);
    await settled();
    other.say({ t: "sit", seat, name: `Guest ${seat}` });
    all.push(other);
  }
  person.say({ t: "ping", c: 5 });
  person.say({ t: "rematch" });
  person.say({ t: "emote", kind: "wow" });
  person.say({ t: "start" });
  await device.time.pass(3000);
  person.say({ t: "pause" });
  person.say({ t: "resume" });
  await playOut(table, all, device.time);
  const log = writeLog(logOf(table.kept));
  const same = (await unpackLog(await packLog(log))) === log;
  return {
    told: person.told,
    watched: spectator.told,
    log,
    same,
    playedOn: await playedOn(device, readLog(log)),
  };
}

/** The log of a match that went on from the middle of another one, in another seat. */
async function playedOn(device: Device, log: Log): Promise<string> {
  const { seats, options, seed } = log.header;
  const { realTime } = device.parts.code.description;
  const found = before(
    log,
    { actions: log.entries.length >> 1, ms: null },
    realTime,
  )!;
  const beginning = {
    seed,
    ...found,
    origin: {
      kind: "position",
      match: "local-earlier",
      ms: found.clock,
    } as const,
  };
  const begun = alone({ seats, beginning }, seats - 1, "casual");
  const { table, person } = await device.table({ seats, options }, begun);
  await playOut(table, [person], device.time);
  return writeLog(logOf(table.kept));
}

for await (const line of createInterface({ input: process.stdin }))
  process.stdout.write(
    JSON.stringify(await played(JSON.parse(line) as Request)) + "\n",
  );
