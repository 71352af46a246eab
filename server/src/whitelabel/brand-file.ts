import * as z from 'zod/mini'

/** A link an operator may set: https, without a user name in it; nothing else can reach an href. */
const link = z.nullable(
  z.string().check(
    z.maxLength(500),
    z.refine((text) => {
      if (!URL.canParse(text)) return false
      const url = new URL(text)
      return url.protocol === 'https:' && !url.username && !url.password
    }, 'must be an https address'),
  ),
)

const title = z.string().check(z.minLength(1), z.maxLength(80))

/** What a brand may say of itself; every value is checked before it is kept, so that none can become markup. */
const shape = {
  accent: z._default(z.nullable(z.string().check(z.regex(/^#[0-9a-fA-F]{6}$/, 'must look like #1a2b3c'))), null),
  radius: z._default(z.nullable(z.int().check(z.gte(0), z.lte(16))), null),
  logo_url: z._default(link, null),
  favicon_url: z._default(link, null),
  help_link: z._default(link, null),
  home_url: z._default(link, null),
  landing_url: z._default(link, null),
  docs_url: z._default(link, null),
  chat_url: z._default(link, null),
  terms_url: z._default(link, null),
  privacy_url: z._default(link, null),
  contact_url: z._default(link, null),
  legacy_url: z._default(link, null),
}

export const brandFile = z.strictObject({
  title,
  product: z.string().check(z.regex(/^[a-z][a-z0-9]{1,30}$/, 'must be lower-case letters and digits')),
  ...shape,
  seals: z._default(z.array(z.strictObject({ text: z.string().check(z.maxLength(60)), url: link })), []),
})

/** What a host of its own may say; the rest it has from the provider. */
export const hostBrand = z.strictObject({
  title,
  accent: shape.accent,
  radius: shape.radius,
  logo_url: shape.logo_url,
  favicon_url: shape.favicon_url,
  help_link: shape.help_link,
  home_url: shape.home_url,
  landing_url: shape.landing_url,
})
export type HostBrand = z.infer<typeof hostBrand>
