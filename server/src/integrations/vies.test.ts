import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openTestVies, type TestVies, type ViesBehaviour } from '#testing/integrations/vies.ts'
import { askVies } from './vies.ts'

let vies: TestVies
beforeAll(async () => {
  vies = await openTestVies()
})
afterAll(() => vies.close())
beforeEach(() => {
  vies.requests.length = 0
  Object.assign(vies.state, { behaviour: 'valid', refuses_requester: false })
})

const GERMAN = { country: 'DE', vat_id: 'DE136695976' }
const SELLER = { country: 'IE', vat_id: 'IE1234567T' }
const ask = (number = GERMAN, requester?: typeof SELLER) =>
  // Only a register that stays silent is given up before a busy machine would answer.
  askVies({ url: vies.url, timeout_ms: vies.state.behaviour === 'silent' ? 300 : 20_000 }, number, requester)

test('a valid number is answered with name, address and, for a seller that names itself, a consultation number', async () => {
  expect(await ask(GERMAN, SELLER)).toEqual({
    result: 'valid',
    error: '',
    consultation: 'WAPIAAAA1',
    name: 'GROSSE SÖHNE GMBH',
    address: 'Müllerstraße 15\n10115 Berlin',
  })
  expect(vies.requests).toEqual([
    { countryCode: 'DE', vatNumber: '136695976', requesterMemberStateCode: 'IE', requesterNumber: '1234567T' },
  ])
  expect(await ask()).toMatchObject({ result: 'valid', consultation: '' })
})

test('a number that is not registered is invalid, and dashes of the register are no name', async () => {
  vies.state.behaviour = 'invalid'
  expect(await ask()).toEqual({ result: 'invalid', error: '', consultation: '', name: '', address: '' })
})

test('a Greek number is sent with the country code EL', async () => {
  await ask({ country: 'GR', vat_id: 'EL040127797' })
  expect(vies.requests).toEqual([{ countryCode: 'EL', vatNumber: '040127797' }])
})

test.each<[string, ViesBehaviour, string]>([
  ['a country whose service is down', { error: 'MS_UNAVAILABLE' }, 'MS_UNAVAILABLE'],
  ['a country with too many requests', { error: 'MS_MAX_CONCURRENT_REQ' }, 'MS_MAX_CONCURRENT_REQ'],
  ['a limit of the register', { error: 'GLOBAL_MAX_CONCURRENT_REQ', status: 429 }, 'GLOBAL_MAX_CONCURRENT_REQ'],
  ['a fault of the register', { error: 'VOW-ERR-1', status: 500 }, 'VOW-ERR-1'],
  ['an answer without a verdict', 'garbage', 'UNREADABLE'],
  ['a page instead of an answer', 'html', 'UNREADABLE'],
  ['no answer at all', 'silent', 'TIMEOUT'],
])('%s leaves a number unchecked', async (_title, behaviour, error) => {
  vies.state.behaviour = behaviour
  expect(await ask()).toEqual({ result: 'unavailable', error, consultation: '', name: '', address: '' })
})

test('an unreachable register leaves a number unchecked', async () => {
  const answer = await askVies({ url: 'http://127.0.0.1:9/rest-api', timeout_ms: 20_000 }, GERMAN)
  expect(answer).toMatchObject({ result: 'unavailable', error: 'UNREACHABLE' })
})

test('a number that the register calls malformed is invalid', async () => {
  vies.state.behaviour = { error: 'INVALID_INPUT' }
  expect(await ask()).toMatchObject({ result: 'invalid', error: '' })
})

test('a seller that the register does not know gets an answer without a consultation number', async () => {
  vies.state.refuses_requester = true
  expect(await ask(GERMAN, SELLER)).toMatchObject({ result: 'valid', consultation: '' })
  expect(vies.requests).toHaveLength(2)
})
