// What is wrong with the layout of a page, whatever its data: text that is cut or covered, controls out of reach, sideways scrolling.
import type { Page } from 'playwright-core'

/** One line per fault, with the text it concerns. The page is left scrolled to its top. */
export function layoutFaults(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const faults = new Set<string>()
    const drawn = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))
    const nameOf = (one: Element) => {
      const text = (one.textContent ?? '').trim().replaceAll(/\s+/g, ' ')
      return `${one.tagName.toLowerCase()}.${one.getAttribute('class') ?? ''} “${(text || one.getAttribute('aria-label') || '').slice(0, 50)}”`
    }
    /** Only for screen readers, or in a part that is not shown now. */
    const isHidden = (one: Element): boolean => {
      if (!one.checkVisibility({ checkOpacity: true, checkVisibilityCSS: true })) return true
      for (let up: Element | null = one; up; up = up.parentElement) {
        const { clipPath, clip } = getComputedStyle(up)
        if (clip.startsWith('rect(0') || clipPath === 'inset(50%)' || up.hasAttribute('inert')) return true
      }
      return false
    }
    const boxesOf = (text: Text): DOMRect[] => {
      const range = document.createRange()
      range.selectNodeContents(text)
      return [...range.getClientRects()].filter(({ width, height }) => width > 1 && height > 1)
    }
    /** The element that cuts off what leaves it sideways, if it cannot be scrolled there. */
    const cutter = (one: Element): Element | undefined => {
      for (let up: Element | null = one; up && up !== document.body; up = up.parentElement) {
        const { overflowX, position } = getComputedStyle(up)
        if (overflowX === 'auto' || overflowX === 'scroll') return undefined
        if (overflowX !== 'visible') return up
        if (position === 'fixed') return undefined
      }
      return undefined
    }
    /** The part of a box that no scrolled or clipped part around it hides. */
    const within = (box: DOMRect, one: Element): DOMRect => {
      let { left, top, right, bottom } = box
      for (let up: Element | null = one; up && up !== document.body; up = up.parentElement) {
        const { overflowX, overflowY, position } = getComputedStyle(up)
        if (overflowX !== 'visible' || overflowY !== 'visible') {
          const edge = up.getBoundingClientRect()
          left = Math.max(left, edge.left)
          right = Math.min(right, edge.right)
          top = Math.max(top, edge.top)
          bottom = Math.min(bottom, edge.bottom)
        }
        if (position === 'fixed') break
      }
      return new DOMRect(left, top, Math.max(0, right - left), Math.max(0, bottom - top))
    }
    window.scrollTo(0, 0)
    await drawn()
    if (document.documentElement.scrollWidth > innerWidth) faults.add('the page scrolls sideways')

    type Leaf = { element: Element; box: DOMRect }
    const leaves: Leaf[] = []
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = texts.nextNode(); node; node = texts.nextNode()) {
      const element = node.parentElement
      if (
        !(node instanceof Text) ||
        !element ||
        !node.data.trim() ||
        element.closest('script, style, svg, option, noscript, template')
      )
        continue
      if (isHidden(element)) continue
      const boxes = boxesOf(node)
      const by = cutter(element)
      if (by) {
        const edge = by.getBoundingClientRect()
        const isCut = boxes.some(({ left, right }) => left < edge.left - 1.5 || right > edge.right + 1.5)
        const isNoted = by.closest('[title], [aria-describedby], [data-tip]') !== null
        if (isCut && !isNoted) faults.add(`cut text: ${nameOf(element)}`)
      }
      for (const box of boxes) {
        const shown = within(box, element)
        if (shown.width > 1 && shown.height > 1) leaves.push({ element, box: shown })
      }
    }
    /** Fixed and sticky parts lie above what scrolls below them. */
    const layerOf = (one: Element): Element | null => {
      for (let up: Element | null = one; up; up = up.parentElement)
        if (['fixed', 'sticky'].includes(getComputedStyle(up).position)) return up
      return null
    }
    const layers = new Map<Element, Element | null>()
    const layer = (one: Element) => {
      if (!layers.has(one)) layers.set(one, layerOf(one))
      return layers.get(one)
    }
    leaves.sort((a, b) => a.box.top - b.box.top)
    for (const [at, one] of leaves.entries())
      for (let next = at + 1; next < leaves.length; next += 1) {
        const other = leaves[next]
        if (!other || other.box.top >= one.box.bottom - 3) break
        const wide = Math.min(one.box.right, other.box.right) - Math.max(one.box.left, other.box.left)
        const high = Math.min(one.box.bottom, other.box.bottom) - other.box.top
        if (wide < 3 || high < 4 || one.element === other.element || layer(one.element) !== layer(other.element))
          continue
        if (one.element.contains(other.element) || other.element.contains(one.element)) continue
        faults.add(`texts overlap: ${nameOf(one.element)} and ${nameOf(other.element)}`)
      }

    const controls = document.querySelectorAll<HTMLElement>(
      'a[href], button, input, select, textarea, summary, [role=tab], [role=switch]',
    )
    for (const control of controls) {
      if (isHidden(control) || control.matches(':disabled')) continue
      const shown =
        control instanceof HTMLInputElement && ['checkbox', 'radio', 'file'].includes(control.type)
          ? (control.labels?.[0] ?? control)
          : control
      shown.scrollIntoView({ block: 'center', inline: 'nearest', behavior: 'instant' })
      const atItsCentre = () => {
        const [{ left, top, width, height } = new DOMRect()] = shown.getClientRects()
        return width < 2 || height < 2 ? shown : document.elementFromPoint(left + width / 2, top + height / 2)
      }
      const isReached = (there: Element | null) =>
        there !== null &&
        (shown.contains(there) ||
          there.contains(shown) ||
          control.contains(there) ||
          there.closest('label')?.control === control)
      if (isReached(atItsCentre())) continue
      // A link past the menu is shown while it has the focus.
      control.focus({ preventScroll: true })
      const there = atItsCentre()
      if (!isReached(there))
        faults.add(`covered: ${nameOf(control)} by ${there ? nameOf(there) : 'nothing, it is outside the window'}`)
      control.blur()
    }
    window.scrollTo(0, 0)
    return [...faults]
  })
}
