import * as z from 'zod/mini'
import { get } from './endpoint.ts'
import { LANGUAGES } from './language.ts'

/** Texts beside the sign-in form; without points the general ones are shown. */
const hero = z.object({ title: z.string(), points: z.array(z.string()) })

/**
 * Everything a brand shows of itself, the provider's own and every white-label's alike. A null field is shown nowhere:
 * a white-label never falls back to the provider's. Urls have passed the server's own filter before they get here.
 */
export const brand = z.object({
  title: z.string(),
  /** 0: the provider's own. */
  wl_id: z.number(),
  logo_url: z.nullable(z.string()),
  favicon_url: z.nullable(z.string()),
  accent: z.nullable(z.string()),
  radius: z.nullable(z.number()),
  help_link: z.nullable(z.string()),
  home_url: z.nullable(z.string()),
  landing_url: z.nullable(z.string()),
  docs_url: z.nullable(z.string()),
  chat_url: z.nullable(z.string()),
  terms_url: z.nullable(z.string()),
  privacy_url: z.nullable(z.string()),
  contact_url: z.nullable(z.string()),
  legacy_url: z.nullable(z.string()),
  /** A logo that mail programs can draw: no SVG. */
  mail_logo_url: z.nullable(z.string()),
  support_email: z.nullable(z.string()),
  /** Address of the sender of mails. */
  mail_from: z.nullable(z.string()),
  /** The company behind the brand, with a postal address; lines of plain text. */
  imprint: z.nullable(z.string()),
  /** A language that is missing shows the general text. */
  hero: z.partialRecord(z.enum(LANGUAGES), hero),
  seals: z.array(z.object({ text: z.string(), url: z.nullable(z.string()) })),
  product: z.string(),
  parent_id: z.number(),
})
export type Brand = z.infer<typeof brand>

export const whitelabel = {
  /** Empty when the brand names no help contact. */
  getWlHelpRedirectUrl: get('/api/whitelabel/help', {
    caller: 'user',
    by_sso: 'allowed',
    input: z.strictObject({}),
    output: z.object({ url: z.string() }),
  }),
}
