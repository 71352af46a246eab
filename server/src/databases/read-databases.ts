import { join } from 'node:path'
import { CADENCES, DATABASE_CATEGORIES, FIELD_TYPES } from '@portico/contract/databases.ts'
import { LANGUAGES, type Language } from '@portico/contract/language.ts'
import { parseAmount } from '@portico/contract/parse-amount.ts'
import * as z from 'zod/mini'
import type { DatabaseSource } from '#ctx/databases.ts'
import { startProblem } from '#db/start-problem.ts'
import { checkedFile, namesIn, providerDay } from '#files/provider-file.ts'
import { readYaml } from '#files/yaml-file.ts'
import { GENERATORS } from './generators.ts'

export const localized = z.union([
  z.string().check(z.minLength(1)),
  z.strictObject({
    en: z.string().check(z.minLength(1)),
    ...Object.fromEntries(LANGUAGES.slice(1).map((language) => [language, z.optional(z.string())])),
  }),
])
export const versionName = z.string().check(z.regex(/^\d{4}-\d\d(-\d\d)?$/, 'must look like 2026-10 or 2026-10-15'))
const locations = z
  .record(z.string().check(z.regex(/^[A-Z]{2}$/, 'must be two capital letters, such as US')), z.int().check(z.gte(1)))
  .check(z.refine((all) => Object.keys(all).length > 0, 'must name a location'))

const file = z.strictObject({
  id: z.string().check(z.regex(/^[a-z][a-z0-9-]{0,59}$/, 'must be small letters, digits and dashes')),
  category: z.enum(DATABASE_CATEGORIES),
  source: localized,
  cadence: z.enum(CADENCES),
  generator: z.optional(z.enum(GENERATORS)),
  price_per_thousand: z.union([z.number(), z.string()]),
  title: localized,
  summary: localized,
  description: localized,
  fields: z
    .array(
      z.strictObject({
        name: z.string().check(z.regex(/^[a-z][a-z0-9_]*$/, 'must be small letters, digits and underscores')),
        type: z.enum(FIELD_TYPES),
        nullable: z._default(z.boolean(), false),
        about: localized,
      }),
    )
    .check(z.minLength(1)),
  versions: z
    .array(z.strictObject({ version: versionName, date: providerDay, locations, changes: localized }))
    .check(z.minLength(1)),
})

/** Databases for sale as files: PROVIDER_DIR/databases/*.yaml. A provider without that folder sells none. */
export function readDatabases(provider_dir: string): DatabaseSource[] {
  const folder = join(provider_dir, 'databases')
  const sources = namesIn(folder, '.yaml').map((name) => readOne(join(folder, name)))
  const twice = sources.find(({ id }, at) => sources.findIndex((one) => one.id === id) !== at)
  if (twice) throw startProblem(`${folder}: two files have the id ${twice.id}.`)
  return sources
}

function readOne(path: string): DatabaseSource {
  const written = checkedFile(path, file, readYaml(path))
  const { price_per_thousand, source, title, summary, description, fields, versions, ...rest } = written
  const price = parseAmount(String(price_per_thousand))
  if (!price || price < 0) throw startProblem(`${path}: price_per_thousand must be an amount, such as 0.40.`)
  const ordered = versions.toSorted((a, b) => (a.version < b.version ? 1 : -1))
  if (new Set(versions.map(({ version }) => version)).size < versions.length)
    throw startProblem(`${path}: a version is listed twice.`)
  return {
    ...rest,
    generator: rest.generator ?? null,
    price_per_thousand_micros: price,
    source: byLanguage(source),
    title: byLanguage(title),
    summary: byLanguage(summary),
    description: byLanguage(description),
    fields: fields.map(({ about, ...field }) => ({ ...field, about: byLanguage(about) })),
    versions: ordered.map(({ changes, ...version }) => ({ ...version, changes: byLanguage(changes) })),
  }
}

export function byLanguage(text: z.infer<typeof localized>): Record<string, string> {
  if (typeof text === 'string') return { en: text }
  return Object.fromEntries(Object.entries(text).filter((entry): entry is [string, string] => Boolean(entry[1])))
}

/** English where there is no translation. */
export function textIn(texts: Record<string, string>, language: Language): string {
  return texts[language] ?? texts.en ?? ''
}
