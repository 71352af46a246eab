import { createContext, Script } from 'node:vm'

/** Longer texts are not matched, because the cost of a document's pattern is unknown. */
export const LONGEST_MATCHED = 4_096
/** A pattern with at most so many paths needs no time limit. */
const FEW_WAYS = 1_000_000
const LIMIT_MS = 50
const MOST_TRIES = 8

/**
 * Matches texts against a pattern of a document, which may be one that takes years for thirty characters. Unless that is ruled out,
 * a match is aborted after a time limit and counts as no match; from then on only texts half as long are tried, so that a pattern
 * can waste no more than some hundred milliseconds in the life of a process.
 */
export function patternMatcher(form: RegExp): (text: string) => boolean {
  if (waysThrough(form.source) <= FEW_WAYS) return (text) => text.length <= LONGEST_MATCHED && form.test(text)
  let longest = LONGEST_MATCHED
  return (text) => {
    if (text.length > longest) return false
    const result = matchInTime(form, text)
    if (result === undefined) longest = Math.floor(text.length / 2)
    return result ?? false
  }
}

const script = new Script('form.test(text)')
const sandbox: { form: RegExp; text: string } = { form: /^/, text: '' }
const context = createContext(sandbox)

/**
 * Undefined when it took too long. CPU time counts: on a busy machine the match is retried with twice the time, so that a harmless
 * text is not taken for a hostile one.
 */
function matchInTime(form: RegExp, text: string): boolean | undefined {
  Object.assign(sandbox, { form, text })
  for (let at = 0; at < MOST_TRIES; at += 1) {
    const before = process.threadCpuUsage()
    const result = runFor(LIMIT_MS * 2 ** at)
    if (result !== undefined) return result
    const { user, system } = process.threadCpuUsage(before)
    if (user + system >= LIMIT_MS * 800) return undefined
  }
  return undefined
}

function runFor(limit_ms: number): boolean | undefined {
  try {
    return script.runInContext(context, { timeout: limit_ms }) === true
  } catch (error) {
    // An error from the script's own context is not an instance of our Error.
    if (Object(error).code === 'ERR_SCRIPT_EXECUTION_TIMEOUT') return undefined
    throw error
  }
}

/**
 * An upper bound of the paths through the pattern for one text; infinite with repeated groups, look-arounds and back-references. A
 * pattern that it overestimates is only matched with a time limit.
 */
function waysThrough(source: string): number {
  const bare = source
    .replace(/\\[1-9k]/g, '(?=')
    .replace(/\\./g, 'x')
    .replace(/\[[^[\]]*\]/g, 'x')
  if (!bare.startsWith('^') || /\)[*+{]|\(\?(?!:)/.test(bare)) return Number.POSITIVE_INFINITY
  const repeats = [...bare.matchAll(/[*+]|\{(\d{1,9})(?:(,)(\d{0,9}))?\}|(?<!\()\?/g)].map(
    ([sign, least, comma, most]) => {
      if (sign === '?') return 2
      if (least === undefined || (comma && !most)) return LONGEST_MATCHED
      return comma ? Number(most) - Number(least) + 1 : 1
    },
  )
  const branches = bare.split(/[()]/).map((part) => part.split('|').length)
  return [...repeats, ...branches].reduce((ways, count) => ways * count, 1)
}
