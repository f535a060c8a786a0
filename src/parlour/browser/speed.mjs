// How fast Node plays random matches with a game's WebAssembly: node speed.mjs GAME.wasm GAME.json SEATS
// Reads a number of seconds per line and answers with steps per second. `parlour bench` runs it beside native code.
import { readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'

const [code, words, seats] = process.argv.slice(2)
const { layouts, options, dataEnd } = JSON.parse(readFileSync(words, 'utf8'))
const module = new WebAssembly.Module(readFileSync(code))
const STACK = 512 * 1024
const start = (dataEnd + STACK + 15) & ~15
const memory = new WebAssembly.Memory({ initial: (start >> 16) + 2 })
const env = { __linear_memory: memory, __stack_pointer: new WebAssembly.Global({ value: 'i32', mutable: true }, start) }
for (const { name, kind } of WebAssembly.Module.imports(module))
  if (kind === 'function')
    env[name] = () => {
      throw new Error(`the engine called ${name}`)
    }
const calls = new WebAssembly.Instance(module, { env }).exports
const blank = start
const state = blank + layouts.State.size + 8
const dice = state + layouts.State.size + 8
const pad = dice + layouts.Dice.size + 8
const bytes = new Uint8Array(memory.buffer)
const view = new DataView(memory.buffer)

// The options: what a choice or a table sets by default. Numbers have defaults of their own.
bytes[blank + layouts.State.fields.seats[0]] = Number(seats)
for (const option of options) {
  const [offset, type] = layouts.State.fields[option.name] ?? []
  if (!option.writes) {
    const write = { i1: 'setInt8', i2: 'setInt16', i4: 'setInt32' }[type]
    view[write](blank + offset, option.default, true)
    continue
  }
  let writes = option.writes[seats] ?? option.writes['*']
  if (option.depends) writes = writes[0]
  const which = option.values.findIndex((value) => String(value) === String(option.default))
  for (const [at, content] of writes[which]) bytes.set(Buffer.from(content, 'base64'), blank + at)
}

let number = 0n
function play(seconds) {
  let steps = 0
  const began = performance.now()
  let now = began
  while (now - began < 1000 * seconds) {
    for (let i = 0; i < 10; i++) {
      bytes.copyWithin(state, blank, blank + layouts.State.size)
      const seed = calls.seed_of(1n, number++)
      calls.begin(state, seed)
      view.setBigInt64(dice, calls.scramble(seed + 1n), true)
      bytes[dice + layouts.Dice.fields.seat[0]] = 0
      steps += calls.random_match(state, dice, pad)
    }
    now = performance.now()
  }
  return (1000 * steps) / (now - began)
}

play(0.2)
for await (const line of createInterface({ input: process.stdin })) console.log(play(Number(line)))
