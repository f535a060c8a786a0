/** Checks of what people choose for a table: the number of seats, the options, the level of the bots. */

import { ruleId, type Description, type OptionDescription } from '../engine/description'
import { BadRequest } from './game'
import type { Setup } from './store'

/** The same setup with every option; a BadRequest says what is wrong. */
export function checkedSetup(description: Description, wanted: Setup): Setup {
  const { title, minSeats, maxSeats, bots, options } = description
  const { seats, level } = wanted
  if (!Number.isInteger(seats) || seats < minSeats || seats > maxSeats)
    throw new BadRequest(`${title} is for ${minSeats} to ${maxSeats} players (${ruleId(description, 1)}), not ${seats}`)
  if (!bots.names.includes(level))
    throw new BadRequest(`${title} has no bot '${level}'; it has ${bots.names.join(', ')}`)
  const unknown = Object.keys(wanted.options).find((name) => !options.some((option) => option.name === name))
  if (unknown) throw new BadRequest(`${title} has no option '${unknown}'`)
  const chosen = options.map((option) => [option.name, checkedValue(option, wanted.options[option.name], seats)])
  return { ...wanted, options: Object.fromEntries(chosen) as Record<string, unknown> }
}

function checkedValue(option: OptionDescription, value: unknown, seats: number): unknown {
  const { name, kind, low, high, values } = option
  if (value === undefined) value = option.default
  const inRange = (number: unknown) => Number.isInteger(number) && low! <= Number(number) && Number(number) <= high!
  if (kind === 'number' && !inRange(value)) throw new BadRequest(`${name} is a number from ${low} to ${high}`)
  if (kind === 'perseat') {
    const each: unknown[] = Array.isArray(value) ? value : new Array<unknown>(seats).fill(value)
    if (each.length !== seats || !each.every(inRange))
      throw new BadRequest(`${name} is a number from ${low} to ${high} for each of the ${seats} players`)
    return Array.isArray(value) ? each : value
  }
  if (kind === 'choice' || kind === 'table') {
    const found = values.find((each) => String(each) === String(value))
    if (found === undefined) throw new BadRequest(`${name} is one of ${values.map(String).join(', ')}`)
    return found
  }
  return value
}
