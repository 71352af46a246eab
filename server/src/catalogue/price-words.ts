import { formatMicros } from '@portico/contract/money.ts'
import type { Price, Tariff } from '@portico/contract/tariff.ts'

/** The price of a unit, or its steps by the volume of the month: `$0.50 up to 2, $0.10`. */
export function amountWords({ tiers = {} }: Pick<Price, 'tiers'>, unit: string, micros: number): string {
  const steps = tiers[unit]?.map(
    (tier) => `${formatMicros(tier.micros)}${tier.up_to === null ? '' : ` up to ${tier.up_to}`}`,
  )
  return steps?.join(', ') ?? formatMicros(micros)
}

/** What is free each month, if anything. */
export function allowanceWords({ monthly }: Pick<Tariff, 'monthly'>): string[] {
  const free = Object.entries(monthly?.free ?? {}).map(([unit, units]) => `${units} ${unit}`)
  return monthly && free.length > 0 ? [`${free.join(', ')} free each month in ${monthly.pool}`] : []
}
