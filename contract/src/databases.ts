import * as z from 'zod/mini'
import { get, post } from './endpoint.ts'
import { text, uuid } from './form-fields.ts'
import { LANGUAGES } from './language.ts'
import { CENT_MICROS, MICROS_MAX } from './money.ts'
import { ROLES } from './role.ts'

export const LOOKS = { module: '/databases/list' } as const

export const DATABASE_CATEGORIES = ['keywords', 'links', 'businesses', 'technologies'] as const
export type DatabaseCategory = (typeof DATABASE_CATEGORIES)[number]
export const CADENCES = ['weekly', 'monthly', 'quarterly'] as const
export type Cadence = (typeof CADENCES)[number]
export const FIELD_TYPES = ['string', 'integer', 'decimal', 'boolean', 'date'] as const
export type FieldType = (typeof FIELD_TYPES)[number]

/** File name extension by format. */
export const FILE_ENDINGS = { jsonl: 'jsonl.gz', csv: 'csv.gz', parquet: 'parquet' } as const
export const FILE_FORMATS = ['jsonl', 'csv', 'parquet'] as const
export type FileFormat = (typeof FILE_FORMATS)[number]

/**
 * `paid`: the money is booked and the files are waited for; `preparing`: they are being made; `failed`: they could not
 * be made and the money was given back. A purchase and its booking are one transaction: there is none that is not paid.
 */
export const PURCHASE_STATES = ['paid', 'preparing', 'ready', 'failed'] as const
export type PurchaseState = (typeof PURCHASE_STATES)[number]

/** How many records the page shows, and how many a sample file holds. */
export const SAMPLE_SHOWN = 30
export const SAMPLE_RECORDS = 100
export const LINK_DAYS = 7
export const UPDATE_DAYS = 365
export const UPDATES_PERCENT = 50

export function locationPrice(records: number, price_per_thousand_micros: number): number {
  return Math.ceil((records * price_per_thousand_micros) / 1000 / CENT_MICROS) * CENT_MICROS
}

export function updatesPrice(data_micros: number): number {
  return Math.ceil((data_micros * UPDATES_PERCENT) / 100 / CENT_MICROS) * CENT_MICROS
}

/** Price of an order, for the page that shows it and the server that books it. */
export function orderPrice(
  locations: readonly { location: string; price_micros: number }[],
  chosen: readonly string[],
  with_updates: boolean,
) {
  const data_micros = locations
    .filter(({ location }) => chosen.includes(location))
    .reduce((sum, { price_micros }) => sum + price_micros, 0)
  const updates_micros = with_updates ? updatesPrice(data_micros) : 0
  return { data_micros, updates_micros, total_micros: data_micros + updates_micros }
}

export const databaseId = text(60).check(z.regex(/^[a-z][a-z0-9-]*$/))
const versionId = text(10).check(z.regex(/^\d{4}-\d\d(-\d\d)?$/))
/** ISO 3166-1 alpha-2. */
export const location = text(2).check(z.regex(/^[A-Z]{2}$/))
const language = z.enum(LANGUAGES)
const format = z.enum(FILE_FORMATS)
export const LOCATIONS_MAX = 250

const covered = z.object({ location: z.string(), records: z.int(), price_micros: z.int() })

const summary = z.object({
  id: z.string(),
  title: z.string(),
  summary: z.string(),
  category: z.enum(DATABASE_CATEGORIES),
  source: z.string(),
  cadence: z.enum(CADENCES),
  records: z.int(),
  fields: z.int(),
  locations: z.array(z.string()),
  /** Price of the cheapest location. */
  price_from_micros: z.int(),
  price_per_thousand_micros: z.int(),
  version: z.string(),
  updated_on: z.string(),
  /** When the next version is planned. */
  next_on: z.string(),
})
export type DatabaseSummary = z.infer<typeof summary>

