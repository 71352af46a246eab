import { CENT_MICROS } from '@portico/contract/money.ts'

export interface CardSetup {
  processor: string | null
  min_micros: number
  max_micros: number
  wire_above_micros: number | null
}

export interface CardAmount {
  /** The amount charged to the card, without tax. */
  pay_micros: number
  /** More than the order lacks, as no payment is smaller. */
  is_least: boolean
}

/**
 * The amount a card pays for an order: the missing balance in whole cents, or all of it where nothing is missing.
 * Undefined where cards are not accepted, or not for this amount.
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
