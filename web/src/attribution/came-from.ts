import type { Attribution } from '@portico/contract/attribution.ts'
import { readCookies } from '#lib/cookies.ts'
import { collectAttribution } from './collect.ts'
import { consentIn } from './consent.ts'
import { whatWasOpened } from './opened.ts'

/** The origin of this customer, as far as they have consented; read when a form is sent. */
export function cameFrom(): Attribution {
  const cookies = readCookies()
  const { search, referrer } = whatWasOpened()
  return collectAttribution(cookies, { search, host: location.host }, referrer, consentIn(cookies))
}
