import type { Attribution } from '@portico/contract/attribution.ts'
import { collectAttribution } from '#attribution/collect.ts'
import { consentIn } from '#attribution/consent.ts'
import { whatWasOpened } from '#attribution/opened.ts'
import { readCookies } from '#lib/cookies.ts'

/** The origin of this customer, as far as they have consented; read when a form is sent. */
export function cameFrom(): Attribution {
  const cookies = readCookies()
  const { search, referrer } = whatWasOpened()
  return collectAttribution(cookies, { search, host: location.host }, referrer, consentIn(cookies))
}
