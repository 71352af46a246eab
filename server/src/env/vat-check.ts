import { startProblem } from '#db/start-problem.ts'
import type { SettingName as Name } from './settings.ts'
import { oneOf, wholeNumber } from './values.ts'

const VIES_URL = 'https://ec.europa.eu/taxation_customs/vies/rest-api'

export interface VatCheckEnv {
  kind: 'vies' | 'off'
  url: string
  /** How long a number that was valid counts as valid while the register is unavailable. */
  valid_days: number
  /**
   * The treatment of a number that could not be checked yet: tax is charged, or the customer's statement is accepted.
   */
  unchecked: 'charge' | 'accept'
}

export function readVatCheck(get: (name: Name) => string | undefined, production: boolean): VatCheckEnv {
  return {
    kind: oneOf('VAT_CHECK', get('VAT_CHECK') ?? (production ? 'vies' : 'off'), ['vies', 'off']),
    url: address(get('VAT_CHECK_URL') ?? VIES_URL),
    valid_days: wholeNumber('VAT_CHECK_DAYS', get('VAT_CHECK_DAYS') ?? '90', 1, 365),
    unchecked: oneOf('VAT_UNCHECKED', get('VAT_UNCHECKED') ?? 'charge', ['charge', 'accept']),
  }
}

function address(value: string): string {
  if (!URL.canParse(value) || !/^https?:$/.test(new URL(value).protocol))
    throw startProblem(`VAT_CHECK_URL is '${value}', but must be an address like ${VIES_URL}.`)
  return value.endsWith('/') ? value.slice(0, -1) : value
}
