import type { FieldSchema, HttpMethod } from '@portico/contract/catalogue.ts'
import type { Priority, Tariff } from '@portico/contract/price.ts'
import type { Check } from './compile-check.ts'
import type { PlainEntry } from './read-plain.ts'
import type { ResultList } from './result-list.ts'

/** `reference` is free and may be answered upstream; `account` is free and answered from our own books. */
export const KINDS = ['live', 'task_post', 'tasks_ready', 'task_get', 'reference', 'account'] as const
export type Kind = (typeof KINDS)[number]

/** One method of one path: what the gateway meters, limits, checks and forwards. */
export interface Entry {
  /** `POST /v3/serp/google/organic/live/advanced`. */
  id: string
  api: string
  function_id: string
  kind: Kind
  /** What decided its kind. Null: nothing did; it is sold from the sample source and never sent upstream. */
  known_by: string | null
  /** Where the id of a task stands by which results are read: a template of the path, or a field. */
  task_id_in: { template: string } | { field: string } | null
  tier: string | null
  http_method: HttpMethod
  /** With templates as documented (`…/task_get/{id}`); what speaks the envelope is always under `/v3`. */
  path: string
  /** Null: it speaks the family's envelope. Else requests and answers pass as they are. */
  plain: PlainEntry | null
  /** The path in the operator's document, which is the one upstream knows. */
  upstream_path: string
  title: string
  summary: string
  usage: string[]
  playground: string | null
  subscription: string | null
  max_tasks: number
  priorities: Priority[]
  /** Where an answer holds the results that are counted. */
  result_list: ResultList
  /** Null: free, or not for sale because the prices in force do not name it. */
  tariff: Tariff | null
  is_unpriced: boolean
  /** The applied version of the prices that the tariff is from; null: free, or straight from the file. */
  price_version: number | null
  schema: FieldSchema
  /** What its document says of the parameters in its path. */
  path_params: Record<string, FieldSchema>
  sample: Record<string, unknown>
  check: Check
  /** What its document says beyond that, in the whole of JSON Schema. */
  ajvCheck: Check
  checkPathParams: Check
  /** Of what lists and fetches results: the entry by which the tasks were posted. */
  posted_by: Entry | null
  /** Of what posts tasks: the entries by which a result is fetched with its id in the path. */
  fetched_by: Entry[]
  /** Of a list of filters: the entries it is about. */
  filters_of: Entry[]
}
