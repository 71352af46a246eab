import { join } from 'node:path'
import { isCountry } from '@portico/contract/countries.ts'
import * as z from 'zod/mini'
import { startProblem } from '#db/start-problem.ts'
import type { BillingSettings, Seller } from '../ctx-billing.ts'
import { checkedFile } from '../provider-file.ts'
import { readBytes, readYamlIfThere } from '../yaml-file.ts'

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
const seller = z.strictObject({
  name: line,
  address: z.array(line).check(z.minLength(1, 'must have a line'), z.maxLength(6, 'must have at most 6 lines')),
  country,
  vat_id: z._default(z.string().check(z.regex(/^[A-Z0-9]{0,20}$/, 'must be capital letters and digits')), ''),
  registration: z._default(z.string().check(z.maxLength(120, 'must have at most 120 characters')), ''),
  invoice_prefix: z._default(prefix, 'INV'),
  credit_note_prefix: z._default(prefix, 'CN'),
})
const tax = { name: line, rates: z.record(country, rate) }
const file = z.strictObject({
  seller,
  tax: z.strictObject({ ...tax, eu: z.array(country) }),
  details_needed: z._default(z.boolean(), true),
  logo: z._default(z.nullable(z.string()), null),
  whitelabels: z._default(z.record(z.string(), z.strictObject({ seller, tax: z.strictObject(tax) })), {}),
})

/** PROVIDER_DIR/billing.yaml; without it nobody is named as the seller and no tax is taken. */
export function readBillingSettings(provider_dir: string): BillingSettings {
  const path = join(provider_dir, 'billing.yaml')
  const given = readYamlIfThere(path)
  if (given === undefined) return { seller: NOBODY, whitelabels: {}, eu: [], details_needed: false, logo: null }
  const { seller, tax, whitelabels, details_needed, logo } = checkedFile(path, file, given ?? {})
  return {
    seller: sellerOf({ seller, tax }, `${path}: tax`),
    whitelabels: Object.fromEntries(
      Object.entries(whitelabels).map(([host, one]) => [host, sellerOf(one, `${path}: whitelabels: ${host}: tax`)]),
    ),
    eu: tax.eu,
    details_needed,
    logo: logo === null ? null : readLogo(join(provider_dir, logo)),
  }
}

/** Under a brand that names no seller, documents show the brand alone. */
export const NOBODY: Seller = {
  name: '',
  address: [],
  country: null,
  vat_id: '',
  registration: '',
  invoice_prefix: 'INV',
  credit_note_prefix: 'CN',
  tax_name: '',
  rates_bp: {},
}

type InFile = Pick<z.infer<typeof file>, 'seller'> & { tax: { name: string; rates: Record<string, number> } }

function sellerOf({ seller, tax }: InFile, path: string): Seller {
  // Customers in the seller's own country always pay: without a rate nobody could say how much.
  if (tax.rates[seller.country] === undefined)
    throw startProblem(`${path}: rates: has no ${seller.country}, the country of the seller (0 if there is no tax).`)
  return { ...seller, tax_name: tax.name, rates_bp: tax.rates }
}

function readLogo(path: string): Buffer {
  const bytes = readBytes(path)
  const is_png = bytes.subarray(0, 8).equals(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]))
  const is_jpeg = bytes[0] === 0xff && bytes[1] === 0xd8
  if (!is_png && !is_jpeg) throw startProblem(`${path} must be a PNG or a JPEG.`)
  return bytes
}
