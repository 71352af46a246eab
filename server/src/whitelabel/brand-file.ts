import { LANGUAGES } from '@portico/contract/language.ts'
import * as z from 'zod/mini'

/** A link an operator may set: https, without a user name in it; nothing else can reach an href. */
const link = z.string().check(
  z.maxLength(500, 'must have at most 500 characters'),
  z.refine((text) => {
    if (!URL.canParse(text)) return false
    const url = new URL(text)
    return url.protocol === 'https:' && !url.username && !url.password
  }, 'must be an https address'),
)
const ADDRESS = /^[^\s@<>()[\]\\,;:"\p{Cc}]+@[^\s@<>()[\]\\,;:"\p{Cc}]+\.[^\s@<>()[\]\\,;:"\p{Cc}.]{2,}$/u
const address = z
  .string()
  .check(z.maxLength(254, 'must be an e-mail address'), z.regex(ADDRESS, 'must be an e-mail address'))

const line = (max: number) =>
  z.string().check(
    z.minLength(1, 'must not be empty'),
    z.maxLength(max, `must have at most ${max} characters`),
    z.refine((text) => !/[\p{Cc}\p{Zl}\p{Zp}]/u.test(text), 'must be one line of text'),
  )
const hero = z.strictObject({
  title: line(120),
  points: z._default(z.array(line(200)).check(z.maxLength(5, 'must be 5 sentences or fewer')), []),
})
const seal = z.strictObject({ text: line(60), url: z._default(z.nullable(link), null) })

/** A picture beside brand.yaml. */
const fileName = z.string().check(z.regex(/^\w[\w.-]{0,80}$/, 'must be the name of a file beside brand.yaml'))
const unset = <T extends z.ZodMiniType>(value: T) => z._default(z.nullable(value), null)
const title = line(80)

/** The fields of a brand; every value is checked before it is stored, so that none can become markup. */
const shape = {
  accent: unset(z.string().check(z.regex(/^#[0-9a-fA-F]{6}$/, 'must look like #1a2b3c'))),
  radius: unset(
    z
      .int('must be a whole number from 0 to 16')
      .check(z.gte(0, 'must be a whole number from 0 to 16'), z.lte(16, 'must be a whole number from 0 to 16')),
  ),
  logo_url: unset(link),
  mail_logo_url: unset(link),
  favicon_url: unset(link),
  help_link: unset(link),
  home_url: unset(link),
  landing_url: unset(link),
  docs_url: unset(link),
  chat_url: unset(link),
  terms_url: unset(link),
  privacy_url: unset(link),
  contact_url: unset(link),
  legacy_url: unset(link),
  support_email: unset(address),
  mail_from: unset(address),
  imprint: unset(
    z.string().check(
      z.maxLength(400, 'must have at most 400 characters'),
      z.refine((text) => !/[^\P{Cc}\n]/u.test(text), 'must be plain text'),
    ),
  ),
  hero: z._default(z.partialRecord(z.enum(LANGUAGES), hero), {}),
  seals: z._default(z.array(seal).check(z.maxLength(8, 'must be 8 seals or fewer')), []),
}

/** The provider's own brand. `product` is part of data API paths, which are the same at every host. */
export const brandFile = z.strictObject({
  title,
  logo_file: unset(fileName),
  mail_logo_file: unset(fileName),
  favicon_file: unset(fileName),
  product: z.string().check(z.regex(/^[a-z][a-z0-9]{1,30}$/, 'must be lower-case letters and digits')),
  ...shape,
})

/** A white-label. */
export const hostBrand = z.strictObject({ title, ...shape })
export type HostBrand = z.infer<typeof hostBrand>

/** The location and cause of a fault, for the author of the brand. */
export function brandFault(error: z.core.$ZodError, given: unknown): { field: string; path: string; reason: string } {
  const [issue] = error.issues
  if (issue?.code === 'unrecognized_keys')
    return { field: issue.keys[0] ?? '', path: [...issue.path, issue.keys[0]].join('.'), reason: 'is not known' }
  const is_missing = issue?.path.reduce(within, given) === undefined
  const reason = is_missing
    ? 'is missing'
    : /^Invalid/.test(issue?.message ?? '')
      ? 'is of the wrong kind'
      : issue?.message
  const [field = 'title', language] = issue?.path ?? []
  return {
    field: field === 'hero' ? `hero_${String(language)}` : String(field),
    path: issue?.path.join('.') ?? '',
    reason: reason ?? 'is wrong',
  }
}

function within(value: unknown, name: PropertyKey): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
}
