import { REFERRER_COOKIE_S, wholeId } from '@portico/contract/rules.ts'
import { readCookies, writeCookie } from '#lib/cookies.ts'
import { CAMPAIGN, campaignValue, namesCampaign } from './campaign.ts'
import { whatWasOpened } from './opened.ts'
import { originOf } from './origin-of.ts'

const MONTH_S = 30 * 24 * 60 * 60
const COOKIE_NAMES = ['referrer_register', 'aff_id', 'promo_aff', ...CAMPAIGN]

interface AttributionCookie {
  name: string
  value: string
  max_age_s: number
}

/** The origin outlives the page view only with consent. */
export function storeAttribution(): void {
  const { search, referrer } = whatWasOpened()
  const stored = attributionCookies(readCookies(), { search, host: location.host }, referrer)
  for (const { name, value, max_age_s } of stored) writeCookie(name, value, max_age_s)
}

/** They no longer agree. */
export function clearAttribution(): void {
  for (const name of COOKIE_NAMES) if (readCookies().has(name)) writeCookie(name, '', 0)
}

/** The first page before counts for half an hour; of two affiliates, and of two campaigns, the last. */
export function attributionCookies(
  cookies: ReadonlyMap<string, string>,
  page: { search: string; host: string },
  referrer: string,
): AttributionCookie[] {
  const query = new URLSearchParams(page.search)
  const affiliate = (name: string, value: string | null): AttributionCookie[] => {
    const id = wholeId(value)
    return id === undefined ? [] : [{ name, value: String(id), max_age_s: MONTH_S }]
  }
  const first = { name: 'referrer_register', value: originOf(referrer, page.host), max_age_s: REFERRER_COOKIE_S }
  return [
    ...(cookies.has(first.name) ? [] : [first]),
    ...affiliate('aff_id', query.get('aff')),
    ...affiliate('promo_aff', query.get('promo_aff')),
    ...(namesCampaign(query) ? CAMPAIGN.flatMap((name) => campaignCookie(cookies, name, query)) : []),
  ]
}

/** Parameters that the new campaign does not have are removed with the previous one. */
function campaignCookie(
  cookies: ReadonlyMap<string, string>,
  name: string,
  query: URLSearchParams,
): AttributionCookie[] {
  const value = campaignValue(query.get(name))
  if (value !== undefined) return [{ name, value, max_age_s: MONTH_S }]
  return cookies.has(name) ? [{ name, value: '', max_age_s: 0 }] : []
}
