import type { LeftOutPart } from '@portico/contract/operator-catalogue.ts'

export interface LeftOutGroup {
  why: LeftOutPart['why']
  /** The reason of all of them; empty where each has its own. */
  reason: string
  parts: { id: string; reason: string; mend: string }[]
}

const ORDER: LeftOutPart['why'][] = ['fault', 'address', 'question', 'price']

/** By kind, and questions by their text; the largest group of a kind first. */
export function leftOutGroups(left_out: readonly LeftOutPart[]): LeftOutGroup[] {
  const groups = new Map<string, LeftOutGroup>()
  for (const { id, why, reason, mend } of left_out) {
    // What the question is about is at its end, in parentheses.
    const [, question = '', about = ''] = (why !== 'fault' && /^(.*?)(?: \(([^()]*)\))?$/s.exec(reason)) || []
    const key = `${why} ${question}`
    const group = groups.get(key) ?? { why, reason: question, parts: [] }
    group.parts.push({ id, reason: question === '' ? reason : about, mend })
    groups.set(key, group)
  }
  return [...groups.values()].toSorted(
    (a, b) => ORDER.indexOf(a.why) - ORDER.indexOf(b.why) || b.parts.length - a.parts.length,
  )
}
