import { databases, type Purchase } from '@portico/contract/databases.ts'
import type { Language } from '@portico/contract/language.ts'
import { payments } from '@portico/contract/payments.ts'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '#lib/api.ts'

const PURCHASES_KEY = ['databases', 'purchases'] as const
export const DATABASES_KEY = ['databases'] as const
const POLL_MS = 2_000

export function listQuery(language: Language) {
  return queryOptions({
    queryKey: ['databases', 'list', language],
    queryFn: ({ signal }) => call(databases.listDatabases, { language }, signal),
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  })
}

export function databaseQuery(id: string, language: Language) {
  return queryOptions({
    queryKey: ['databases', 'one', id, language],
    queryFn: ({ signal }) => call(databases.getDatabase, { id, language }, signal),
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  })
}

export function sampleQuery(id: string, version: string, location: string) {
  return queryOptions({
    queryKey: ['databases', 'sample', id, version, location],
    queryFn: ({ signal }) => call(databases.getSample, { id, location }, signal),
    placeholderData: keepPreviousData,
    staleTime: 5 * 60_000,
  })
}

/** The balance changes with every call of the API: it is requested whenever it is shown. */
export const fundsQuery = queryOptions({
  queryKey: ['databases', 'funds'],
  queryFn: ({ signal }) => call(databases.getFunds, {}, signal),
  staleTime: 0,
})

/** The payment methods, for users who pay; it shares the key of the payment pages. */
export const setupQuery = queryOptions({
  queryKey: ['payments', 'setup'],
  queryFn: ({ signal }) => call(payments.getSetup, {}, signal),
})

export function quoteQuery(amount_micros: number) {
  return queryOptions({
    queryKey: ['payments', 'quote', amount_micros],
    queryFn: ({ signal }) => call(payments.quote, { amount_micros }, signal),
    staleTime: 0,
  })
}

/** Repeated while files are being created. */
export function purchasesQuery(before: string | undefined, language: Language) {
  return queryOptions({
    queryKey: [...PURCHASES_KEY, before ?? '', language],
    queryFn: ({ signal }) => call(databases.getPurchases, { language, ...(before && { before }) }, signal),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.purchases.some(isUnderWay) ? POLL_MS : false),
  })
}

export function isUnderWay({ state }: Pick<Purchase, 'state'>): boolean {
  return state === 'paid' || state === 'preparing'
}
