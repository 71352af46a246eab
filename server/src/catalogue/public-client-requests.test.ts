import { expect, test } from 'vitest'
import { type DocumentedRequest, documentedRequests } from '#testing/catalogue/documented-requests.ts'
import { BUNDLED } from '#testing/catalogue/provider.ts'
import { openCatalogue } from './index.ts'

// What the unchanged public client documents about its requests, against the sample provider under the client's name of the product.
const catalogue = openCatalogue(BUNDLED, 'dataforseo')
const requests = documentedRequests()
/** The client declares no field of these, or not the two targets. */
const UNDECLARED = /\/serp\/youtube\/|\/google\/domain_intersection\//

type Task = Record<string, unknown>
type Check = (request: DocumentedRequest, validate: (task: Task) => string[], sample: Task) => string[]

function faultsOf(check: Check): string[] {
  return requests.flatMap((request) => {
    const entry = catalogue.find('POST', request.path)?.entry
    if (!entry) return [`${request.path} is not sold`]
    const validate = (task: Task) => catalogue.validate(entry, task).map(({ message }) => message)
    return check(request, validate, entry.sample).map((fault) => `${request.path}: ${fault}`)
  })
}

test('C1 a request of declared fields alone is valid for every function of the public client', () => {
  const declaredOnly: Check = ({ path, fields }, validate, sample) => {
    const names = fields.map(({ name }) => name)
    return UNDECLARED.test(path)
      ? []
      : validate(Object.fromEntries(Object.entries(sample).filter(([name]) => names.includes(name))))
  }
  expect(requests.length).toBeGreaterThan(250)
  expect(faultsOf(declaredOnly)).toEqual([])
})

test('C1 every field that the public client calls optional can be left out', () => {
  let left_out = 0
  const without: Check = ({ fields }, validate, sample) =>
    fields
      .filter(({ name, is_optional }) => is_optional && name in sample)
      .flatMap(({ name }) => {
        const { [name]: _, ...rest } = sample
        left_out += 1
        return Object.keys(rest).length === 0 ? [] : validate(rest)
      })
  expect(faultsOf(without)).toEqual([])
  expect(left_out).toBeGreaterThan(100)
})

test('C1 every value that the public client lists for a field is valid', () => {
  let tried = 0
  const withValues: Check = ({ fields }, validate, sample) =>
    fields.flatMap(({ name, values }) =>
      values.flatMap((value) => {
        tried += 1
        return validate({ ...sample, [name]: value }).map((message) => `${value}: ${message}`)
      }),
    )
  expect(faultsOf(withValues)).toEqual([])
  expect(tried).toBeGreaterThan(300)
})
