import type { LeftOut } from './left-out.ts'

/** Questions that one line of an overlay answers. */
export interface QuestionGroup {
  /** `users`, `tag Billing`. */
  name: string
  operations: number
  /** How many of them only read. */
  reads: number
  example: string
  line: string
}

/** The largest first. An operation with several names is in several groups and needs an answer to each. */
export function groupQuestions(left_out: readonly LeftOut[]): QuestionGroup[] {
  const groups = new Map<string, { ids: string[]; alone: string | undefined }>()
  for (const { id, names = [] } of left_out)
    for (const name of names) {
      const group = groups.get(name) ?? { ids: [], alone: undefined }
      group.ids.push(id)
      if (names.length === 1) group.alone ??= id
      groups.set(name, group)
    }
  return [...groups]
    .map(([name, { ids, alone }]) => {
      const reads = ids.filter((id) => /^(GET|HEAD) /.test(id)).length
      const example = (alone ?? ids[0] ?? '').replaceAll(/\s+/g, ' ').slice(0, 100)
      return { name, operations: ids.length, reads, example, line: lineFor(name, ids.length, reads, example) }
    })
    .toSorted((a, b) => b.operations - a.operations)
}

function lineFor(name: string, count: number, reads: number, example: string): string {
  const key = /^[\p{L}\p{N}_][\p{L}\p{N}_ -]*$/u.test(name) ? name : JSON.stringify(name)
  const operations = count === 1 ? '1 operation' : `${count} operations, ${reads} of them reads`
  return `- { target: $, update: { x-portico-answers: { ${key}: never } } } # ${operations}: ${example}`
}
