// The look of a page in numbers, so that two states of a screen can be compared automatically.
import type { Page } from 'playwright-core'

/** One line per element of the page's regions: its identity, box and style. */
export type Picture = string[]

/** Computed styles that the box of an element does not show. */
const DRAWN_BY = [
  'display',
  'position',
  'z-index',
  'overflow-x',
  'overflow-y',
  'color',
  'background-color',
  'border-top-width',
  'border-top-color',
  'border-bottom-width',
  'border-left-width',
  'border-top-left-radius',
  'outline-style',
  'box-shadow',
  'opacity',
  'visibility',
  'font-size',
  'font-weight',
  'line-height',
  'letter-spacing',
  'text-align',
  'text-decoration-line',
  'white-space-collapse',
  'cursor',
  'transform',
]

/** The initial view: nothing scrolled, nothing focused. Elements inside SVG drawings are skipped. */
export async function pictureOf(page: Page): Promise<Picture> {
  const { styles, elements } = await page.evaluate(async (properties) => {
    const active = document.activeElement
    if (active instanceof HTMLElement && !active.closest('dialog')) active.blur()
    window.scrollTo(0, 0)
    await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))
    const regions = [...document.querySelectorAll('header, nav, main, dialog[open]')]
    const outermost = regions.filter((one) => !regions.some((other) => other !== one && other.contains(one)))
    const found = outermost.flatMap((region) => [region, ...region.querySelectorAll('*:not(svg *)')])
    for (const one of found) if (one.scrollTop > 0) one.scrollTop = 0
    const known = new Map<string, number>()
    const lines = found.map((one): [string, number] => {
      const { x, y, width, height } = one.getBoundingClientRect()
      const computed = getComputedStyle(one)
      const style = properties.map((name) => `${name}: ${computed.getPropertyValue(name)}`).join('\n')
      const at = known.get(style) ?? known.size
      known.set(style, at)
      const name = `${one.tagName.toLowerCase()}.${one.getAttribute('class') ?? ''}`
      return [`${name} at ${[x, y, width, height].map((side) => Math.round(side * 10) / 10)}`, at]
    })
    return { styles: [...known.keys()], elements: lines }
  }, DRAWN_BY)
  return elements.map(([where, at]) => `${where}\n${styles[at]}`)
}

/** The first few differing elements with their differences; empty for equal pictures. */
export function differences(one: Picture, other: Picture): string[] {
  if (one.length !== other.length) return [`${one.length} elements and ${other.length}`]
  const differing = one.flatMap((element, at) => {
    const before = element.split('\n')
    const after = other[at]?.split('\n') ?? []
    const lines = before.flatMap((line, row) => (line === after[row] ? [] : [`${line} | ${after[row]}`]))
    return lines.length > 0 ? [`${before[0]}: ${lines.join(', ')}`] : []
  })
  return differing.slice(0, 8)
}
