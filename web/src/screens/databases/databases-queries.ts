import { databases, type Purchase } from '@portico/contract/databases.ts'
import type { Language } from '@portico/contract/language.ts'
import { payments } from '@portico/contract/payments.ts'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { query } from '#lib/query.ts'

const PURCHASES_KEY = ['databases', 'purchases'] as const
export const DATABASES_KEY = ['databases'] as const
const POLL_MS = 2_000

export function listQuery(language: Language) {
  return queryOptions({
    ...query(['databases', 'list', language], databases.listDatabases, { language }),
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  })
}

export function databaseQuery(id: string, language: Language) {
  return queryOptions({
    ...query(['databases', 'one', id, language], databases.getDatabase, { id, language }),
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  })
}

export function sampleQuery(id: string, version: string, location: string) {
  return queryOptions({
    ...query(['databases', 'sample', id, version, location], databases.getSample, { id, location }),
    placeholderData: keepPreviousData,
    staleTime: 5 * 60_000,
  })
}

/** The balance changes with every call of the API: it is requested whenever it is shown. */
export const fundsQuery = queryOptions({
  ...query(['databases', 'funds'], databases.getFunds, {}),
  staleTime: 0,
})

/** The payment methods, for users who pay; it shares the key of the payment pages. */
export const setupQuery = query(['payments', 'setup'], payments.getSetup, {})

export function quoteQuery(amount_micros: number) {
  return queryOptions({
    ...query(['payments', 'quote', amount_micros], payments.quote, { amount_micros }),
    staleTime: 0,
  })
}

/** Repeated while files are being created. */
export function purchasesQuery(before: string | undefined, language: Language) {
  return queryOptions({
    ...query([...PURCHASES_KEY, before ?? '', language], databases.getPurchases, {
      language,
      ...(before && { before }),
    }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.purchases.some(isUnderWay) ? POLL_MS : false),
  })
}

export function isUnderWay({ state }: Pick<Purchase, 'state'>): boolean {
  return state === 'paid' || state === 'preparing'
}
