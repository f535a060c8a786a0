// Faults in the layout of the screen as it is now, one sentence each. Evaluated in the page by layout.py.
function misfits({ longName, botNames, thumb }) {
  const SLACK = 1.5 // px: rounding, and glyphs that reach over their box
  const DEEP = 4 // px by which two things must overlap in both directions
  const width = innerWidth
  const height = innerHeight
  const faults = new Set()
  const bots = new RegExp(`\\b(${botNames.join('|')})\\b`, 'g')

  // Bots have short names; friends need not.
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  while (texts.nextNode()) {
    const node = texts.currentNode
    if (node.parentElement.closest('input, select, script, style')) continue
    const renamed = node.data.replace(bots, longName)
    if (renamed !== node.data) node.data = renamed
  }

  const onTop = 'dialog[open], [role=dialog], .curtain, .verdict, .emotes .list, .stage > .over'
  const dialog = [...document.querySelectorAll(onTop)].at(-1)
  const root = dialog ?? document.body
  const styles = new Map()
  const style = (element) => {
    if (!styles.has(element)) styles.set(element, getComputedStyle(element))
    return styles.get(element)
  }
  const told = (element) => {
    const text = (element.getAttribute('aria-label') ?? element.textContent ?? '').trim().replace(/\s+/g, ' ')
    const named = element.dataset?.part ?? [...element.classList].filter((each) => !each.startsWith('svelte-'))[0]
    return `${element.localName}${named ? `.${named}` : ''} "${text.slice(0, 40)}"`
  }
  const above = function* (element) {
    for (let each = element.parentElement; each && each !== document.documentElement; each = each.parentElement)
      yield each
  }
  const seen = (element) => {
    if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) return false
    for (const each of [element, ...above(element)]) {
      const { clipPath, opacity } = style(each)
      if (clipPath === 'inset(50%)' || Number(opacity) < 0.1) return false
    }
    return true
  }
  const scrolls = (element, axis) => /auto|scroll/.test(style(element)[axis === 'x' ? 'overflowX' : 'overflowY'])
  const clips = (element, axis) => /hidden|clip/.test(style(element)[axis === 'x' ? 'overflowX' : 'overflowY'])
  /** Within something that scrolls in this direction, so that being cut off is no fault. */
  const reachable = (element, axis) => {
    for (const each of above(element)) if (scrolls(each, axis)) return true
    return axis === 'y' && document.scrollingElement.scrollHeight > height + 1 && !element.closest('.stage')
  }

  if (document.documentElement.scrollWidth > width + 1)
    faults.add(`the page is ${document.documentElement.scrollWidth} px wide`)

  // Cards may lie on top of each other and out of reach; what they are laid out by says so.
  const loose = '[data-card], [data-loose], svg'
  const leaves = []
  const range = document.createRange()
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  while (walker.nextNode()) {
    const node = walker.currentNode
    const element = node.parentElement
    if (!node.data.trim() || element.closest('svg, option, script, style, .heard-only') || !seen(element)) continue
    range.selectNodeContents(node)
    const boxes = [...range.getClientRects()].filter((box) => box.width > 1 && box.height > 1)
    for (const box of boxes) leaves.push({ element, box, text: node.data.trim() })
    // Only names are long enough to be broken; a number or a word in two lines cannot be read.
    if (/^[\w.,−+]+$/.test(node.data.trim()) && !node.data.includes(longName))
      if (boxes.some(({ top }) => Math.abs(top - boxes[0].top) > DEEP)) faults.add(`"${node.data.trim()}" is broken`)
  }
  const pressable = [...root.querySelectorAll('button, a[href], select, summary, input, [role=button]')].filter(
    (element) =>
      seen(element.matches('label input') ? element.closest('label') : element) && !element.closest('[inert]'),
  )

  const offScreen = (element, box, what) => {
    for (const [axis, low, high, end] of [
      ['x', box.left, box.right, width],
      ['y', box.top, box.bottom, height],
    ]) {
      if ((low < -SLACK || high > end + SLACK) && !reachable(element, axis))
        faults.add(`${what} is off the screen (${axis} ${Math.round(low)} to ${Math.round(high)} of ${end})`)
    }
  }
  const cut = (element, box) => {
    for (const each of [element, ...above(element)]) {
      if (each === document.body) break
      const rim = each.getBoundingClientRect()
      for (const [axis, low, high, first, last] of [
        ['x', box.left, box.right, rim.left, rim.right],
        ['y', box.top, box.bottom, rim.top, rim.bottom],
      ])
        if (clips(each, axis) && (low < first - SLACK || high > last + SLACK) && !reachable(each, axis))
          return `${Math.round(Math.max(first - low, high - last))} px (${axis}) by ${told(each).slice(0, 50)}`
      if (scrolls(each, 'x') || scrolls(each, 'y')) break
    }
    return null
  }

  /** What is left of a box after its scrolling ancestors have cut it. */
  const shown = (element, box) => {
    let { left, right, top, bottom } = box
    for (const each of [element, ...above(element)]) {
      if (!/auto|scroll|hidden|clip/.test(style(each).overflowX + style(each).overflowY)) continue
      const rim = each.getBoundingClientRect()
      left = Math.max(left, rim.left)
      right = Math.min(right, rim.right)
      top = Math.max(top, rim.top)
      bottom = Math.min(bottom, rim.bottom)
    }
    return { left, right, top, bottom }
  }

  for (const { element, box, text } of leaves) {
    const what = `"${text.slice(0, 40)}" in ${element.localName}.${[...element.classList][0] ?? ''}`
    offScreen(element, shown(element, box), what)
    const hidden = cut(element, box)
    if (!hidden) continue
    // Only names are long enough to be shortened, and enough of them must remain.
    const shortened = [element, ...above(element)].find((each) => style(each).textOverflow === 'ellipsis')
    const room = shortened?.getBoundingClientRect().width ?? 0
    if (!(shortened && (text.includes(longName) || shortened.matches('.name, .called, th')) && room >= 20))
      faults.add(`${what} is cut off: ${hidden}`)
  }

  // Touch targets
  const target = (element) => {
    const label = element.matches('input') ? element.closest('label') : null
    return (label && /radio|checkbox/.test(element.type) ? label : element).getBoundingClientRect()
  }
  for (const element of pressable) {
    const box = target(element)
    const inline = element.matches('p a, li a, dd a') && style(element).display === 'inline'
    if (box.width < 1 || inline || element.closest('[data-loose]')) continue
    if (box.width < thumb - 0.5 || box.height < thumb - 0.5)
      faults.add(`${told(element)} is ${Math.round(box.width)} × ${Math.round(box.height)} px`)
  }
  for (const element of pressable) {
    if (element.closest(loose)) continue
    offScreen(element, target(element), told(element))
    const hidden = cut(element, target(element))
    if (hidden) faults.add(`${told(element)} is cut off: ${hidden}`)
  }

  // Overlaps: two texts, two things to press, or something painted over a text
  const related = (a, b) => a.contains(b) || b.contains(a)
  const overlap = (a, b) =>
    Math.min(a.right, b.right) - Math.max(a.left, b.left) > DEEP &&
    Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > DEEP
  const floats = (element) => [element, ...above(element)].some((each) => /fixed|sticky/.test(style(each).position))
  const free = leaves
    .filter(({ element }) => !element.closest(loose))
    .map((each) => ({ ...each, box: shown(each.element, each.box) }))
  for (const [index, one] of free.entries())
    for (const other of free.slice(index + 1))
      if (one.element !== other.element && overlap(one.box, other.box) && floats(one.element) === floats(other.element))
        faults.add(`"${one.text.slice(0, 30)}" and "${other.text.slice(0, 30)}" overlap`)
  const pressed = pressable.filter((element) => !element.closest(loose) && !element.matches('label input'))
  for (const [index, one] of pressed.entries())
    for (const other of pressed.slice(index + 1))
      if (
        !related(one, other) &&
        floats(one) === floats(other) &&
        overlap(shown(one, one.getBoundingClientRect()), shown(other, other.getBoundingClientRect()))
      )
        faults.add(`${told(one)} and ${told(other)} overlap`)

  const paints = (element) => {
    const { backgroundColor, backgroundImage, opacity } = style(element)
    if (Number(opacity) < 0.2) return false
    if (element instanceof SVGElement) return element.localName !== 'svg' && element.localName !== 'g'
    if (element.localName === 'img') return true
    const alpha = /^rgba\([^)]*,\s*([\d.]+)\)$|\/\s*([\d.]+)\)$/.exec(backgroundColor)
    return (
      backgroundImage !== 'none' ||
      (backgroundColor !== 'rgba(0, 0, 0, 0)' && (!alpha || Number(alpha[1] ?? alpha[2]) > 0.3))
    )
  }
  const rule = new CSSStyleSheet()
  rule.replaceSync('*, *::before, *::after { pointer-events: auto !important }')
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, rule]
  for (const { element, box, text } of free) {
    if (floats(element)) continue
    const y = (box.top + box.bottom) / 2
    for (const part of [0.1, 0.5, 0.9]) {
      const x = box.left + part * (box.right - box.left)
      if (box.right <= box.left || x < 0 || x > width || y < 0 || y > height) continue
      for (const over of document.elementsFromPoint(x, y)) {
        if (over === element || over.contains(element)) break
        if (element.contains(over) || !paints(over) || floats(over)) continue // what floats gives way when the page is scrolled
        faults.add(
          `"${text.slice(0, 30)}" is covered by ${told(over.closest('[data-part], [data-card], button, section, aside, div') ?? over)}`,
        )
        break
      }
    }
  }
  document.adoptedStyleSheets = document.adoptedStyleSheets.filter((each) => each !== rule)
  return [...faults]
}
