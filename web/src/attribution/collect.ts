import type { Attribution } from '@portico/contract/attribution.ts'
import { wholeId } from '@portico/contract/rules.ts'
import { CAMPAIGN, campaignValue, namesCampaign } from './campaign.ts'
import type { Consent } from './consent.ts'
import { originOf } from './origin-of.ts'
import { paramNames, stripReferrer } from './strip-referrer.ts'

type Cookies = ReadonlyMap<string, string>

/**
 * The origin of a customer, for the sign-up. The campaign in the opened address is always sent; an earlier campaign and
 * the ids of advertising networks are sent only with consent.
 */
export function collectAttribution(
  cookies: Cookies,
  page: { search: string; host: string },
  referrer: string,
  consent: Consent,
): Attribution {
  const query = new URLSearchParams(page.search)
  const stored = cookies.get('referrer') ?? ''
  const before = URL.canParse(stored) ? stored : referrer
  const promo = wholeId(query.get('promo_aff')) ?? wholeId(cookies.get('promo_aff'))
  return {
    referrer_register: rememberedOrigin(cookies, page.host) ?? originOf(referrer, page.host),
    referrer: stripReferrer(before, page.host),
    referrer_params: paramNames(before, page.host),
    affiliate_id: wholeId(query.get('aff')) ?? wholeId(cookies.get('aff_id')),
    connector_affiliate_id: wholeId(cookies.get('connector_aff_id')),
    promo_affiliate: promo === undefined ? undefined : String(promo),
    ...campaignOf(cookies, query, consent),
  }
}

/** A cookie may have been written by others, with all that we strip. */
function rememberedOrigin(cookies: Cookies, own_host: string): string | undefined {
  const [, kind, referrer = ''] =
    /^(organic|referral|direct)(?: (\S+))?$/.exec(cookies.get('referrer_register') ?? '') ?? []
  return kind && [kind, stripReferrer(referrer, own_host)].filter(Boolean).join(' ')
}

function campaignOf(cookies: Cookies, query: URLSearchParams, { marketing }: Consent) {
  const isNamed = namesCampaign(query)
  const value = (name: string) => campaignValue(isNamed ? query.get(name) : marketing ? cookies.get(name) : undefined)
  const utm = Object.fromEntries(CAMPAIGN.flatMap((name) => (value(name) === undefined ? [] : [[name, value(name)]])))
  if (!marketing) return isNamed ? { utm_params: utm } : {}
  const g_session_id = sessionOf(cookies)
  return {
    ga_cid: /^GA\d+\.\d+\.(\d+\.\d+)$/.exec(cookies.get('_ga') ?? '')?.[1],
    g_session_id,
    utm_params: {
      ...utm,
      g_session_id,
      fbp: campaignValue(cookies.get('_fbp')),
      fbc: campaignValue(cookies.get('_fbc')),
    },
  }
}

/** Google Analytics stores its session under one name per property, in one of two forms. */
function sessionOf(cookies: Cookies): string | undefined {
  const [, stored = ''] = [...cookies].find(([name]) => /^_ga_\w+$/.test(name)) ?? []
  return /^GS\d+\.\d+\.s?(\d+)/.exec(stored)?.[1]
}
