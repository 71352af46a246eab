import { REFERRER_COOKIE_S, wholeId } from '@portico/contract/rules.ts'
import { readCookies, writeCookie } from '#lib/cookies.ts'
import { originOf } from './origin-of.ts'

const AFFILIATE_S = 30 * 24 * 60 * 60

interface Kept {
  name: string
  value: string
  max_age_s: number
}

/** Keeps, at the start of a visit, who sent it here; all of it is our own and names nobody. */
export function rememberVisit(): void {
  const kept = keptOf(readCookies(), { search: location.search, host: location.host }, document.referrer)
  for (const { name, value, max_age_s } of kept) writeCookie(name, value, max_age_s)
}

/** The first page before counts for half an hour; of two affiliates the last. */
export function keptOf(
  cookies: ReadonlyMap<string, string>,
  place: { search: string; host: string },
  referrer: string,
): Kept[] {
  const query = new URLSearchParams(place.search)
  const affiliate = (name: string, value: string | null): Kept[] => {
    const id = wholeId(value)
    return id === undefined ? [] : [{ name, value: String(id), max_age_s: AFFILIATE_S }]
  }
  const first = { name: 'referrer_register', value: originOf(referrer, place.host), max_age_s: REFERRER_COOKIE_S }
  return [
    ...(cookies.has(first.name) ? [] : [first]),
    ...affiliate('aff_id', query.get('aff')),
    ...affiliate('promo_aff', query.get('promo_aff')),
  ]
}
