import { catalogue } from '@portico/contract/catalogue.ts'
import { chargeableUnits, quoteOf } from '@portico/contract/price.ts'
import { beforeAll, expect, test } from 'vitest'
import { BUNDLED } from '#testing/catalogue/provider.ts'
import { openCustomer, search } from '#testing/gateway/customer.ts'
import { sharedApp } from '#testing/shared-app.ts'
import { openCatalogue } from './index.ts'

const loaded = openCatalogue(BUNDLED)
const app = sharedApp()

beforeAll(async () => {
  await app.addUser({ email: 'ada@portico.test' })
})

async function signedIn() {
  return app.signedIn('ada@portico.test')
}

test('a visitor who is not signed in cannot read the catalogue', async () => {
  expect((await app.browser().call(catalogue.list, {})).status).toBe(401)
})

test('the list has every function without forms, and its sections name only listed functions', async () => {
  const listed = await (await signedIn()).must(catalogue.list, {})
  const ids = listed.functions.map(({ id }) => id)
  expect(ids).toEqual(loaded.functions().map(({ id }) => id))
  for (const section of [...listed.playground, ...listed.usage])
    expect(ids).toEqual(expect.arrayContaining(section.functions))
  expect(listed.functions[0]?.methods[0]).not.toHaveProperty('schema')
  expect(listed.prices).toEqual(loaded.prices)
})

test('a function is returned with its form, a valid request and the numbers for an estimate', async () => {
  const shown = await (await signedIn()).must(catalogue.get, { id: 'serp/google/organic' })
  expect(shown.methods.map(({ kind, tier }) => `${kind} ${tier}`)).toEqual([
    'live regular',
    'live advanced',
    'live html',
    'task null',
  ])
  const task = shown.methods.find(({ kind }) => kind === 'task')
  expect(task?.ready_path).toBe('/v3/serp/google/organic/tasks_ready')
  expect(task?.results.map(({ tier }) => tier)).toEqual(['regular', 'advanced', 'html'])
  expect(task?.priorities).toEqual([1, 2])
  expect(task?.schema.properties?.depth).toMatchObject({ type: 'integer', minimum: 1, maximum: 700, default: 10 })
  expect(task?.schema.required).toEqual(['keyword'])
  const entry = loaded.find('POST', '/v3/serp/google/organic/task_post')?.entry
  if (!task?.tariff || !entry) throw new Error('no task')
  const estimate = quoteOf(task.tariff, chargeableUnits(task.tariff, task.sample)).max_micros
  expect(estimate).toBe(loaded.price(entry, loaded.chargeableUnits(entry, entry.sample)).max_micros)
})

test('every function has a detail view', async () => {
  const browser = await signedIn()
  for (const { id } of loaded.functions()) expect((await browser.must(catalogue.get, { id })).id).toBe(id)
})

test('an unknown function is not found', async () => {
  expect((await (await signedIn()).call(catalogue.get, { id: 'constructor' })).status).toBe(404)
})

test('the list names the functions that the login called most in the last 30 days', async () => {
  const customer = await openCustomer(app)
  const { login } = customer
  for (const name of ['serp/bing/organic', 'serp/google/organic', 'serp/bing/organic'])
    await customer.call(`/v3/${name}/live/advanced`, { body: search() })
  const most_used = async () => {
    const browser = await app.signedIn(login)
    return (await browser.must(catalogue.list, {})).most_used
  }
  expect(await most_used()).toEqual(['serp/bing/organic', 'serp/google/organic'])
  app.clock.forward(31 * 86_400_000)
  expect(await most_used()).toEqual([])
})
