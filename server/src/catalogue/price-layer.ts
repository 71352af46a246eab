import { firstFault, providerDay } from '#files/provider-file.ts'
import { gatherFaults } from './faults.ts'
import type { LeftOut } from './left-out.ts'
import type { Operation } from './read-operations.ts'
import { readPrices } from './read-prices.ts'
import { parseSource } from './read-yaml.ts'
import { type Charge, chargesByApplied, setTariffs } from './set-tariff.ts'

export const PRICES_FILE = 'prices.yaml'

/** The text of a price book in the format of prices.yaml. */
export interface WrittenPrices {
  /** The applied version; null: not applied. */
  id: number | null
  /** The name of the price book in messages. */
  file: string
  text: string
  /** Prices of one account: only functions named under `functions` are priced by this layer. */
  is_partial: boolean
}

export const ALL_FUNCTIONS = { is_partial: false } as const

/** A price book resolved against the loaded documents. */
export interface PriceLayer {
  id: number | null
  version: string
  /** The day written in the file; an applied version has its own time. */
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

/** Reads a new price book; any fault throws. */
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

/** Reads an applied price book, which was valid then; the documents may have changed since. */
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
