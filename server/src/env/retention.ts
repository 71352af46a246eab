import type { SettingName as Name } from './settings.ts'
import { wholeNumber } from './values.ts'

/** Retention in days; addresses: undefined, for ever. */
export interface KeepEnv {
  params_days: number
  errors_days: number
  mail_days: number
  addresses_days: number | undefined
}

export function readKeep(get: (name: Name) => string | undefined): KeepEnv {
  const days = (name: 'KEEP_PARAMS_DAYS' | 'KEEP_ERRORS_DAYS' | 'KEEP_MAIL_DAYS', fallback: string) =>
    wholeNumber(name, get(name) ?? fallback, 1, 3650)
  const addresses = get('KEEP_ADDRESSES_DAYS')
  return {
    params_days: days('KEEP_PARAMS_DAYS', '30'),
    errors_days: days('KEEP_ERRORS_DAYS', '180'),
    mail_days: days('KEEP_MAIL_DAYS', '30'),
    addresses_days: addresses === undefined ? undefined : wholeNumber('KEEP_ADDRESSES_DAYS', addresses, 7, 3650),
  }
}
