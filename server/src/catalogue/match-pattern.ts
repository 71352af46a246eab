import { createContext, Script } from 'node:vm'

/** Longer texts are not matched against a pattern of a document: what one costs is not ours to know. */
export const LONGEST_MATCHED = 4_096
/** Ways through a pattern that take no time worth measuring. */
const FEW_WAYS = 1_000_000
const LIMIT_MS = 50
const MOST_TRIES = 8

/**
 * Matches texts against a pattern from a document, which can be one that takes years for thirty characters. Where that cannot be
 * ruled out, a match is given up after a moment and counts as none; from then on only texts half as long are tried, so
 * that a pattern can waste some hundred milliseconds in the life of a process and no more.
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
 * Undefined when it took too long. The time of the processor counts: a machine that is busy elsewhere is waited for, twice as long at
 * each try, so that it does not make a harmless text a hostile one.
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
    // An error of the script's own context is not an instance of our Error.
    if (Object(error).code === 'ERR_SCRIPT_EXECUTION_TIMEOUT') return undefined
    throw error
  }
}

/**
 * At most so many ways lead through the pattern for one text; without end where groups repeat, look around or refer back. A bound
 * that errs upwards: what it overestimates is only timed.
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
