import type { FieldSchema } from '@portico/contract/catalogue.ts'
import { checkTask } from '@portico/contract/check-task.ts'
import { plainTypes } from '@portico/contract/plain-types.ts'
import { afterAll, expect, test } from 'vitest'
import { AWKWARD, AWKWARD_NAMES } from '#testing/catalogue/awkward.ts'
import { dropProviders, PRICES, writeProvider } from '#testing/catalogue/provider.ts'
import { type Chance, chance } from '#testing/catalogue/schemas.ts'
import { openCatalogue } from './index.ts'

afterAll(dropProviders)

const catalogue = openCatalogue(
  writeProvider({
    ...AWKWARD,
    'prices.yaml': PRICES.replace('functions:', 'default: { per_request: 0.001 }\nfunctions:'),
  }),
)
const entryOf = (name: string) => catalogue.find('POST', `/v3/awkward/${name}/live`)?.entry

test('forty awkward schemas are read', () => {
  expect(AWKWARD_NAMES.length).toBe(40)
  expect(AWKWARD_NAMES.filter((name) => !entryOf(name))).toEqual([])
})

test.each(AWKWARD_NAMES)('%s: the form starts with a valid request', (name) => {
  const entry = entryOf(name)
  if (!entry) throw new Error(`${name} is not in the catalogue`)
  const { schema, sample } = entry
  expect(checkTask(schema, sample), JSON.stringify(sample)).toEqual({})
  expect(catalogue.validate(entry, sample), JSON.stringify(sample)).toEqual([])
  const forms = [schema, ...(schema.allOf ?? []).flatMap(({ anyOf }) => anyOf)]
  expect(
    forms.flatMap(({ properties = {} }) => Object.keys(properties)),
    'fields to fill in',
  ).not.toEqual([])
})

/** A value close to a schema; sometimes it matches two of its forms, or none. */
function bodyOf(dice: Chance, field: FieldSchema): unknown {
  if (dice.below(25) === 0) return dice.one([null, 'x', 3, true, {}, ['x']])
  if (field.enum) return dice.one(field.enum)
  switch (field.type) {
    case 'string':
      return dice.one(['', 'ab', 'abcd', '2026-01-31'])
    case 'integer':
      return dice.one([-1, 0, 1, 9, 10, 1.5])
    case 'array':
      return Array.from({ length: dice.below(4) }, () => bodyOf(dice, field.items ?? {}))
  }
  const forms = (field.allOf ?? []).map(({ anyOf }) => bodyOf(dice, dice.one(anyOf)))
  const two = (field.allOf ?? []).map(({ anyOf }) => (dice.below(8) === 0 ? bodyOf(dice, dice.one(anyOf)) : {}))
  const [only] = forms
  if (typeof only !== 'object' && only !== undefined && !field.properties) return only
  const own = Object.entries(field.properties ?? {}).filter(() => dice.below(6) > 0)
  return Object.assign({}, ...two, ...forms, Object.fromEntries(own.map(([key, one]) => [key, bodyOf(dice, one)])))
}

const CHOICES = AWKWARD_NAMES.filter((name) => /^(choice_|one_of|any_of)/.test(name))

test.each(CHOICES)('%s: page and gateway give the same verdict on 400 bodies', (name) => {
  const entry = entryOf(name)
  if (!entry) throw new Error(`${name} is not in the catalogue`)
  const dice = chance(name.length)
  const seen = { right: 0, wrong: 0 }
  for (let at = 0; at < 400; at += 1) {
    const body = bodyOf(dice, entry.schema)
    if (typeof body !== 'object' || body === null || Array.isArray(body)) continue
    const faults = checkTask(entry.schema, { ...body })
    const refused = catalogue.validate(entry, plainTypes(entry.schema, body))
    expect(Object.keys(faults).length > 0, JSON.stringify({ body, faults, refused })).toBe(refused.length > 0)
    seen[refused.length > 0 ? 'wrong' : 'right'] += 1
  }
  expect(Math.min(seen.right, seen.wrong), JSON.stringify(seen)).toBeGreaterThan(5)
})

test('forms have the names of the document', () => {
  const groupOf = (name: string, field: string) => entryOf(name)?.schema.properties?.[field]?.allOf?.[0]
  expect(groupOf('choice_discriminator', 'payment')).toMatchObject({
    names: ['Card', 'Bank'],
    discriminator: { field: 'method', values: ['card', 'bank'] },
    is_exclusive: true,
  })
  expect(groupOf('choice_titles', 'when')?.names).toEqual(['On a day', 'In the last days'])
  expect(entryOf('choice_discriminator')?.sample).toMatchObject({ payment: { method: 'card' } })
})