const details = z.extend(summary, {
  description: z.string(),
  dictionary: z.array(
    z.object({
      name: z.string(),
      type: z.enum(FIELD_TYPES),
      nullable: z.boolean(),
      about: z.string(),
    }),
  ),
  coverage: z.array(covered),
  /** What the account already owns of the current version: paying again would bring nothing. */
  owned: z.array(z.object({ location: z.string(), format })),
  /** Newest first. */
  versions: z.array(
    z.object({
      version: z.string(),
      date: z.string(),
      records: z.int(),
      /** Difference to the previous version; null: it is the first. */
      records_more: z.nullable(z.int()),
      locations_added: z.array(z.string()),
      changes: z.string(),
    }),
  ),
})
export type DatabaseDetails = z.infer<typeof details>

const cell = z.nullable(z.union([z.string(), z.number(), z.boolean()]))
export type RecordCell = z.infer<typeof cell>

const purchasedFile = z.object({
  version: z.string(),
  location: z.string(),
  name: z.string(),
  bytes: z.int(),
  records: z.int(),
  sha256: z.string(),
})
export type PurchasedFile = z.infer<typeof purchasedFile>

const purchase = z.object({
  id: z.string(),
  reference: z.string(),
  login: z.string(),
  database_id: z.string(),
  title: z.string(),
  version: z.string(),
  format,
  locations: z.array(z.string()),
  amount_micros: z.int(),
  state: z.enum(PURCHASE_STATES),
  bought_by: z.string(),
  created_at: z.string(),
  ready_at: z.nullable(z.string()),
  /** Until when new versions are included; null: bought once. */
  updates_until: z.nullable(z.string()),
  /** Newest version first. */
  files: z.array(purchasedFile),
})
export type Purchase = z.infer<typeof purchase>

export const wanted = {
  /** Made by the page for this order: sent twice, it is one purchase. */
  id: uuid,
  database_id: databaseId,
  /** The version and the amount that were shown; others are refused. */
  version: versionId,
  amount_micros: z.int().check(z.gte(1), z.lte(MICROS_MAX)),
  locations: z.array(location).check(z.minLength(1), z.maxLength(LOCATIONS_MAX)),
  format,
  with_updates: z.boolean(),
}

export const databases = {
  listDatabases: get('/api/databases/list', {
    caller: LOOKS,
    input: z.strictObject({ language: z.optional(language) }),
    output: z.object({ databases: z.array(summary) }),
  }),
  getDatabase: get('/api/databases/database', {
    caller: LOOKS,
    input: z.strictObject({ id: databaseId, language: z.optional(language) }),
    output: details,
  }),
  /** The first records of a location. */
  getSample: get('/api/databases/sample', {
    caller: LOOKS,
    input: z.strictObject({ id: databaseId, location }),
    output: z.object({ version: z.string(), records: z.array(z.array(cell)) }),
  }),
  /** The logins that can pay, and how much of each balance can be spent. */
  getFunds: get('/api/databases/funds', {
    caller: LOOKS,
    input: z.strictObject({}),
    output: z.object({ login: z.string(), role: z.enum(ROLES), available_micros: z.int() }),
  }),
  buy: post('/api/databases/buy', {
    caller: { ...LOOKS, action: 'buy_databases' },
    proof: 'recent',
    input: z.strictObject(wanted),
    output: z.object({ purchase, available_micros: z.int() }),
  }),
  /** Newest first; the last one's key is the `before` of the next page. */
  getPurchases: get('/api/databases/purchases', {
    caller: { module: '/databases/purchases' },
    input: z.strictObject({ before: z.optional(uuid), language: z.optional(language) }),
    output: z.object({ role: z.enum(ROLES), purchases: z.array(purchase), more: z.boolean() }),
  }),
  /** Links to all files of a purchase, good for seven days. `replace`: those handed out before stop working. */
  issueLinks: post('/api/databases/links', {
    caller: { module: '/databases/purchases', action: 'download_databases' },
    proof: 'proved',
    input: z.strictObject({ id: uuid, replace: z.optional(z.boolean()) }),
    output: z.object({
      expires_at: z.string(),
      links: z.array(z.object({ version: z.string(), location: z.string(), url: z.string() })),
    }),
  }),
}
