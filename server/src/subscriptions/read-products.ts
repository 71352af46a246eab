import { join } from 'node:path'
import { LANGUAGES, type Language } from '@portico/contract/language.ts'
import { CENT_MICROS, MICROS_PER_UNIT } from '@portico/contract/money.ts'
import { parseAmount } from '@portico/contract/parse-amount.ts'
import type { Product, ProductPrice } from '@portico/contract/product.ts'
import { utcDay } from '@portico/contract/time.ts'
import * as z from 'zod/mini'
import type { Catalogue } from '#catalogue/index.ts'
import { startProblem } from '#db/start-problem.ts'
import { checkedFile } from '#files/provider-file.ts'
import { readYamlIfThere } from '#files/yaml-file.ts'

const MOST = 100_000
const DAY = /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/

const title = z.string().check(z.minLength(1), z.maxLength(80))
const anyTitle = Object.fromEntries(LANGUAGES.map((language) => [language, z.optional(title)])) as Record<
  Language,
  z.ZodMiniOptional<typeof title>
>
const amount = z.pipe(
  z.union([z.string(), z.number()], 'must be an amount'),
  z.transform((written: string | number) => parseAmount(String(written)) ?? 0),
)
const file = z.record(
  z.string().check(z.regex(/^[a-z][a-z0-9_]{0,59}$/, 'must be small letters, digits and underscores')),
  z.strictObject({
    title: z.strictObject({ ...anyTitle, en: title }),
    grace_days: z.int().check(z.gte(1), z.lte(28)),
    prices: z
      .array(
        z.strictObject({
          version: z.string().check(z.minLength(1), z.maxLength(40)),
          from: z.string().check(z.regex(DAY, 'must be a day like 2026-01-31')),
          monthly_minimum: amount.check(
            z.refine(
              (micros) => micros > 0 && micros <= MOST * MICROS_PER_UNIT && micros % CENT_MICROS === 0,
              `must be an amount in whole cents, up to ${MOST}`,
            ),
          ),
        }),
      )
      .check(z.minLength(1)),
  }),
)

/** Reads PROVIDER_DIR/subscriptions.yaml; without the file nothing can be subscribed to. A mistake in it stops the start. */
export function readProducts(provider_dir: string, catalogue: Pick<Catalogue, 'functions'>): Product[] {
  const path = join(provider_dir, 'subscriptions.yaml')
  const written = checkedFile(path, file, readYamlIfThere(path) ?? {})
  const required = new Set(catalogue.functions().map(({ subscription }) => subscription))
  return Object.entries(written).map(([product, { title: titles, grace_days, prices }]) => {
    const fail = (what: string) => startProblem(`${path}: ${product}: ${what}.`)
    if (!required.has(product)) throw fail('no function requires it with x-portico-subscription')
    const [first, ...rest] = prices.map(({ version, from, monthly_minimum }) => ({
      version,
      from: new Date(`${from}T00:00:00Z`),
      micros: monthly_minimum,
    }))
    if (!first) throw fail('prices must name one')
    const all = [first, ...rest]
    // JavaScript would read the 31st of February as a day in March.
    if (all.some(({ from }, at) => utcDay(from) !== prices[at]?.from))
      throw fail('prices: from must be a day that exists')
    if (all.some(({ from }, at) => from <= (all[at - 1]?.from ?? new Date(0))))
      throw fail('prices: each must begin after the one before it')
    if (new Set(all.map(({ version }) => version)).size < all.length) throw fail('prices: a version is listed twice')
    const titled = LANGUAGES.map((language) => [language, titles[language] ?? titles.en])
    return { product, titles: Object.fromEntries(titled), grace_days, prices: [first, ...rest] }
  })
}

/** The price of a period that begins at this moment; before the first version's day it is the first. */
export function priceAt({ prices }: Pick<Product, 'prices'>, at: Date): ProductPrice {
  return prices.findLast(({ from }) => from <= at) ?? prices[0]
}
