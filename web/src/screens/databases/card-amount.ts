import { CENT_MICROS } from '@portico/contract/money.ts'

export interface CardSetup {
  processor: string | null
  min_micros: number
  max_micros: number
  wire_above_micros: number | null
}

export interface CardAmount {
  /** What the card pays, tax not counted. */
  pay_micros: number
  /** More than the order lacks, as no payment is smaller. */
  is_least: boolean
}

/**
 * What a card pays for an order: what the balance lacks, in whole cents, or all of it where nothing is lacking. Undefined where no
 * card is taken, or none for so much.
 */
export function cardAmount(price_micros: number, available_micros: number, setup: CardSetup): CardAmount | undefined {
  const { processor, min_micros, max_micros, wire_above_micros } = setup
  const lacking = price_micros - Math.max(0, available_micros)
  const wanted = Math.ceil((lacking > 0 ? lacking : price_micros) / CENT_MICROS) * CENT_MICROS
  // A balance below zero has to be filled first.
  const debt = Math.ceil(Math.max(0, -available_micros) / CENT_MICROS) * CENT_MICROS
  const pay_micros = Math.max(wanted + debt, min_micros)
  const most = Math.min(max_micros, wire_above_micros ?? max_micros)
  if (processor === null || pay_micros > most) return undefined
  return { pay_micros, is_least: pay_micros > wanted + debt }
}
