import type { IdleAction } from './apply-overlays.ts'
import type { Entry } from './entry.ts'
import { type LeftOut, leftOutText } from './left-out.ts'
import { allowanceWords, amountWords } from './price-words.ts'
import { groupQuestions, type QuestionGroup } from './question-groups.ts'

/** One path as the gateway understood it, for the operator's report and for comparing two catalogues. */
export interface UnderstoodPath {
  id: string
  kind: string
  function: string
  price: string
  /** Fields of the request, and the required ones. */
  fields: string
}

export function understood(entry: Entry): UnderstoodPath {
  const { properties = {}, required = [] } = entry.schema
  const count = Object.keys(properties).length
  const { id, kind, function_id } = entry
  const fields = `${count} ${count === 1 ? 'field' : 'fields'}${required.length > 0 ? `, ${required.join(', ')} required` : ''}`
  return { id, kind, function: function_id, price: priceText(entry), fields }
}

function priceText({ tariff, result_list }: Entry): string {
  if (!tariff) return 'free'
  const { normal, measures = [] } = tariff
  const { per_request, per_result, per_page, per_unit = {} } = normal
  const list = result_list === 'family' || result_list.length === 0 ? '' : ` in ${result_list.join('.')}`
  const parts = [
    `${amountWords(normal, 'requests', per_request)} a request`,
    ...(per_result > 0 ? [`${amountWords(normal, 'results', per_result)} a result${list}`] : []),
    ...(per_page > 0 ? [`${amountWords(normal, 'pages', per_page)} a page`] : []),
    ...measures.map(({ name, size }) => `${amountWords(normal, name, per_unit[name] ?? 0)} for ${size} ${name}`),
    ...allowanceWords(tariff),
  ]
  return parts.join(' + ')
}

interface Checked {
  entries: readonly Entry[]
  left_out: readonly LeftOut[]
  idle_actions: readonly IdleAction[]
}

export interface CheckReport {
  paths: (UnderstoodPath & { by: string | null })[]
  left_out: readonly LeftOut[]
  /** Lines that each answer many questions. */
  questions: QuestionGroup[]
  idle_actions: readonly IdleAction[]
  /** Differences from the catalogue of the running server; null if none runs. */
  changes: { added: string[]; removed: string[]; changed: string[] } | null
}

export function checkReport(catalogue: Checked, loaded: UnderstoodPath[] | null): CheckReport {
  const { left_out, idle_actions } = catalogue
  const entries = catalogue.entries.filter(({ is_unpriced }) => !is_unpriced)
  const paths = entries.map((entry) => ({ ...understood(entry), by: entry.known_by }))
  const questions = groupQuestions(left_out)
  return { paths, left_out, questions, idle_actions, changes: loaded && changesOf(entries.map(understood), loaded) }
}

function changesOf(now: UnderstoodPath[], loaded: UnderstoodPath[]): CheckReport['changes'] {
  const before = new Map(loaded.map((path) => [path.id, path]))
  const after = new Set(now.map(({ id }) => id))
  const changed = now.flatMap((path) => {
    const old = before.get(path.id)
    const parts = old ? differences(old, path) : []
    return parts.length === 0 ? [] : [`${path.id}: ${parts.join('; ')}`]
  })
  return {
    added: now.flatMap(({ id }) => (before.has(id) ? [] : [id])),
    removed: loaded.flatMap(({ id }) => (after.has(id) ? [] : [id])),
    changed,
  }
}

function differences(old: UnderstoodPath, path: UnderstoodPath): string[] {
  const keys = ['kind', 'function', 'price', 'fields'] as const
  return keys.flatMap((key) => (old[key] === path[key] ? [] : [`${key} ${old[key]} → ${path[key]}`]))
}

function isQuestion({ why }: LeftOut): boolean {
  return why === 'question'
}

export function reportText({ paths, left_out, questions, idle_actions, changes }: CheckReport): string {
  const list = (title: string, lines: string[]) =>
    lines.length === 0 ? [] : ['', title, ...lines.map((line) => `  ${line}`)]
  const compared = changes && [
    ...changes.added.map((id) => `+ ${id}`),
    ...changes.removed.map((id) => `- ${id}`),
    ...changes.changed.map((text) => `~ ${text}`),
  ]
  return [
    ...paths.map(
      ({ id, kind, price, fields, by }) =>
        `${kind.padEnd(12)} ${id}\n${' '.repeat(13)}${price}; ${fields}; by ${by ?? 'nothing'}`,
    ),
    ...list('Questions, not sold until an overlay answers them:', left_out.filter(isQuestion).map(leftOutText)),
    ...list('Not sold:', left_out.filter((one) => !isQuestion(one)).map(leftOutText)),
    ...list(
      'Overlay actions that fit nothing:',
      idle_actions.map(({ where, target }) => `${where}: ${target}`),
    ),
    ...list(
      'Lines for an overlay that answer all questions of a kind: live, reference, reads or never',
      questions.map(({ line }) => line),
    ),
    ...(compared ? list('Compared with the running server:', compared.length > 0 ? compared : ['no difference']) : []),
    '',
    `${paths.length} operations, ${left_out.filter(isQuestion).length} questions, ${left_out.filter((one) => !isQuestion(one)).length} not sold.`,
  ].join('\n')
}
