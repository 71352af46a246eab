export type ReferrerClass = 'organic' | 'referral' | 'direct'

/** The name must be the registered one: what stands left of it is theirs, what stands right is a country's ending. */
const SEARCH_ENGINE = /(^|\.)(google|bing|yahoo)\.((com?\.)?[a-z]{2}|[a-z]{3,})$/

/** Where a visit came from, by the address of the page before it. */
export function classify(referrer: string, own_host: string): ReferrerClass {
  if (!URL.canParse(referrer)) return 'direct'
  const { protocol, host, hostname } = new URL(referrer)
  if (host === own_host) return 'direct'
  const is_page = protocol === 'https:' || protocol === 'http:'
  return is_page && SEARCH_ENGINE.test(hostname.replace(/\.$/, '')) ? 'organic' : 'referral'
}
