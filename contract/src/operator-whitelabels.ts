import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { email, text } from './form-fields.ts'
import { LANGUAGES } from './language.ts'
import { by } from './operator-staff.ts'
import { ID_MAX } from './rules.ts'
import { brand } from './whitelabel.ts'

const hostname = text(300, 'must be a host name').check(
  z.overwrite((typed) => typed.trim().toLowerCase()),
  z.regex(/^[a-z0-9]([a-z0-9.-]{0,251}[a-z0-9])?$/, 'must be a host name'),
)
const sealValue = z.strictObject({ text: text(500), url: z.nullable(text(2_000)) })
const heroValue = z.strictObject({ title: text(500), points: z.array(text(500)).check(z.maxLength(20)) })
const brandValue = z.union([
  text(2_000),
  z.number().check(z.gte(-ID_MAX), z.lte(ID_MAX)),
  z.null(),
  z.array(sealValue).check(z.maxLength(20)),
  z.partialRecord(z.enum(LANGUAGES), z.nullable(heroValue)),
])
const shownWhitelabel = z.object({
  id: z.number(),
  host: z.string(),
  parent_id: z.number(),
  brand: z.omit(brand, { product: true, wl_id: true, parent_id: true }),
  /** The address its mails come from: its own, or the fallback. */
  sender: z.string(),
})

/** Brands of hosts, part of `operator`. */
export const whitelabelOperations = {
  setWhitelabel: endpoint({
    method: 'POST',
    path: '/api/operator/whitelabel',
    caller: 'operator',
    input: z.strictObject({
      host: hostname,
      id: z.optional(
        z
          .int('must be a whole number from 1 to 1000000')
          .check(
            z.gte(1, 'must be a whole number from 1 to 1000000'),
            z.lte(1_000_000, 'must be a whole number from 1 to 1000000'),
          ),
      ),
      /** Null: open to everybody. */
      parent: z.optional(z.nullable(email)),
      /** A field that is left out keeps its value, null removes it. */
      brand: z.record(text(60), brandValue),
      by,
    }),
    output: shownWhitelabel,
  }),
  listWhitelabels: endpoint({
    method: 'GET',
    path: '/api/operator/whitelabels',
    caller: 'operator',
    input: z.strictObject({}),
    output: z.object({
      whitelabels: z.array(shownWhitelabel),
    }),
  }),
  removeWhitelabel: endpoint({
    method: 'POST',
    path: '/api/operator/whitelabel-remove',
    caller: 'operator',
    input: z.strictObject({ host: hostname, by }),
    output: z.object({ removed: z.boolean() }),
  }),
}
