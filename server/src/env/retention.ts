import { fallbackOf, type SettingName as Name } from './settings.ts'
import { wholeNumber } from './values.ts'

/** Retention in days; addresses: undefined, for ever. */
export interface KeepEnv {
  params_days: number
  errors_days: number
  mail_days: number
  /** The longest that customers can choose; 0: no answers are stored. */
  answers_days: number
  addresses_days: number | undefined
  /** Days after which usage and errors move to files; undefined: never. */
  hot_days: number | undefined
}

/** Budgets and statements read single calls of a month; no day of it can be in a file. */
export const MIN_HOT_DAYS = 35

export function readKeep(get: (name: Name) => string | undefined): KeepEnv {
  const days = (name: 'KEEP_PARAMS_DAYS' | 'KEEP_ERRORS_DAYS' | 'KEEP_MAIL_DAYS') =>
    wholeNumber(name, get(name) ?? fallbackOf(name), 1, 3650)
  const addresses = get('KEEP_ADDRESSES_DAYS')
  const hot = get('KEEP_HOT_DAYS')
  return {
    params_days: days('KEEP_PARAMS_DAYS'),
    errors_days: days('KEEP_ERRORS_DAYS'),
    mail_days: days('KEEP_MAIL_DAYS'),
    answers_days: wholeNumber('KEEP_ANSWERS_DAYS', get('KEEP_ANSWERS_DAYS') ?? fallbackOf('KEEP_ANSWERS_DAYS'), 0, 30),
    addresses_days: addresses === undefined ? undefined : wholeNumber('KEEP_ADDRESSES_DAYS', addresses, 7, 3650),
    hot_days: hot === undefined ? undefined : wholeNumber('KEEP_HOT_DAYS', hot, MIN_HOT_DAYS, 3650),
  }
}

/** What is stored of the calls of each login in a UTC day. */
export interface StoredEnv {
  params_bytes: number
  free_rows: number
  answer_bytes: number
}

export function readStored(get: (name: Name) => string | undefined): StoredEnv {
  const number = (
    name: 'PARAMS_STORED_MB_PER_DAY' | 'FREE_CALLS_PER_DAY' | 'ANSWERS_STORED_MB_PER_DAY',
    min: number,
    max: number,
  ) => wholeNumber(name, get(name) ?? fallbackOf(name), min, max)
  return {
    params_bytes: 1024 * 1024 * number('PARAMS_STORED_MB_PER_DAY', 1, 1_000_000),
    free_rows: number('FREE_CALLS_PER_DAY', 100, 1_000_000_000),
    answer_bytes: 1024 * 1024 * number('ANSWERS_STORED_MB_PER_DAY', 1, 1_000_000),
  }
}

/** As without any setting. */
export const DEFAULT_KEEP = readKeep(() => undefined)
export const DEFAULT_STORED = readStored(() => undefined)
