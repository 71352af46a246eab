import { setImmediate as turn } from 'node:timers/promises'
import { isObject } from '@portico/contract/plain-types.ts'
import { scanJson } from './scan-json.ts'

const LARGE_CHARACTERS = 256 * 1024
/** Deeper answers could be parsed but not serialised again. */
const DEEPEST = 500
const ANY = Number.POSITIVE_INFINITY
const SHAPE = { depth: DEEPEST, values: ANY, fields: ANY, loose: ANY }

export interface ReadJson {
  body: unknown
  /** Every match in the text. */
  found: string[]
}

/**
 * Parses answers of upstream. Large ones are parsed one after the other, with a pause after each step in which other calls
 * continue: several at once would block every call until the last of them is parsed.
 */
export function createJsonReader(): (text: string, look_for: RegExp | undefined) => Promise<ReadJson> {
  let last: Promise<unknown> = Promise.resolve()

  async function readInSteps(text: string, look_for: RegExp | undefined): Promise<ReadJson> {
    await turn()
    if (scanJson(text, SHAPE) === 'too_deep') throw tooDeep()
    await turn()
    const found = find(text, look_for)
    await turn()
    return { body: JSON.parse(text), found }
  }

  return async (text, look_for) => {
    if (text.length < LARGE_CHARACTERS) {
      const body: unknown = JSON.parse(text)
      // Looking at what was parsed takes a tenth of the time that looking at the text does.
      if (isDeeper(body, DEEPEST)) throw tooDeep()
      return { body, found: find(text, look_for) }
    }
    const reading = last.then(() => readInSteps(text, look_for))
    last = reading.catch(() => undefined)
    return reading
  }
}

function tooDeep(): Error {
  return new Error(`upstream answer is nested deeper than ${DEEPEST} levels`)
}

function isDeeper(value: unknown, levels: number): boolean {
  if (Array.isArray(value)) {
    if (levels === 0) return true
    for (const one of value) if (isDeeper(one, levels - 1)) return true
  } else if (isObject(value)) {
    if (levels === 0) return true
    for (const name in value) if (isDeeper(value[name], levels - 1)) return true
  }
  return false
}

function find(text: string, look_for: RegExp | undefined): string[] {
  return look_for ? (text.match(look_for) ?? []) : []
}
