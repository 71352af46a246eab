import type { FieldSchema, HttpMethod } from '@portico/contract/catalogue.ts'
import type { Priority } from '@portico/contract/price.ts'
import type { Tariff } from '@portico/contract/tariff.ts'
import type { Check } from './compile-check.ts'
import type { PlainEntry } from './read-plain.ts'
import type { ResultList } from './result-list.ts'

/** `reference` is free and may be answered upstream; `account` is free and answered from our own database. */
export const KINDS = ['live', 'task_post', 'tasks_ready', 'task_get', 'reference', 'account'] as const
export type Kind = (typeof KINDS)[number]

/** One method of one path, which the gateway meters, limits, checks and forwards. */
export interface Entry {
  /** `POST /v3/serp/google/organic/live/advanced`. */
  id: string
  api: string
  /** The name of the document that describes it. */
  document: string
  function_id: string
  kind: Kind
  /** The rule that decided its kind. Null: none did; it is answered by the sample source and never sent upstream. */
  known_by: string | null
  /** The path parameter or field that holds the task id when results are read. */
  task_id_in: { template: string } | { field: string } | null
  tier: string | null
  http_method: HttpMethod
  /** With templates as documented (`…/task_get/{id}`); entries with the envelope are always under `/v3`. */
  path: string
  /** Null: answers have the family's envelope. Else requests and answers pass unchanged. */
  plain: PlainEntry | null
  /** The path in the operator's document, which upstream has too. */
  upstream_path: string
  title: string
  /** Its description as the document has it, in Markdown or HTML. */
  summary: string
  /** The beginning of the description as plain text. */
  brief: string
  usage: string[]
  playground: string | null
  subscription: string | null
  max_tasks: number
  priorities: Priority[]
  /** The list in an answer whose items are counted. */
  result_list: ResultList
  /** Null: free, or not for sale because the current prices do not name it. */
  tariff: Tariff | null
  is_unpriced: boolean
  /** The applied price version of the tariff; null: free, or directly from the file. */
  price_version: number | null
  schema: FieldSchema
  /** Schemas of the path parameters. */
  path_params: Record<string, FieldSchema>
  sample: Record<string, unknown>
  check: Check
  /** Checks the keywords of JSON Schema that `schema` does not hold. */
  ajvCheck: Check
  checkPathParams: Check
  /** For entries that list and fetch results: the entry by which the tasks were posted. */
  posted_by: Entry | null
  /** For entries that post tasks: the entries by which a result is fetched with its id in the path. */
  fetched_by: Entry[]
  /** For a list of filters: the entries that it describes. */
  filters_of: Entry[]
}
