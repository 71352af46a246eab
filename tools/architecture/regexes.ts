import { analyse } from 'scslre'
import { dotted } from './facts.ts'
import { hasAmbiguousLoop } from './regex-loops.ts'
import { at, isTest, type Source, walk } from './tree.ts'

const OURS = 'the text is part of the product or of its build'
const OPERATOR = 'the text is the operator’s, read when the server starts or a command runs'
const TWICE = 'each stretch of white space is read twice at most'
const TYPED = 'the text is typed by the person whose own tab reads it, and short'

/** Patterns whose time may grow faster than their text, and why an attacker cannot exploit it. */
const BOUNDED: Record<string, string> = {
  'server/src/integrations/upstream-pool.ts \\/+$': OPERATOR,
  "server/src/env/traces.ts ^\\s*([\\w!#$%&'*+.^`|~-]+)\\s*=\\s*([\\x21-\\x7e ]*?)\\s*$": OPERATOR,
  'server/src/catalogue/bounds-in-words.ts [*_`]|<[^>]+>': OPERATOR,
  'server/src/catalogue/protocol.ts \\/+$': OPERATOR,
  'server/src/env/traces.ts \\/+$': OPERATOR,
  'server/src/db/build-indexes.ts --.*$': OURS,
  'server/src/db/read-functions.ts ^\\s*--.*$': OURS,
  'server/src/http/critical-css.ts (\\[[\\w-]+)[^\\]]*\\]': OURS,
  'web/build/layer-order.ts (?:\\bfrom|\\bimport)\\s*\\(?\\s*[\'"]([.#][^\'"]+)[\'"]': OURS,
  'web/src/screens/api-access/ip/paste-ip-rules.ts ^\\s*"?([^\\s,;#"]+)"?(.*)$': TYPED,
  'web/src/screens/api-access/ip/paste-ip-rules.ts ^[\\s,;#"]+|["\\s]+$': TYPED,
  'web/src/ui/show/json-tokens.ts ("(?:[^"\\\\]|\\\\.)*"?)(\\s*:)?|(-?\\d+(?:\\.\\d+)?(?:[eE][+-]?\\d+)?)|\\b(true|false|null)\\b|([^"\\-\\dtfn]+|[\\s\\S])':
    TWICE,
  'web/src/lib/password-strength.ts ^(.+?)\\1+$': TYPED,
}

/** Where a pattern is put together when the product runs, and what of. */
const MADE: Record<string, string> = {
  'contract/src/check-value.ts':
    'document patterns: for texts of bounded length in the customer’s own browser, within a time limit in the gateway',
  'contract/src/usage.ts': 'names of our own',
  'contract/src/via.ts': 'names of our own',
  'server/src/catalogue/bounds-in-words.ts': 'parts written in the same file',
  'server/src/catalogue/find-path.ts': 'one path segment of at most 400 characters',
  'server/src/db/read-functions.ts': 'names of our own functions',
  'server/src/pwa/worker-script.ts': 'names of languages',
  'web/src/lib/password-strength.ts': 'orders of day, month and year, written in the same file',
  'web/build/chunks.ts': 'the pattern above it without one name',
}

/** Finds patterns that a hostile text can slow down, and patterns built from external input without a listed reason. */
export function checkRegexes(sources: Source[], bounded = BOUNDED, made = MADE): string[] {
  const used = new Set<string>()
  const faults = sources
    .filter((source) => /^(contract|server|web)\//.test(source.path) && !isTest(source))
    .flatMap((source) => checkSource(source, bounded, made, used))
  const unused = [...Object.keys(bounded), ...Object.keys(made)].filter((name) => !used.has(name))
  return [...faults, ...unused.map((name) => `${name} is listed in tools/architecture/regexes.ts and not found`)]
}

function checkSource(source: Source, bounded: typeof BOUNDED, made: typeof MADE, used: Set<string>): string[] {
  const faults: string[] = []
  const checkMade = (node: { callee: Parameters<typeof dotted>[0]; start: number }) => {
    if (dotted(node.callee) !== 'RegExp') return
    used.add(source.path)
    if (!(source.path in made)) faults.push(`${at(source, node.start)} makes a pattern of what it is given`)
  }
  walk(source, {
    Literal: (node) => {
      if (!('regex' in node)) return
      const { pattern, flags } = node.regex
      const literal = `/${pattern}/${flags}`
      if (!known.has(literal)) known.set(literal, growthOf(pattern, flags))
      const growth = known.get(literal)
      if (!growth) return
      const name = `${source.path} ${pattern}`
      used.add(name)
      if (!(name in bounded)) faults.push(`${at(source, node.start)} takes ${growth} time: ${literal}`)
    },
    NewExpression: checkMade,
    CallExpression: checkMade,
  })
  return faults
}

const known = new Map<string, ReturnType<typeof growthOf>>()

/** How the time of a match can grow with the text, when that is faster than the text itself. */
export function growthOf(pattern: string, flags: string): 'exponential' | 'polynomial' | undefined {
  if (hasAmbiguousLoop(pattern, flags)) return 'exponential'
  const { reports } = analyse({ source: pattern, flags })
  if (reports.length === 0) return undefined
  return reports.some(({ exponential }) => exponential) ? 'exponential' : 'polynomial'
}
