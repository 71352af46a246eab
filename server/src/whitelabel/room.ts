import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Brand } from '@portico/contract/whitelabel.ts'
import { parse } from 'yaml'
import * as z from 'zod/mini'
import { startProblem } from '#db/start-problem.ts'

/** A link an operator may set: https, without a user name in it; nothing else can reach an href. */
const link = z.nullable(
  z.string().check(
    z.refine((text) => {
      if (!URL.canParse(text)) return false
      const url = new URL(text)
      return url.protocol === 'https:' && !url.username && !url.password
    }, 'must be an https address'),
  ),
)

const file = z.strictObject({
  title: z.string().check(z.minLength(1), z.maxLength(80)),
  product: z.string().check(z.regex(/^[a-z][a-z0-9]{1,30}$/, 'must be lower-case letters and digits')),
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
  seals: z._default(z.array(z.strictObject({ text: z.string().check(z.maxLength(60)), url: link })), []),
})

/** The brand an operator set in PROVIDER_DIR/brand.yaml; a broken file stops the start with its name and reason. */
export function readBrand(provider_dir: string): Brand {
  const path = join(provider_dir, 'brand.yaml')
  const parsed = file.safeParse(readYaml(path))
  if (!parsed.success) {
    const issue = parsed.error.issues[0]
    throw startProblem(`${path}: ${issue?.path.join('.')}: ${issue?.message}.`)
  }
  return { ...parsed.data, parent_id: 0 }
}

function readYaml(path: string): unknown {
  try {
    return parse(readFileSync(path, 'utf8'))
  } catch (error) {
    const reason = error instanceof Error ? error.message.split('\n')[0] : 'unreadable'
    throw startProblem(`${path} could not be read: ${reason}.`)
  }
}
