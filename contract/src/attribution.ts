import * as z from 'zod/mini'
import { droppableId, text } from './form-fields.ts'

const short = z.optional(text(500))

export const utmParams = z.strictObject({
  gclid: short,
  utm_source: short,
  utm_campaign: short,
  utm_term: short,
  utm_content: short,
  utm_medium: short,
  g_session_id: short,
  fbp: short,
  fbc: short,
})

/** Where a customer came from, sent with sign-up. Ids that are no numbers are dropped. */
export const attribution = z.strictObject({
  referrer_register: short,
  referrer: short,
  referrer_params: short,
  utm_params: z.optional(utmParams),
  affiliate_id: z.optional(droppableId),
  connector_affiliate_id: z.optional(droppableId),
  promo_affiliate: short,
  ga_cid: short,
  g_session_id: short,
})
/** Bytes of a body that holds it: addresses of whole pages are long. */
export const ATTRIBUTION_BODY_MAX = 49_152
export type Attribution = z.infer<typeof attribution>
