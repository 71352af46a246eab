import { CODE } from '@portico/contract/codes.ts'
import { afterAll, describe, expect, test } from 'vitest'
import { dropProviders, PRICES, writeProvider } from '#testing/catalogue/provider.ts'
import { isSafePathValue, openCatalogue } from './index.ts'

afterAll(dropProviders)

const DOCUMENT = `openapi: 3.1.0
info: { title: Parcels, version: '1' }
paths:
  /v3/parcels/{country}/{number}/{scale}/{name}:
    parameters:
      - { name: country, in: path, required: true, schema: { type: string, pattern: '^[A-Za-z]{2}$' } }
      - { name: number, in: path, required: true, schema: { type: integer, minimum: 1, maximum: 99 } }
      - { name: name, in: path, required: true, schema: { type: string } }
    get:
      parameters:
        - { name: scale, in: path, required: true, schema: { type: string, enum: [small, large] } }
        - { name: name, in: path, required: true, schema: { type: string, minLength: 2, maxLength: 5 } }
      responses: { '200': { description: ok } }
`
const catalogue = openCatalogue(
  writeProvider({
    'parcels.yaml': DOCUMENT,
    'prices.yaml': PRICES.replace('functions:', 'default: { per_request: 0.001 }\nfunctions:'),
  }),
)

test.each([
  ['de/7/small/abc', undefined],
  ['DE/99/large/Größe', undefined],
  ['deu/7/small/abc', 'country'],
  ['d1/7/small/abc', 'country'],
  ['de/0/small/abc', 'number'],
  ['de/100/small/abc', 'number'],
  ['de/7.5/small/abc', 'number'],
  ['de/seven/small/abc', 'number'],
  ['de/0x7/small/abc', 'number'],
  ['de/7e1/small/abc', 'number'],
  ['de/7/medium/abc', 'scale'],
  ['de/7/small/a', 'name'],
  ['de/7/small/abcdef', 'name'],
  ['de/7/small/a%2fb', 'name'],
])('SEC-H3 G15 %s is checked against the schema of each path parameter: %s', (path, field) => {
  const found = catalogue.find('GET', `/v3/parcels/${path}`)
  if (!found) throw new Error(path)
  const fault = catalogue.validatePathParams(found.entry, found.params)
  expect(fault?.field).toBe(field)
  if (field)
    expect(fault).toMatchObject({
      code: CODE.invalidField,
      message: expect.stringMatching(`^Invalid Field: '${field}'\\. It must`),
    })
})

test('F3 no form of what is sold has a field for the name of the product, which is in the path already', () => {
  const shipped = openCatalogue('provider')
  const methods = shipped.functions().flatMap(({ id }) => shipped.show(id)?.methods ?? [])
  const fields = methods.flatMap(({ path, path_params }) => Object.keys(path_params).map((name) => ({ path, name })))
  expect(fields.filter(({ path, name }) => !path.includes(`{${name}}`))).toEqual([])
  expect(fields.length).toBe(16)
})

describe('SEC-H3 G15 a value of a path parameter', () => {
  test.each([
    'us',
    '7 a',
    'new york',
    'São Paulo',
    '東京',
    'example.com',
    '03021000-0000-0066-0000-5f2a1c9be001',
    'a..b',
    'user@host',
    '10:30',
    '_',
    '~x',
    'a,b',
  ])('may be %j', (value) => expect(isSafePathValue(value)).toBe(true))
  const control = Array.from({ length: 33 }, (_, code) => `a${String.fromCharCode(code)}b`).filter(
    (text) => text !== 'a b',
  )
  test.each([
    '',
    '.',
    '..',
    '...',
    ' ',
    ' ..',
    '.. ',
    '. .',
    '..a',
    'a..',
    '/',
    'a/b',
    '../x',
    '\\',
    '..\\x',
    '%',
    '%2f',
    '%2e%2e',
    '%252f',
    '%00',
    'a;b',
    '..;',
    'a?b',
    'a#b',
    'a&b=c',
    'a=b',
    'a|b',
    'a<b',
    'a>b',
    'a"b',
    "a'b",
    'a`b',
    'a{b}',
    '[::1]',
    'a+b',
    '$id',
    '*',
    '!',
    '(a)',
    '／',
    '．．',
    '‥',
    '∕',
    '⁄',
    '℀',
    'a\u007fb',
    'a\u0085b',
    'a\u200bb',
    'a\u202eb',
    'a\u2028b',
    '\ud83d',
    'a\ufeffb',
    '\u00a0',
    'x'.repeat(201),
    ...control,
  ])('may not be %j', (value) => expect(isSafePathValue(value)).toBe(false))
})
