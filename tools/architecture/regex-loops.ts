import { type AST, parseRegExpLiteral } from '@eslint-community/regexpp'

/** A counted repetition beyond this is read as an endless one. */
const COPIES = 6
const MOST_PATHS = 50_000

/** A character of the pattern: what it matches, and which characters can come next, with the number of ways to get there. */
interface Position {
  matches: Set<number>
  next: Map<Position, number>
}

interface State {
  position?: Position
  to: State[]
}

type Fragment = { first: State; last: State }

/**
 * Whether one text can be matched in two ways by the same loop of the pattern: each further round then doubles the ways that are
 * tried when the text does not match in the end. Lookarounds are judged on their own.
 */
export function hasAmbiguousLoop(pattern: string, flags: string): boolean {
  const { positions, starts } = automatonOf(pattern, flags)
  const budget = { paths: MOST_PATHS }
  for (const start of [...starts, ...positions.map(({ state }) => state)]) link(start, budget)
  return budget.paths < 0 || isAmbiguous(positions.map(({ position }) => position))
}

function automatonOf(pattern: string, flags: string) {
  const positions: { position: Position; state: State }[] = []
  const samples = samplesOf(pattern)

  function leaf(raw: string): Fragment {
    const one = new RegExp(`^(?:${raw})$`, flags.replace(/[gy]/g, ''))
    const matches = new Set(samples.filter((code) => one.test(String.fromCodePoint(code))))
    const last: State = { to: [] }
    const state: State = { position: { matches, next: new Map() }, to: [last] }
    if (state.position) positions.push({ position: state.position, state })
    return { first: state, last }
  }

  function oneOf(alternatives: AST.Alternative[]): Fragment {
    const last: State = { to: [] }
    const branches = alternatives.map(({ elements }) => inOrder(elements.map(fragmentOf)))
    for (const branch of branches) branch.last.to.push(last)
    return { first: { to: branches.map(({ first }) => first) }, last }
  }

  function repeated({ element, min, max }: AST.Quantifier): Fragment {
    if (max <= COPIES)
      return inOrder(
        Array.from({ length: max }, (_, at) => (at < min ? fragmentOf(element) : optional(fragmentOf(element)))),
      )
    const { first, last } = fragmentOf(element)
    const end: State = { to: [] }
    last.to.push(first, end)
    return { first: { to: min === 0 ? [first, end] : [first] }, last: end }
  }

  function fragmentOf(element: AST.Element): Fragment {
    if (element.type === 'Quantifier') return repeated(element)
    if (element.type === 'Group' || element.type === 'CapturingGroup') return oneOf(element.alternatives)
    if (element.type === 'Assertion' && 'alternatives' in element) parts.push(element.alternatives)
    return /^Character|ExpressionCharacterClass/.test(element.type) ? leaf(element.raw) : inOrder([])
  }

  const parts = [parseRegExpLiteral(`/${pattern}/${flags}`).pattern.alternatives]
  const starts: State[] = []
  // Lookarounds are appended while their pattern is read.
  for (const part of parts) starts.push(oneOf(part).first)
  return { positions, starts }
}

function inOrder(fragments: Fragment[]): Fragment {
  const first: State = { to: [] }
  const last = fragments.reduce((end, next) => {
    end.to.push(next.first)
    return next.last
  }, first)
  return { first, last }
}

function optional({ first, last }: Fragment): Fragment {
  const end: State = { to: [] }
  last.to.push(end)
  return { first: { to: [first, end] }, last: end }
}

/** One sample of each kind of character that the pattern distinguishes, approximately. */
function samplesOf(pattern: string): number[] {
  const escaped = [...pattern.matchAll(/\\[ux]\{?([\da-f]+)/gi)].map(([, hex = '']) => Number.parseInt(hex, 16))
  const written = [...pattern].map((char) => char.codePointAt(0) ?? 0)
  const usual = Array.from({ length: 128 }, (_, code) => code)
  return [...new Set([...usual, 0xa0, 0xe9, 0x301, 0x416, 0x2028, 0x6f22, 0x1f600, ...written, ...escaped])].filter(
    (code) => code <= 0x10ffff,
  )
}

/** Writes down what can follow a character, by every way that leads there without a step taken twice. */
function link(start: State, budget: { paths: number }): void {
  const next = start.position?.next
  const walk = (state: State, trail: State[]): void => {
    budget.paths -= 1
    if (budget.paths < 0 || trail.includes(state)) return
    if (state.position) next?.set(state.position, (next.get(state.position) ?? 0) + 1)
    else for (const to of state.to) walk(to, [...trail, state])
  }
  for (const to of start.to) walk(to, [])
}

/** Two walkers over the same text: a loop in which they part and meet again can be gone through in two ways. */
function isAmbiguous(positions: Position[]): boolean {
  const numbers = new Map(positions.map((position, at) => [position, at]))
  const pairs = new Map<string, string[]>()
  const nameOf = (a: Position, b: Position) => `${numbers.get(a)} ${numbers.get(b)}`
  const waiting: [Position, Position][] = positions.map((position) => [position, position])
  for (const [a, b] of waiting) {
    const name = nameOf(a, b)
    if (pairs.has(name)) continue
    const steps = [...a.next].flatMap(([x, ways]) =>
      [...b.next]
        .filter(([y]) => !x.matches.isDisjointFrom(y.matches))
        .map(([y]) => ({ x, y, is_double: a === b && x === y && ways > 1 })),
    )
    // Two ways from one character to the next one count as a pair that parts for one step.
    pairs.set(
      name,
      steps.flatMap(({ x, y, is_double }) => (is_double ? [nameOf(x, y), `${name} twice`] : [nameOf(x, y)])),
    )
    for (const { x, y, is_double } of steps) if (is_double) pairs.set(`${name} twice`, [nameOf(x, y)])
    waiting.push(...steps.map(({ x, y }): [Position, Position] => [x, y]))
  }
  const isApart = (name: string) => name.endsWith(' twice') || name.split(' ')[0] !== name.split(' ')[1]
  return positions.some((position) => {
    const home = nameOf(position, position)
    const apart = [...reach(pairs, [home])].filter(isApart)
    return apart.length > 0 && reach(pairs, apart).has(home)
  })
}

function reach(graph: Map<string, string[]>, from: string[]): Set<string> {
  const found = new Set<string>()
  const waiting = from.flatMap((name) => graph.get(name) ?? [])
  for (const name of waiting) {
    if (found.has(name)) continue
    found.add(name)
    waiting.push(...(graph.get(name) ?? []))
  }
  return found
}
