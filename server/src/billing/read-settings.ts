import { join } from 'node:path'
import { isCountry } from '@portico/contract/countries.ts'
import { CURRENCY_CODES, currency, RATES_BASE } from '@portico/contract/currency.ts'
import { LANGUAGES, type Language } from '@portico/contract/language.ts'
import * as z from 'zod/mini'
import type { BillingSettings, Seller } from '#ctx/billing.ts'
import { startProblem } from '#db/start-problem.ts'
import { checkedFile } from '#files/provider-file.ts'
import { readBytes, readYamlIfThere } from '#files/yaml-file.ts'
import { ratesOfFolder } from './exchange-rates.ts'

const line = z.string().check(
  z.minLength(1, 'must not be empty'),
  z.maxLength(120, 'must have at most 120 characters'),
  z.refine((text) => !/[\p{Cc}\p{Zl}\p{Zp}]/u.test(text), 'must be one line of text'),
)
const country = z.string().check(z.refine(isCountry, 'must be an ISO code of a country, such as DE'))
const prefix = z.string().check(z.regex(/^[A-Z0-9]{1,10}$/, 'must be 1 to 10 capital letters or digits'))
/** In hundredths of a percent, so that nothing is ever computed with a fraction. */
const rate = z.pipe(
  z.number().check(
    z.gte(0, 'must be a percentage from 0 to 100'),
    z.lte(100, 'must be a percentage from 0 to 100'),
    z.refine((percent) => Number.isInteger(Math.round(percent * 1e6) / 1e4), 'must have at most two decimals'),
  ),
  z.transform((percent) => Math.round(percent * 100)),
)
/** XRechnung refuses a telephone number without digits and an invalid address. */
const contact = z.strictObject({
  name: line,
  phone: line.check(z.regex(/\d.*\d.*\d/, 'must have three digits or more')),
  email: line.check(z.regex(/^[^@\s]+@([^@.\s]+\.)+[^@.\s]+$/, 'must be an e-mail address')),
})
const seller = z.strictObject({
  name: line,
  address: z.array(line).check(z.minLength(1, 'must have a line'), z.maxLength(6, 'must have at most 6 lines')),
  country,
  vat_id: z._default(z.string().check(z.regex(/^[A-Z0-9]{0,20}$/, 'must be capital letters and digits')), ''),
  registration: z._default(z.string().check(z.maxLength(120, 'must have at most 120 characters')), ''),
  invoice_prefix: z._default(prefix, 'INV'),
  credit_note_prefix: z._default(prefix, 'CN'),
  proforma_prefix: z._default(prefix, 'PF'),
  fee_note_prefix: z._default(prefix, 'FEE'),
  fee_credit_prefix: z._default(prefix, 'FEC'),
  currency: z._default(z.nullable(z.enum(CURRENCY_CODES)), null),
  post: z._default(z.nullable(z.strictObject({ street: line, postal_code: line, city: line })), null),
  contact: z._default(z.nullable(contact), null),
  electronic_address: z._default(
    z.nullable(
      z.strictObject({
        scheme: z.string().check(z.regex(/^(\d{4}|EM)$/, 'must be a scheme like 9930 or EM')),
        id: line,
      }),
    ),
    null,
  ),
})
const inEachLanguage = z.strictObject(
  Object.fromEntries(LANGUAGES.map((language) => [language, line])) as Record<Language, typeof line>,
)
const tax = { name: z.union([line, inEachLanguage]), rates: z.record(country, rate) }
const file = z.strictObject({
  seller,
  tax: z.strictObject({ ...tax, eu: z.array(country) }),
  details_needed: z._default(z.boolean(), true),
  exchange_rates: z._default(
    z.nullable(
      z.strictObject({
        folder: line,
        url: z._default(z.nullable(z.url({ protocol: /^https?$/, error: 'must be an address' })), null),
        max_age_days: z._default(z.int().check(z.gte(1), z.lte(366)), 7),
      }),
    ),
    null,
  ),
  proforma_days: z._default(z.int().check(z.gte(1), z.lte(366)), 30),
  dispute_fee_text: z._default(z.nullable(inEachLanguage), null),
  logo: z._default(z.nullable(z.string()), null),
  whitelabels: z._default(z.record(z.string(), z.strictObject({ seller, tax: z.strictObject(tax) })), {}),
})

