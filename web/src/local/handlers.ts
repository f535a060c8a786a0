/** Requests to a local table, and checks that they are allowed. As src/parlour/live/handlers.py. */

import { Refusal } from '../engine/match'
import { MOST_NAME, type Act, type Options, type Said } from '../net/messages'
import { BadRequest } from './game'
import { checkedSetup } from './setup'
import type { Listener } from './broadcast'
import type { LocalTable } from './table'

const COLOURS = 8

/** Handles any message except hello and ping. What cannot be done is answered with one sentence. */
export function handle(table: LocalTable, listener: Listener, said: Said): void {
  const seq = said.t === 'act' ? said.seq : null
  try {
    serve(table, listener, said)
  } catch (error) {
    if (error instanceof Refusal) listener.deliver({ t: 'refused', says: error.message, seq, rule: error.rule })
    else if (error instanceof BadRequest) listener.deliver({ t: 'refused', says: `${error.message}.`, seq })
    else throw error
  }
}

function seated(listener: Listener): number {
  if (listener.seat === null) throw new BadRequest('only seated players can do that')
  return listener.seat
}

function requireHost(table: LocalTable, listener: Listener): void {
  if (seated(listener) !== table.kept.host) throw new BadRequest('only the host can do that')
}

function requireNoMatch(table: LocalTable): void {
  if (table.inMatch) throw new BadRequest('that cannot be changed during a match')
}

export function checkedName(name: string): string {
  const tidy = name.replace(/\p{C}/gu, '').trim().replace(/\s+/g, ' ')
  if (!tidy || [...tidy].length > MOST_NAME) throw new BadRequest(`a name has 1 to ${MOST_NAME} letters`)
  return tidy
}

function serve(table: LocalTable, listener: Listener, said: Said): void {
  switch (said.t) {
    case 'act':
      act(table, listener, said)
      break
    case 'done':
      table.done.add(seated(listener))
      break
    case 'answer':
      table.play?.answered(seated(listener), said.race)
      break
    case 'start':
      requireHost(table, listener)
      requireNoMatch(table)
      table.start()
      break
    case 'rematch':
      seated(listener)
      if (table.kept.status !== 'over' && table.kept.status !== 'stopped')
        throw new BadRequest('a rematch comes after a match')
      table.start()
      break
    case 'pause':
      seated(listener)
      table.pausing.pause()
      break
    case 'resume':
      seated(listener)
      table.pausing.resume()
      break
    case 'sit': {
      if (listener.seat !== null) throw new BadRequest('you already have a seat')
      const token = table.sit(said.seat, checkedName(said.name), (said.colour ?? 0) % COLOURS)
      listener.seat = said.seat
      listener.deliver({ t: 'token', seat: said.seat, token })
      table.welcome(listener, table.kept.number)
      table.announce()
      break
    }
    case 'bot': {
      requireHost(table, listener)
      requireNoMatch(table)
      const { names } = table.description.bots
      if (table.seat(said.seat).token) throw new BadRequest(`seat ${said.seat + 1} is taken`)
      if (said.level !== null && !names.includes(said.level))
        throw new BadRequest(`there is no bot '${said.level}'; there are ${names.join(', ')}`)
      table.seatBot(said.seat, said.level)
      break
    }
    case 'options':
      changeOptions(table, listener, said)
      break
    case 'leave':
      table.leave(seated(listener), said.bot ?? true)
      break
    case 'remove': {
      requireHost(table, listener)
      const { token, bot } = table.seat(said.seat)
      if (said.seat === listener.seat) throw new BadRequest('you cannot remove yourself; use Leave instead')
      if (!token && !bot) throw new BadRequest(`nobody sits in seat ${said.seat + 1}`)
      for (const other of table.at(said.seat))
        other.deliver({ t: 'refused', says: 'The host has removed you; you can keep watching.' })
      table.leave(said.seat, said.bot ?? true)
      break
    }
    case 'emote':
      table.postAll({ t: 'sign', seat: seated(listener), kind: said.kind })
      break
    case 'hidden':
      listener.hidden = said.hidden
      if (said.hidden && listener.seat !== null) table.play?.disconnected(listener.seat)
      table.visibilityChanged()
  }
}

function act(table: LocalTable, listener: Listener, { seq, action, reveal, reaction }: Act): void {
  const number = seated(listener)
  const seat = table.kept.seats[number]!
  if (seq <= seat.lastSeq) return // a repetition
  seat.lastSeq = seq
  if (!table.play || !table.match || table.match.over) throw new BadRequest('no match is being played')
  const taught = table.teacher?.moves(reaction ?? null)
  if (taught === null) throw new BadRequest('first read on')
  if (table.kept.status === 'paused' || table.pausing.resumesAt !== null) throw new BadRequest('the match is paused')
  if (action === table.leaveAction) throw new BadRequest('to leave the game, leave the table')
  const refuse = (refusal: Refusal) =>
    listener.deliver({ t: 'refused', says: refusal.message, seq, rule: refusal.rule })
  table.done.acts(number)
  table.play.press(number, action, reveal ?? null, taught ? taught.reaction : (reaction ?? null), refuse)
}

function changeOptions(table: LocalTable, listener: Listener, said: Options): void {
  requireHost(table, listener)
  const { t: _, tempo, ...others } = said
  if (Object.values(others).some((value) => value != null)) requireNoMatch(table)
  const now = table.kept.setup
  const setup = checkedSetup(table.description, {
    game: now.game,
    seats: said.seats ?? now.seats,
    options: said.options ?? now.options,
    level: said.level || now.level,
    tempo: tempo ?? now.tempo,
  })
  if (table.kept.seats.slice(setup.seats).some(({ token }) => token))
    throw new BadRequest('somebody sits in a seat that would be removed')
  table.change(setup)
}
