/** The result of a match as a picture to share, drawn in the colours of the page. */

import { download } from '../kit/download'

export interface PictureRow {
  name: string
  score: string
  colour: string // a CSS colour, tokens allowed
  place: number
}

export interface Picture {
  title: string
  headline: string
  note: string // how the game is won
  foot: string
  rows: PictureRow[]
  accent: string
  emblem: SVGSVGElement | null
}

const WIDE = 1080
const ROW = 92
const PAINTED = ['fill', 'stroke', 'stroke-width', 'stroke-linecap', 'stroke-linejoin', 'opacity', 'font'] as const

/** The value of a colour that may be a token of the theme. */
function colour(value: string): string {
  const probe = document.createElement('span')
  probe.style.color = value
  document.body.append(probe)
  const found = getComputedStyle(probe).color
  probe.remove()
  return found
}

/** A drawing of the page as an image: its colours are tokens, so they are written into the copy. */
async function rasterised(svg: SVGSVGElement, side: number): Promise<HTMLImageElement> {
  const copy = svg.cloneNode(true) as SVGSVGElement
  const copies = [copy, ...copy.querySelectorAll<SVGElement>('*')]
  for (const [index, each] of [svg, ...svg.querySelectorAll<SVGElement>('*')].entries()) {
    const style = getComputedStyle(each)
    for (const name of PAINTED) copies[index]!.style.setProperty(name, style.getPropertyValue(name))
  }
  copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg')
  copy.setAttribute('width', String(side))
  copy.setAttribute('height', String(side))
  const image = new Image()
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(new XMLSerializer().serializeToString(copy))}`
  await image.decode()
  return image
}

/** The text, shortened to fit. */
function fitted(context: CanvasRenderingContext2D, text: string, room: number): string {
  if (context.measureText(text).width <= room) return text
  let short = text
  while (short && context.measureText(`${short}…`).width > room) short = short.slice(0, -1)
  return `${short}…`
}

/** In up to two lines of at most this size. */
function lines(context: CanvasRenderingContext2D, text: string, room: number): string[] {
  if (context.measureText(text).width <= room) return [text]
  const all = text.split(' ')
  let first = ''
  while (all.length > 1 && context.measureText(`${first} ${all[0]}`).width <= room) first = `${first} ${all.shift()}`
  return [first.trim(), all.join(' ')].filter(Boolean).map((line) => fitted(context, line, room))
}

export async function resultPicture(picture: Picture): Promise<Blob> {
  await document.fonts.ready
  const canvas = document.createElement('canvas')
  const context = canvas.getContext('2d')!
  const rounded = getComputedStyle(document.documentElement).getPropertyValue('--rounded')
  const font = (size: number, weight = 600) => (context.font = `${weight} ${size}px ${rounded}`)
  font(66)
  const told = lines(context, picture.headline, WIDE - 120)
  const top = 478 + (told.length - 1) * 64
  const high = top + picture.rows.length * ROW + 176
  canvas.width = WIDE // which also forgets the font
  canvas.height = high
  const ink = colour('var(--ink)')

  context.fillStyle = colour('var(--table)')
  context.fillRect(0, 0, WIDE, high)
  const light = context.createRadialGradient(WIDE * 0.3, 0, 0, WIDE * 0.3, 0, WIDE)
  light.addColorStop(0, colour('var(--table-light)'))
  light.addColorStop(1, colour('var(--table)'))
  context.fillStyle = light
  context.fillRect(0, 0, WIDE, high)
  context.fillStyle = colour(picture.accent)
  context.fillRect(0, 0, WIDE, 18)

  const middle = WIDE / 2
  const disc = (radius: number, fill: string) => {
    context.fillStyle = colour(fill)
    context.beginPath()
    context.arc(middle, 176, radius, 0, 2 * Math.PI)
    context.fill()
  }
  disc(122, picture.accent)
  disc(110, 'var(--card)')
  if (picture.emblem) context.drawImage(await rasterised(picture.emblem, 176), middle - 88, 88, 176, 176)

  context.textAlign = 'center'
  context.textBaseline = 'middle'
  context.fillStyle = colour('var(--ink-soft)')
  font(34, 500)
  context.fillText(picture.title, middle, 342)
  context.fillStyle = ink
  font(66)
  told.forEach((line, number) => context.fillText(line, middle, 416 + number * 72 - (told.length - 1) * 8))

  picture.rows.forEach(({ name, score, colour: player, place }, number) => {
    const y = top + number * ROW
    context.fillStyle = colour('var(--raised)')
    context.beginPath()
    context.roundRect(120, y, WIDE - 240, ROW - 14, 39)
    context.fill()
    if (place === 1) {
      context.strokeStyle = colour('var(--brass)')
      context.lineWidth = 5
      context.stroke()
    }
    const at = y + (ROW - 14) / 2
    context.fillStyle = colour(player)
    context.beginPath()
    context.arc(218, at, 21, 0, 2 * Math.PI)
    context.fill()
    context.fillStyle = colour('var(--raised-ink)')
    font(38, place === 1 ? 600 : 500)
    context.fillText(`${place}.`, 168, at + 2)
    context.textAlign = 'right'
    context.fillText(score, WIDE - 164, at + 2)
    const room = WIDE - 164 - context.measureText(score).width - 30 - 260
    context.textAlign = 'left'
    context.fillText(fitted(context, name, room), 260, at + 2)
    context.textAlign = 'center'
  })

  context.fillStyle = colour('var(--ink-soft)')
  font(30, 500)
  context.fillText(picture.note, middle, high - 106)
  context.fillText(picture.foot, middle, high - 58)
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('no picture'))), 'image/png'),
  )
}

/** Shares a file with another app where the device can do that; otherwise downloads it. */
export async function shareFile(file: File, title: string): Promise<'shared' | 'saved'> {
  if (navigator.canShare?.({ files: [file] })) {
    try {
      await navigator.share({ files: [file], title })
      return 'shared'
    } catch (error) {
      if ((error as Error).name === 'AbortError') return 'shared' // the player thought better of it
    }
  }
  download(file)
  return 'saved'
}
