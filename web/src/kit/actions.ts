/** Actions are numbers: a game's `Act` (rules.gen.ts) says where each range begins, and the offset says which card or place. */

type Acts<Name extends string> = Readonly<Record<Name, number>>

/** True if an action lies in the range that begins at `act[name]`; a range ends where the next one begins. */
export function isAct<Name extends string>(act: Acts<Name>, name: NoInfer<Name>, action: number): boolean {
  const first = act[name]
  return action >= first && !Object.values<number>(act).some((other) => other > first && other <= action)
}
