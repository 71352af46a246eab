import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { afterAll, expect, test, vi } from 'vitest'
import { parse } from 'yaml'
import { randomNumbers } from '#crypto/random.ts'
import { bodyNear } from '#testing/catalogue/bodies.ts'
import { generatedDocument } from '#testing/catalogue/generated.ts'
import { OVERLAY } from '#testing/catalogue/overlay.ts'
import { BUNDLED, dropProviders, writeProvider } from '#testing/catalogue/provider.ts'
import { variants } from '#testing/variants.ts'
import { openCatalogue } from './index.ts'
import { isObject } from './yaml-node.ts'

afterAll(dropProviders)
vi.setConfig({ testTimeout: 120_000 })

const PRICES = "version: '1'\nvalid_from: 2026-01-01\ndefault: { per_request: 0.001 }\nfunctions: {}\n"
type Json = Record<string, unknown>

/** Plain Ajv on the original documents, which resolves the references itself. */
function oracleOf(documents: Record<string, Json>) {
  const ajv = new Ajv2020({ strict: false, validateSchema: false, logger: false })
  addFormats.default(ajv)
  for (const [name, document] of Object.entries(documents))
    ajv.addSchema({ ...document, $id: `http://provider.example/${name}` })
  return (name: string, path: string) => {
    const written = at(documents[name], 'paths', path, 'post', 'requestBody')
    const reference = isObject(written) && typeof written.$ref === 'string' ? written.$ref.split('/').at(-1) : undefined
    const keys = reference ? ['components', 'requestBodies', reference] : ['paths', path, 'post', 'requestBody']
    const schema = [...keys, 'content', 'application/json', 'schema']
    // A nullable list is the form beside the null form.
    const items = [...schema, ...(at(documents[name], ...schema, 'items') ? [] : ['anyOf', '1']), 'items']
    const pointer = items.map((key) => encodeURIComponent(key.replaceAll('/', '~1')))
    return ajv.compile({ $ref: `http://provider.example/${name}#/${pointer.join('/')}` })
  }
}

function at(value: unknown, ...keys: string[]): unknown {
  return keys.reduce<unknown>(
    (one, key) => (isObject(one) ? one[key] : Array.isArray(one) ? one[Number(key)] : undefined),
    value,
  )
}

/** Null fields are removed, because clients send them for omitted fields. */
function leftOut(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(leftOut)
  if (!isObject(value)) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, one]) => (one === null ? [] : [[name, leftOut(one)]])),
  )
}

/** Rewrites what generators write for "any value", and 3.0's `nullable`, as they are meant. */
function asMeant(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(asMeant)
  if (!isObject(value)) return value
  const { nullable, ...rest } = value
  if (rest.type === 'object' && Object.keys(rest).length === 1) return {}
  const plain = Object.fromEntries(Object.entries(rest).map(([name, one]) => [name, asMeant(one)]))
  return nullable === true ? { anyOf: [{ type: 'null' }, plain] } : plain
}

function bundledDocuments(): Record<string, Json> {
  const folder = join(BUNDLED, 'openapi')
  const read = (name: string) =>
    parse(readFileSync(join(folder, name), 'utf8').replaceAll(/\{product\}(?=[_-])/g, 'portico'))
  return Object.fromEntries(readdirSync(folder).map((name) => [name, read(name)]))
}

/** The effect of the overlay's actions, written by hand instead of by the code under test. */
function overlaid(): Record<string, Json> {
  const document = JSON.parse(generatedDocument())
  const search = document.components.schemas.SearchRequestInfo
  search.required = ['keyword']
  Object.assign(search.properties.keyword, { minLength: 1, maxLength: 700 })
  Object.assign(search.properties.limit, { minimum: 1, maximum: 1000 })
  Object.assign(search.properties.priority, { enum: [1, 2] })
  const meant = asMeant(document)
  return { 'weather.yaml': isObject(meant) ? meant : {} }
}

const PROVIDERS = [
  ['the sample provider', () => [BUNDLED, bundledDocuments()] as const],
  [
    'a generated document under an overlay',
    () =>
      [
        writeProvider({ 'weather.yaml': generatedDocument(), 'prices.yaml': PRICES, 'overlays/a.yaml': OVERLAY }),
        overlaid(),
      ] as const,
  ],
] as const

/** Compiling every schema twice takes most of the time, so only every n-th function is tested. */
for (const [[bodies, step], options] of variants([
  [1_500, 8],
  [10_000, 2],
]))
  test.each(PROVIDERS)(`each of ${bodies} bodies for %s gets the verdict of Ajv`, options, (_, given) => {
    const [folder, documents] = given()
    const catalogue = openCatalogue(folder)
    const oracle = oracleOf(documents)
    const next = randomNumbers(49)
    const dice = (below: number) => Math.floor(next() * below)
    const where = new Map(
      Object.entries(documents).flatMap(([name, document]) =>
        Object.keys(document.paths ?? {}).map((path) => [path, name]),
      ),
    )
    const posted = catalogue.entries.filter(
      ({ http_method, path, kind }) => http_method === 'POST' && kind !== 'account' && where.has(path),
    )
    // One entry per function is enough: its tiers have the same request.
    const functions = [...new Map(posted.map((entry) => [`${entry.function_id} ${entry.kind}`, entry])).values()]
    const tested = functions.filter((_entry, at) => at % step === 0)
    const counts = { good: 0, bad: 0 }
    const wrong: unknown[] = []
    const each = Math.ceil(bodies / tested.length)
    for (const entry of tested) {
      const check = oracle(where.get(entry.path) ?? '', entry.upstream_path)
      for (let tried = 0; tried < each; tried += 1) {
        const body = bodyNear(dice, entry.schema, entry.sample)
        if (Object.keys(body).length === 0) continue
        const is_good = check(leftOut(body)) === true
        counts[is_good ? 'good' : 'bad'] += 1
        const faults = catalogue.validate(entry, body)
        if ((faults.length === 0) !== is_good)
          wrong.push({ path: entry.path, body, is_good, faults, ajv: check.errors?.[0] })
      }
    }
    expect(wrong.slice(0, 3)).toEqual([])
    expect(counts.good).toBeGreaterThan(bodies / 5)
    expect(counts.bad).toBeGreaterThan(bodies / 5)
  })
