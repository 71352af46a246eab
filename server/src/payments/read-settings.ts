import { join } from 'node:path'
import { CENT_MICROS } from '@portico/contract/money.ts'
import { parseAmount } from '@portico/contract/parse-amount.ts'
import * as z from 'zod/mini'
import type { PaymentSettings } from '#ctx/billing.ts'
import { startProblem } from '#db/start-problem.ts'
import { checkedFile } from '#files/provider-file.ts'
import { readYamlIfThere } from '#files/yaml-file.ts'

const amount = z.pipe(
  z
    .union([z.string(), z.number()])
    .check(z.refine((written) => isAmount(written), 'must be an amount like 50 or 12.50')),
  z.transform((written) => parseAmount(String(written)) ?? 0),
)
const line = z.string().check(z.minLength(1, 'must not be empty'), z.maxLength(200, 'must have at most 200 characters'))

/** Settings of a provider without the file. */
const USUAL = { presets: [50, 100, 250, 500, 1000], minimum: 50, maximum: 50_000, dispute_fee: 15 }

const file = z.strictObject({
  presets: z
    .array(amount)
    .check(z.minLength(1, 'must have one amount or more'), z.maxLength(12, 'must have at most 12')),
  minimum: amount,
  maximum: amount,
  dispute_fee: amount,
  wire: z.optional(
    z.strictObject({
      above: amount,
      beneficiary: line,
      bank: line,
      iban: line.check(z.refine(isIban, 'is not a valid IBAN')),
      bic: line.check(z.regex(/^[A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?$/, 'must be a BIC of 8 or 11 characters')),
    }),
  ),
})

/** Reads the provider's payment settings, PROVIDER_DIR/payments.yaml; an error in it stops the start. */
export function readPaymentSettings(provider_dir: string): PaymentSettings {
  const path = join(provider_dir, 'payments.yaml')
  const given = readYamlIfThere(path)
  const { presets, minimum, maximum, dispute_fee, wire } = checkedFile(path, file, given === undefined ? USUAL : given)
  if (minimum < CENT_MICROS) throw startProblem(`${path}: minimum: must be more than nothing.`)
  if (maximum < minimum) throw startProblem(`${path}: maximum: must not be below the minimum.`)
  const odd = presets.find((amount) => amount < minimum || amount > maximum)
  if (odd !== undefined) throw startProblem(`${path}: presets: each must lie between minimum and maximum.`)
  if (wire && (wire.above < minimum || wire.above >= maximum))
    throw startProblem(`${path}: wire: above: must lie between minimum and maximum.`)
  return {
    presets_micros: presets,
    min_micros: minimum,
    max_micros: maximum,
    dispute_fee_micros: dispute_fee,
    wire: wire ? { above_micros: wire.above, account: accountOf(wire) } : null,
  }
}

function accountOf({ beneficiary, bank, iban, bic }: { beneficiary: string; bank: string; iban: string; bic: string }) {
  return { beneficiary, bank, iban, bic }
}

function isAmount(written: string | number): boolean {
  const micros = parseAmount(String(written))
  return micros !== undefined && micros >= 0 && micros % CENT_MICROS === 0
}

/** ISO 13616: A to Z count as two digits each, and the whole is 1 modulo 97. */
function isIban(written: string): boolean {
  const iban = written.replaceAll(' ', '')
  if (!/^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(iban)) return false
  const digits = `${iban.slice(4)}${iban.slice(0, 4)}`.replace(/[A-Z]/g, (char) => String(char.charCodeAt(0) - 55))
  return [...digits].reduce((rest, digit) => (rest * 10 + Number(digit)) % 97, 0) === 1
}
