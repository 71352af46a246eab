import { setImmediate as turn } from 'node:timers/promises'
import { scanJson } from './scan-json.ts'

const LARGE_CHARACTERS = 256 * 1024
/** Deeper answers could be parsed but not serialised again. */
const ANY = Number.POSITIVE_INFINITY
const SHAPE = { depth: 500, values: ANY, fields: ANY, loose: ANY }

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
    checkDepth(text)
    await turn()
    const found = find(text, look_for)
    await turn()
    return { body: JSON.parse(text), found }
  }

  return async (text, look_for) => {
    if (text.length < LARGE_CHARACTERS) {
      checkDepth(text)
      return { body: JSON.parse(text), found: find(text, look_for) }
    }
    const reading = last.then(() => readInSteps(text, look_for))
    last = reading.catch(() => undefined)
    return reading
  }
}

function checkDepth(text: string): void {
  if (scanJson(text, SHAPE) === 'too_deep')
    throw new Error(`upstream answer is nested deeper than ${SHAPE.depth} levels`)
}

function find(text: string, look_for: RegExp | undefined): string[] {
  return look_for ? (text.match(look_for) ?? []) : []
}
