import { firstFault, providerDay } from '#files/provider-file.ts'
import { gatherFaults } from './faults.ts'
import type { LeftOut } from './left-out.ts'
import type { Operation } from './read-operations.ts'
import { readPrices } from './read-prices.ts'
import { parseSource } from './read-yaml.ts'
import { type Charge, chargesByApplied, setTariffs } from './set-tariff.ts'

export const PRICES_FILE = 'prices.yaml'

/** Prices as somebody wrote them, in the form of prices.yaml. */
export interface WrittenPrices {
  /** Of the applied version; null: not applied. */
  id: number | null
  /** How messages name it. */
  file: string
  text: string
  /** Only what it names under `functions` has its price from here: prices of one account. */
  is_partial: boolean
}

export const ALL_FUNCTIONS = { is_partial: false } as const

/** One price book, worked out for the documents that are loaded. */
export interface PriceLayer {
  id: number | null
  version: string
  /** The day the file says; a version that was applied has its own moment. */
  valid_from: string
  charges: ReadonlyMap<Operation, Charge>
  /** Operations without a price. */
  left_out: readonly LeftOut[]
}

interface Documents {
  operations: Operation[]
  product: string
  left_out: readonly LeftOut[]
}

/** Stops at everything that cannot be right. */
export function readLayer(documents: Documents, written: WrittenPrices): PriceLayer {
  const { book, meant } = read(documents, written)
  const faults = gatherFaults()
  const day = providerDay.safeParse(book.valid_from)
  if (!day.success) faults.add(book.source, ['valid_from'], `valid_from ${firstFault(day.error)}`)
  const left_out: LeftOut[] = []
  const charges = setTariffs(meant, book, faults, { before: documents.left_out, left_out })
  faults.settle()
  return { id: written.id, version: book.version, valid_from: book.valid_from, charges, left_out }
}

/** Was right when it was applied; the documents may have changed since. */
export function readAppliedLayer(documents: Documents, written: WrittenPrices): PriceLayer {
  const { book, meant } = read(documents, written)
  const charges = chargesByApplied(meant, book)
  return { id: written.id, version: book.version, valid_from: book.valid_from, charges, left_out: [] }
}

function read({ operations, product }: Documents, { file, text, is_partial }: WrittenPrices) {
  const faults = gatherFaults()
  const book = readPrices(parseSource({ file, name: PRICES_FILE, text }, { product, as_text: true }), faults)
  faults.settle()
  const meant = is_partial ? operations.filter(({ function_id }) => book.functions.has(function_id)) : operations
  return { book, meant }
}
