import { checkTask } from '@portico/contract/check-task.ts'
import { afterAll, expect, test } from 'vitest'
import { openCatalogue } from './room.ts'
import { AWKWARD, AWKWARD_NAMES } from './test-awkward.ts'
import { dropProviders, PRICES, writeProvider } from './test-provider.ts'

afterAll(dropProviders)

const catalogue = openCatalogue(
  writeProvider({
    ...AWKWARD,
    'prices.yaml': PRICES.replace('functions:', 'default: { per_request: 0.001 }\nfunctions:'),
  }),
)
const entryOf = (name: string) => catalogue.find('POST', `/v3/awkward/${name}/live`)?.entry

test('thirty awkward schemas are read', () => {
  expect(AWKWARD_NAMES.length).toBe(30)
  expect(AWKWARD_NAMES.filter((name) => !entryOf(name))).toEqual([])
})

test.each(AWKWARD_NAMES)('%s: the form is filled in with a request that is valid as it stands', (name) => {
  const entry = entryOf(name)
  if (!entry) throw new Error(`${name} is not sold`)
  const { schema, sample } = entry
  expect(checkTask(schema, sample), JSON.stringify(sample)).toEqual({})
  expect(catalogue.validate(entry, sample), JSON.stringify(sample)).toEqual([])
  expect(Object.keys(schema.properties ?? {}).length, 'there is a field to fill in').toBeGreaterThan(0)
})
