import { createHash } from 'node:crypto'
import type { Source } from '../architecture/tree.ts'
import { type Condition, conditionsIn } from './sql-conditions.ts'

/** The files of queries, with their module, or the name of their function. */
export const STORES = /^server\/src\/(?!testing\/)([\w-]+)\/(?:[\w/-]*store\.ts$|functions\/([\w-]+)\.sql$)/

/**
 * How a file of tests is run with one condition switched off: only the tests that reach it; if one failed, the same with all
 * conditions on; after a long wait again without it; or the whole file, if its tests need each other.
 */
export const STAGES = ['selected', 'clean', 'again', 'whole'] as const

export interface Mutant extends Condition {
  /** The same until the condition itself changes. */
  key: string
}

export function mutantsOf(source: Source): Mutant[] {
  const seen = new Map<string, number>()
  return conditionsIn(source).map((condition) => {
    const text = source.text.slice(condition.start, condition.end).replaceAll(/\s+/g, ' ')
    const count = seen.get(text) ?? 0
    seen.set(text, count + 1)
    const hash = createHash('sha256').update(text).digest('hex').slice(0, 8)
    return { ...condition, key: `${source.path}#${hash}-${count}` }
  })
}

/**
 * The source with a switch around each condition of its queries: `queryWithout` and `sqlWithout` (condition-runner.ts) leave
 * out the one that is switched off, so that the server is loaded once for all of them.
 */
export function withSwitches(source: Source): string {
  const inserts = mutantsOf(source).flatMap((mutant) => switchOf(source, mutant))
  inserts.sort((a, b) => a.at - b.at || a.rank - b.rank)
  let text = ''
  let from = 0
  for (const { at, put } of inserts) {
    text += source.text.slice(from, at) + put
    from = at
  }
  return text + source.text.slice(from)
}

function switchOf({ path, text }: Source, { key, start, end, put }: Mutant) {
  const [before, after] =
    put === ''
      ? [`.$call(globalThis.queryWithout('${key}', (query) => query`, '))']
      : [`$\{globalThis.sqlWithout('${key}', sql\``, '`, sql` true`)}']
  if (/\bawait\b/.test(text.slice(start, end))) throw new Error(`a condition of ${path} waits`)
  // Of two that begin or end together the inner one is inside; one that ends does so before the next begins.
  return [
    { at: start, rank: -end, put: before },
    { at: end, rank: -text.length - start, put: after },
  ]
}