/** PROVIDER_DIR/billing.yaml; without it documents name no seller and no tax is taken. */
export function readBillingSettings(provider_dir: string): BillingSettings {
  const path = join(provider_dir, 'billing.yaml')
  const given = readYamlIfThere(path)
  if (given === undefined)
    return {
      seller: NO_SELLER,
      whitelabels: {},
      eu: [],
      details_needed: false,
      exchange: null,
      proforma_days: 30,
      fee_texts: null,
      logo: null,
    }
  const { seller, tax, whitelabels, details_needed, logo, ...rest } = checkedFile(path, file, given ?? {})
  const own = sellerOf({ seller, tax }, `${path}: tax`)
  const others = Object.entries(whitelabels).map(([host, one]): [string, Seller] => [
    host,
    sellerOf(one, `${path}: whitelabels: ${host}: tax`),
  ])
  return {
    seller: own,
    whitelabels: Object.fromEntries(others),
    exchange: exchangeOf(provider_dir, path, rest.exchange_rates, [own, ...others.map(([, other]) => other)]),
    proforma_days: rest.proforma_days,
    fee_texts: rest.dispute_fee_text,
    eu: tax.eu,
    details_needed,
    logo: logo === null ? null : readLogo(join(provider_dir, logo)),
  }
}

/** Under a brand without a seller, documents show the brand alone. */
export const NO_SELLER: Seller = {
  name: '',
  address: [],
  country: null,
  vat_id: '',
  registration: '',
  invoice_prefix: 'INV',
  credit_note_prefix: 'CN',
  proforma_prefix: 'PF',
  fee_note_prefix: 'FEE',
  fee_credit_prefix: 'FEC',
  currency: null,
  post: null,
  contact: null,
  electronic_address: null,
  tax_name: '',
  tax_names: null,
  rates_bp: {},
}

type File = z.infer<typeof file>
type InFile = Pick<File, 'seller'> & { tax: Pick<File['tax'], 'name' | 'rates'> }

function sellerOf({ seller, tax }: InFile, path: string): Seller {
  // Customers in the seller's own country always pay: without a rate the tax would be unknown.
  if (tax.rates[seller.country] === undefined)
    throw startProblem(`${path}: rates: has no ${seller.country}, the country of the seller (0 if there is no tax).`)
  const names =
    typeof tax.name === 'string'
      ? { tax_name: tax.name, tax_names: null }
      : { tax_name: tax.name.en, tax_names: tax.name }
  return { ...seller, ...names, rates_bp: tax.rates }
}

/** VAT in another currency needs a rate from the first invoice on: without one in the folder the start is refused. */
function exchangeOf(
  provider_dir: string,
  path: string,
  given: File['exchange_rates'],
  sellers: Seller[],
): BillingSettings['exchange'] {
  const needed = [...new Set(sellers.map((one) => one.currency ?? currency()))].filter((code) => code !== currency())
  if (!given) {
    if (needed.length > 0)
      throw startProblem(`${path}: exchange_rates: is missing; VAT in ${needed.join(', ')} needs rates of exchange.`)
    return null
  }
  const folder = join(provider_dir, given.folder)
  const at_start = ratesOfFolder(folder)
  for (const code of [currency(), ...needed])
    if (needed.length > 0 && code !== RATES_BASE && !at_start.some(({ per_euro }) => per_euro[code]))
      throw startProblem(`${folder}: has no rate of ${code}; put eurofxref-daily.xml of the ECB there.`)
  return { folder, url: given.url, max_age_days: given.max_age_days, at_start }
}

function readLogo(path: string): Buffer {
  const bytes = readBytes(path)
  const is_png = bytes.subarray(0, 8).equals(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]))
  const is_jpeg = bytes[0] === 0xff && bytes[1] === 0xd8
  if (!is_png && !is_jpeg) throw startProblem(`${path} must be a PNG or a JPEG.`)
  return bytes
}
