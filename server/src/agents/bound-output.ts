import { isObject } from '@portico/contract/plain-types.ts'
/** Characters of one answer, all of which a model has to read. */
export const ANSWER_MAX = 40_000

export interface Page {
  /** The list that was cut: the items of the only result, or the results. */
  list: 'items' | 'results'
  from: number
  shown: number
  total: number
  /** The offset of the next part; null at the end. */
  next_from: number | null
}

/** Cuts a result to the entries that fit into an answer, starting at `from`; the fields beside the list stay. */
export function pageOf(result: readonly unknown[], from: number): { result: unknown[]; page: Page | undefined } {
  const [only] = result
  const { items, ...rest } = result.length === 1 && isObject(only) ? only : { items: undefined }
  const isItems = Array.isArray(items)
  const whole: readonly unknown[] = isItems ? items : result
  const left = ANSWER_MAX - (isItems ? JSON.stringify(rest).length : 0)
  const entries = fitting(whole.slice(from), Math.max(left, ANSWER_MAX / 2))
  const is_whole = from === 0 && entries.length === whole.length
  if (is_whole) return { result: isItems ? [{ ...rest, items: entries }] : entries, page: undefined }
  const end = from + entries.length
  const page: Page = {
    list: isItems ? 'items' : 'results',
    from,
    shown: entries.length,
    total: whole.length,
    next_from: end < whole.length ? end : null,
  }
  return { result: isItems ? [{ ...cutFields(rest), items: entries }] : entries, page }
}

/** At least one entry, so that paging advances; a single entry that is too long is cut. */
function fitting(entries: readonly unknown[], max: number): unknown[] {
  const taken: unknown[] = []
  let length = 0
  for (const entry of entries) {
    const text = JSON.stringify(entry) ?? 'null'
    length += text.length
    if (length > max) {
      if (taken.length === 0) taken.push({ cut: text.slice(0, max), characters: text.length })
      break
    }
    taken.push(entry)
  }
  return taken
}

function cutFields(fields: Record<string, unknown>): Record<string, unknown> {
  const text = JSON.stringify(fields)
  return text.length <= ANSWER_MAX / 2 ? fields : { cut: text.slice(0, ANSWER_MAX / 2), characters: text.length }
}

/** A part of a long text with the offset of the next one. */
export function partOf(text: string, from: number): { text: string; next_from: number | null } {
  const end = from + ANSWER_MAX
  return { text: text.slice(from, end), next_from: end < text.length ? end : null }
}
