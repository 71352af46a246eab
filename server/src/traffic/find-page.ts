import { STEP_MS } from './cut-range.ts'
import type { CountGrain, Step } from './error-count-store.ts'

/** The spans that hold the rows of a page, and how many rows to skip in them. */
export interface PageWindow {
  spans: { since: Date; until: Date }[]
  skip: number
}

/** Locates a page by the row counts of steps in reading order, so that whole steps are skipped without reading their rows. */
export function findPage(
  steps: Pick<Step, 'at' | 'count'>[],
  grain: CountGrain,
  { from, to, skip, limit }: { from: Date; to: Date; skip: number; limit: number },
): PageWindow {
  let before = 0
  let first: number | undefined
  const spans: PageWindow['spans'] = []
  for (const { at, count } of steps) {
    if (before + count > skip && before < skip + limit) {
      first ??= before
      const until = at.getTime() + STEP_MS[grain]
      join(spans, { since: later(at, from), until: earlier(new Date(until), to) })
    }
    before += count
  }
  return { spans, skip: skip - (first ?? skip) }
}

/** Joins adjacent spans. */
function join(spans: PageWindow['spans'], next: PageWindow['spans'][number]): void {
  const last = spans.at(-1)
  if (last && last.since.getTime() === next.until.getTime()) last.since = next.since
  else if (last && last.until.getTime() === next.since.getTime()) last.until = next.until
  else spans.push(next)
}

function later(a: Date, b: Date): Date {
  return a > b ? a : b
}

function earlier(a: Date, b: Date): Date {
  return a < b ? a : b
}
