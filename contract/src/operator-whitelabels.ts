import * as z from 'zod/mini'
import { get, post } from './endpoint.ts'
import { text } from './form-fields.ts'
import { LANGUAGES } from './language.ts'
import { account, by, typed } from './operator-fields.ts'
import { ID_MAX } from './rules.ts'
import { brand } from './whitelabel.ts'

const hostname = text(300, 'must be a host name').check(
  z.overwrite((host) => host.trim().toLowerCase()),
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
  setWhitelabel: post('/api/operator/whitelabel', {
    caller: 'operator',
    staff: 'publish',
    input: z.strictObject({
      host: hostname,
      /** A field that is left out keeps its value, null removes it. */
      brand: z.record(text(60), brandValue),
      /** Null: open to everybody. */
      parent: typed(
        z.optional(z.nullable(account)),
        'account that owns a private white-label: only people it invited can sign up and in',
        { value: 'e-mail', none: 'none' },
      ),
      id: typed(
        z.optional(
          z
            .int('must be a whole number from 1 to 1000000')
            .check(
              z.gte(1, 'must be a whole number from 1 to 1000000'),
              z.lte(1_000_000, 'must be a whole number from 1 to 1000000'),
            ),
        ),
        'number of the white-label, for a host that had one elsewhere; cannot be changed later',
      ),
      by,
    }),
    output: shownWhitelabel,
  }),
  listWhitelabels: get('/api/operator/whitelabels', {
    caller: 'operator',
    staff: 'see_service',
    input: z.strictObject({}),
    output: z.object({
      whitelabels: z.array(shownWhitelabel),
    }),
  }),
  removeWhitelabel: post('/api/operator/whitelabel-remove', {
    caller: 'operator',
    staff: 'publish',
    input: z.strictObject({ host: hostname, by }),
    output: z.object({ removed: z.boolean() }),
  }),
}
