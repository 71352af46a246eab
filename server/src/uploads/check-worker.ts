import { parentPort, workerData } from 'node:worker_threads'
import { setCurrency } from '@portico/contract/currency.ts'
import {
  answerFromSample,
  type Catalogue,
  type Entry,
  isSampleRefusal,
  openCatalogue,
  openDocumentCache,
  type Selling,
  type UploadedFile,
  understood,
} from '#catalogue/index.ts'
import { isStartProblem } from '#db/start-problem.ts'
import { type CatalogueDiff, compareCatalogues } from './compare.ts'

export interface CheckJob {
  provider_dir: string
  /** With the parsed documents of the last start. */
  data_dir: string
  product: string
  currency: string
  selling: Selling
  /** The common prices in force. */
  book: { version: string; text: string }
  loaded: UploadedFile[]
  next: UploadedFile[]
  /** Instead of a comparison, one operation is called in the sandbox. */
  call?: { operation: string; task: Record<string, unknown>; at: Date }
}

export interface Checked {
  diff: CatalogueDiff
  files: { name: string; kind: string; title: string; version: string; operations: number }[]
  left_out: { id: string; why: 'fault' | 'question' | 'price' | 'address'; reason: string; mend: string }[]
  idle_actions: { where: string; target: string }[]
}

export interface Tried {
  faults: string[]
  max_micros: number
  answer: unknown
}

export type CheckResult = { refused: string } | { checked: Checked } | { tried: Tried }

const SHOWN = 300
/** Deeper documents are not written by people, and would exhaust the stack of whatever reads them. */
const DEEPEST = 200

/** A thread of its own with bounds for memory and time: a hostile document ends it, and nothing else. */
const job: CheckJob = workerData
setCurrency(job.currency as Parameters<typeof setCurrency>[0])
const cache = openDocumentCache(job.data_dir)
parentPort?.postMessage(run())

function run(): CheckResult {
  try {
    for (const { name, text } of job.next) if (text !== null) refuseDeep(name, text)
    const after = opened(job.next)
    return job.call ? tried(after, job.call) : { checked: checked(after) }
  } catch (error) {
    if (isStartProblem(error)) return { refused: error.message }
    if (error instanceof RangeError) return { refused: 'a document is nested too deeply to be read' }
    throw error
  }
}

/** At the common prices in force, as every instance would sell it. */
function opened(files: UploadedFile[]): Catalogue {
  const { provider_dir, product, selling, book } = job
  const catalogue = openCatalogue(provider_dir, product, cache, selling, files)
  const layer = catalogue.readApplied({ id: null, file: `prices ${book.version}`, text: book.text, is_partial: false })
  const applied = catalogue.pricedBy([layer])
  return applied.entries.some(({ tariff }) => tariff !== null) ? applied : catalogue
}

function checked(after: Catalogue): Checked {
  return {
    diff: compareCatalogues(opened(job.loaded), after, priceText),
    files: after.loaded.map((file) => ({
      ...file,
      operations: after.entries.filter(({ document }) => document === file.name).length,
    })),
    left_out: after.left_out.slice(0, SHOWN).map(({ id, why, reason, mend }) => ({ id, why, reason, mend })),
    idle_actions: after.idle_actions.slice(0, SHOWN).map(({ where, target }) => ({ where, target })),
  }
}

function tried(after: Catalogue, { operation, task, at }: NonNullable<CheckJob['call']>): CheckResult {
  const entry = after.entry(operation)
  if (!entry) return { refused: `there is no operation ${operation}` }
  const plain = after.plainTypes(entry, task)
  const faults = after.validate(entry, plain).map(({ message }) => message)
  const { max_micros } = after.price(entry, after.chargeableUnits(entry, plain))
  const answer = faults.length > 0 ? null : answerOf(entry, plain, at)
  return { tried: { faults, max_micros: Number.isFinite(max_micros) ? max_micros : 0, answer } }
}

function answerOf(entry: Entry, task: unknown, at: Date): unknown {
  try {
    return answerFromSample(entry, task, at).result
  } catch (error) {
    if (isSampleRefusal(error)) return null
    throw error
  }
}

/** Counts brackets and indentation without a parser, whose own stack a deep text would exhaust. */
function refuseDeep(name: string, text: string): void {
  let depth = 0
  let is_text = false
  for (const [token] of text.matchAll(/\\.|["[\]{}\n]/g)) {
    if (token === '"') is_text = !is_text
    else if (token === '\n') is_text = false
    else if (is_text) continue
    else if (token === '[' || token === '{') depth += 1
    else if (token === ']' || token === '}') depth = Math.max(0, depth - 1)
    if (depth > DEEPEST) throw new RangeError(name)
  }
}

/** The price of an entry in one line, or that it has none. */
function priceText(entry: Entry): string {
  return entry.is_unpriced ? 'not sold' : understood(entry).price
}
