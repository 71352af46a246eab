import type { Attribution } from '@portico/contract/attribution.ts'
import { wholeId } from '@portico/contract/rules.ts'
import type { Consent } from './consent.ts'
import { originOf } from './origin-of.ts'
import { paramNames, stripReferrer } from './strip-referrer.ts'

type Cookies = ReadonlyMap<string, string>

const LONGEST = 500
const UTM = ['gclid', 'utm_source', 'utm_campaign', 'utm_term', 'utm_content', 'utm_medium'] as const

/** Where a customer came from, for the sign-up. Whose ad it was is told only by those who agreed to that. */
export function collectAttribution(
  cookies: Cookies,
  place: { search: string; host: string },
  referrer: string,
  consent: Consent,
): Attribution {
  const query = new URLSearchParams(place.search)
  const kept = cookies.get('referrer') ?? ''
  const before = URL.canParse(kept) ? kept : referrer
  const promo = wholeId(query.get('promo_aff')) ?? wholeId(cookies.get('promo_aff'))
  return {
    referrer_register: rememberedOrigin(cookies, place.host) ?? originOf(referrer, place.host),
    referrer: stripReferrer(before, place.host),
    referrer_params: paramNames(before, place.host),
    affiliate_id: wholeId(query.get('aff')) ?? wholeId(cookies.get('aff_id')),
    connector_affiliate_id: wholeId(cookies.get('connector_aff_id')),
    promo_affiliate: promo === undefined ? undefined : String(promo),
    ...(consent.marketing && marketing(cookies, query)),
  }
}

/** A cookie may have been written by others, with all that we strip. */
function rememberedOrigin(cookies: Cookies, own_host: string): string | undefined {
  const [, kind, referrer = ''] =
    /^(organic|referral|direct)(?: (\S+))?$/.exec(cookies.get('referrer_register') ?? '') ?? []
  return kind && [kind, stripReferrer(referrer, own_host)].filter(Boolean).join(' ')
}

function marketing(cookies: Cookies, query: URLSearchParams) {
  const g_session_id = sessionOf(cookies)
  const utm = Object.fromEntries(UTM.map((name) => [name, short(query.get(name) ?? cookies.get(name))]))
  return {
    ga_cid: /^GA\d+\.\d+\.(\d+\.\d+)$/.exec(cookies.get('_ga') ?? '')?.[1],
    g_session_id,
    utm_params: { ...utm, g_session_id, fbp: short(cookies.get('_fbp')), fbc: short(cookies.get('_fbc')) },
  }
}

/** Google Analytics keeps its session under a name of its own per property, in one of two forms. */
function sessionOf(cookies: Cookies): string | undefined {
  const [, kept = ''] = [...cookies].find(([name]) => /^_ga_\w+$/.test(name)) ?? []
  return /^GS\d+\.\d+\.s?(\d+)/.exec(kept)?.[1]
}

/** Half an id is none: what is too long is left out, not cut. */
function short(value: string | null | undefined): string | undefined {
  const text = value?.trim() ?? ''
  return text !== '' && text.length <= LONGEST ? text : undefined
}
