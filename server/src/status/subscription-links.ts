import { isLanguage, type Language } from '@portico/contract/language.ts'
import { HOUR_MS } from '@portico/contract/time.ts'
import * as z from 'zod/mini'
import { seal, unseal } from '#crypto/keys.ts'
import type { Ctx } from '#ctx/ctx.ts'

const PURPOSE = 'status subscription'
export const LINK_HOURS = 24

export interface Subscription {
  email: string
  wl_id: number
  language: Language
}

type Kind = 'confirm' | 'unsubscribe'

const carried = z.object({
  email: z.string(),
  wl_id: z.int(),
  language: z.custom<Language>(isLanguage),
  until: z.optional(z.number()),
})

/** The link carries everything, sealed: an address that was never confirmed is stored nowhere. */
export function subscriptionLink(
  { keys, clock }: Pick<Ctx, 'keys' | 'clock'>,
  kind: Kind,
  { email, wl_id, language }: Subscription,
  origin: URL,
): string {
  const until = kind === 'confirm' ? clock.now().getTime() + LINK_HOURS * HOUR_MS : undefined
  const token = seal(keys.key(PURPOSE), kind, JSON.stringify({ email, wl_id, language, until })).toString('base64url')
  return new URL(`/status/${kind}/${token}`, origin).href
}

/** Undefined for a link that was changed, is of another site, or is too old. */
export function readSubscriptionLink(
  { keys, clock }: Pick<Ctx, 'keys' | 'clock'>,
  kind: Kind,
  token: string,
  wl_id: number,
): Subscription | undefined {
  try {
    const { until, ...given } = carried.parse(
      JSON.parse(unseal(keys.key(PURPOSE), kind, Buffer.from(token, 'base64url'))),
    )
    const is_old = until !== undefined && until < clock.now().getTime()
    return is_old || given.wl_id !== wl_id ? undefined : given
  } catch {
    return undefined
  }
}
