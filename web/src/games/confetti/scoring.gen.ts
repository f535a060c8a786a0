// Made by tools/page_views.py (make docs) from src/parlour/games/confetti; change it there.

import * as py from '../../engine/python'

const SHAPES: any = ['triangle', 'square', 'pentagon', 'star', 'cross', 'ring']
const COLOURS: any = ['red', 'orange', 'yellow', 'green', 'blue', 'purple']
const LETTERS = 'ROYGBP'

/** The sets that these cards carry, and the card for each size. */
export function viewSets(seen: any, cards: any): any {
  let found: any = []
  for (const [colour, kind] of py.enumerate(kindNames(seen))) {
    const bySize: any = py.range(3).map((size: any) =>
      cards
        .filter((card: any) => seen.deck[card][size] === colour)
        .map((card: any) => cardName(seen, card)))
    found.push(...py.zip(...bySize).map((three: any) => py.struct(['kind', 'small', 'medium', 'big'], [kind, ...three])))
  }
  return found
}

function kindNames(seen: any): any {
  return seen.side === /* Side.BLACK */ 1 ? SHAPES : COLOURS
}

function cardName(seen: any, card: any): any {
  return nameOf(seen.deck[card])
}

/** (0, 1, 2) is "ROY": small red, medium orange, big yellow. */
function nameOf(face: any): any {
  return face.map((colour: any) => LETTERS.at(colour)).join('')
}
