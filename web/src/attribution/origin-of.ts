import { stripReferrer } from './strip-referrer.ts'

/** Class and stripped address in one text, as the cookie `referrer_register` keeps them. */
export function originOf(referrer: string, own_host: string): string {
  return [classify(referrer, own_host), stripReferrer(referrer, own_host)].filter(Boolean).join(' ')
}

/** The name must be the registered domain: what precedes it is a subdomain, what follows is a country's ending. */
const SEARCH_ENGINE = /(^|\.)(google|bing|yahoo)\.((com?\.)?[a-z]{2}|[a-z]{3,})$/

/** The origin of a page view, derived from the address of the previous page. */
export function classify(referrer: string, own_host: string): 'organic' | 'referral' | 'direct' {
  if (!URL.canParse(referrer)) return 'direct'
  const { protocol, host, hostname } = new URL(referrer)
  if (host === own_host) return 'direct'
  const is_page = protocol === 'https:' || protocol === 'http:'
  return is_page && SEARCH_ENGINE.test(hostname.replace(/\.$/, '')) ? 'organic' : 'referral'
}
