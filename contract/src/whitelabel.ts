import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'

/** What a host looks like. Urls have passed the server's own filter before they get here. */
export const brand = z.object({
  title: z.string(),
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
  seals: z.array(z.object({ text: z.string(), url: z.nullable(z.string()) })),
  product: z.string(),
  parent_id: z.number(),
})
export type Brand = z.infer<typeof brand>

export const whitelabel = {
  /** Empty when there is nobody to ask. */
  getWlHelpRedirectUrl: endpoint({
    method: 'GET',
    path: '/api/whitelabel/help',
    caller: 'user',
    input: z.strictObject({}),
    output: z.object({ url: z.string() }),
  }),
}
