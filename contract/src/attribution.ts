import * as z from 'zod/mini'
import { droppableId } from './typed.ts'

const text = z.optional(z.string().check(z.maxLength(500)))

export const utmParams = z.strictObject({
  gclid: text,
  utm_source: text,
  utm_campaign: text,
  utm_term: text,
  utm_content: text,
  utm_medium: text,
  g_session_id: text,
  fbp: text,
  fbc: text,
})

/** Where a customer came from, sent with sign-up. Ids that are no numbers are dropped. */
export const attribution = z.strictObject({
  referrer_register: text,
  referrer: text,
  referrer_params: text,
  utm_params: z.optional(utmParams),
  affiliate_id: z.optional(droppableId),
  connector_affiliate_id: z.optional(droppableId),
  promo_affiliate: text,
  ga_cid: text,
  g_session_id: text,
})
export type Attribution = z.infer<typeof attribution>
