/** Each number has a colour of its own, warm to cool, so that Pairs stand out. The numeral says the same. */

export interface Tint {
  base: string
  deep: string
  light: string
}

const tints: Tint[] = [
  { base: '#bf2a45', deep: '#7a1328', light: '#dd6176' },
  { base: '#d6432b', deep: '#8c2413', light: '#ee7a5c' },
  { base: '#e2672a', deep: '#95400f', light: '#f4955e' },
  { base: '#e98a1f', deep: '#985708', light: '#f8b25c' },
  { base: '#e6a820', deep: '#8a6007', light: '#f6c964' },
  { base: '#d2b827', deep: '#766406', light: '#e8d565' },
  { base: '#9ab22f', deep: '#54640f', light: '#bfd163' },
  { base: '#55a03f', deep: '#2b5f1b', light: '#86c273' },
  { base: '#208e64', deep: '#0c5438', light: '#58b691' },
  { base: '#1c8c90', deep: '#0a5457', light: '#55b6b8' },
  { base: '#2d7cb6', deep: '#154a74', light: '#68a8d8' },
  { base: '#4460b0', deep: '#23386f', light: '#7c93d3' },
  { base: '#6f4ca0', deep: '#412868', light: '#a080c8' },
]

/** A Parrot beside a Parrot, or a card that is down: no number, so no colour. */
const plain: Tint = { base: '#8a7454', deep: '#4f4029', light: '#b7a382' }

export const tintOf = (face: string): Tint => tints[Number(face)] ?? plain

/** The back of the cards. */
export const plume: Tint = { base: '#1d7456', deep: '#125039', light: '#2a8a69' }
