import type { ThemeView } from '@portico/contract/user.ts'

/** Selectors that cannot match before the user touches the page. */
const TOUCHED =
  /:(hover|active|focus|target|popover-open|modal|autofill|has|indeterminate)|::(selection|backdrop|-webkit)/
const DARK = '@media (prefers-color-scheme:dark)'

/**
 * The rules a drawn page needs to be painted, in their order and their layers: a third of what it may need later. The
 * whole style sheet comes after the markup, so that a rule too few or too many here lasts for one paint. Fonts that
 * must be fetched are left to it.
 */
export function criticalCss(css: string, markup: string, theme: ThemeView): string {
  const there = new Set(['html', 'body'])
  for (const [, tag = '', attributes = ''] of markup.matchAll(/<([a-z]+\d?)([^>]*)/g)) {
    there.add(tag)
    for (const [, name = ''] of attributes.matchAll(/ ([a-z-]+)(?==)/g)) there.add(`[${name}`)
    for (const name of / class="([^"]*)"/.exec(attributes)?.[1]?.split(' ') ?? []) there.add(`.${name}`)
  }
  for (const name of theme === 'system' ? ['.light', '.dark'] : [`.${theme}`]) there.add(name)
  const stored = withoutFetched(keep(css, there), css)
  return withoutUnused(theme === 'system' ? followingSystem(stored) : stored)
}

/** A font that is not there yet is not named either: a browser looks for each among its own, and that is slow. */
function withoutFetched(stored: string, css: string): string {
  const faces = [...css.matchAll(/@font-face\{([^}]*)\}/g)].map(([, body = '']) => body)
  const fetched = faces.filter((body) => body.includes('url('))
  const names = new Set(fetched.map((body) => /font-family:"?([^;"]+)/.exec(body)?.[1]))
  return [...names].reduce<string>((now, name) => now.replaceAll(`"${name}", `, ''), stored)
}

function keep(css: string, there: ReadonlySet<string>): string {
  return rulesOf(css)
    .map(({ head, body }) => {
      if (body === undefined) return `${head};`
      if (/^@(media|supports|layer)\b/.test(head)) {
        const inside = keep(body, there)
        return inside && `${head}{${inside}}`
      }
      const isNeeded = head.startsWith('@') ? head === '@font-face' && !body.includes('url(') : applies(head, there)
      return isNeeded ? `${head}{${body}}` : ''
    })
    .join('')
}

/** True where everything one of the selectors names is on the page; its other conditions count as met. */
function applies(selectors: string, there: ReadonlySet<string>): boolean {
  return withoutBrackets(selectors)
    .split(',')
    .some((one) => {
      if (TOUCHED.test(one)) return false
      const names = one.replace(/:(disabled|checked)/g, '[$1').replace(/::?[\w-]+/g, '')
      return names.match(/[.[]?-?[_a-z][\w-]*/gi)?.every((name) => there.has(name)) ?? true
    })
}

function withoutBrackets(selectors: string): string {
  const less = selectors.replace(/\([^()]*\)/g, '').replace(/(\[[\w-]+)[^\]]*\]/g, '$1')
  return less === selectors ? less : withoutBrackets(less)
}

/** The two themes for a body that has neither yet: the browser chooses, without a script. */
function followingSystem(css: string): string {
  return rulesOf(css)
    .map(({ head, body }) => {
      if (body === undefined) return `${head};`
      // Of media only what is shown on a screen at all: the dark theme is not printed.
      if (/^@(supports|layer|media screen)\b/.test(head)) return `${head}{${followingSystem(body)}}`
      if (head === '.dark') return `${DARK}{.system{${body}}}`
      return `${/^\.light\b/.test(head) ? '.system' : head}{${body}}`
    })
    .join('')
}

/** Most custom properties belong to charts, tables and states; one that nothing here reads need not be sent twice. */
function withoutUnused(css: string): string {
  const read = new Set([...css.matchAll(/var\((--[\w-]+)/g)].map(([, name = '']) => name))
  const less = css.replace(/(?<=[{;])(--[\w-]+):[^;{}]*(;|(?=\}))/g, (whole, name) => (read.has(name) ? whole : ''))
  return less === css ? css : withoutUnused(less)
}

interface Rule {
  head: string
  body?: string
}

/** The outermost rules of a style sheet; braces in quotes do not count. */
function rulesOf(css: string): Rule[] {
  const rules: Rule[] = []
  let depth = 0
  let start = 0
  let open = 0
  for (const { 0: sign, index } of css.matchAll(/"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|[{};]/g)) {
    if (sign === '{') {
      if (depth === 0) open = index
      depth += 1
    } else if (sign === '}') {
      depth -= 1
      if (depth === 0) rules.push({ head: css.slice(start, open).trim(), body: css.slice(open + 1, index) })
    } else if (sign !== ';' || depth > 0) continue
    else rules.push({ head: css.slice(start, index).trim() })
    if (depth === 0) start = index + 1
  }
  return rules
}
