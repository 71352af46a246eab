import { expect, test } from 'vitest'
import { type Circumstances, mayRegister } from './may-register.ts'

const CHROME = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36'
const usual: Circumstances = { worker: 'on', agent: CHROME, protocol: 'https:' }

test('CO-05 the worker is registered over https', () => {
  expect(mayRegister(usual)).toBe(true)
})

test("CO-05 the worker is not registered on plain http, unless the operator's setting is `always`", () => {
  expect(mayRegister({ ...usual, protocol: 'http:' })).toBe(false)
  expect(mayRegister({ ...usual, protocol: 'http:', worker: 'always' })).toBe(true)
})

test.each([`${CHROME} Edg/140.0.0.0`, `${CHROME} Edge/18.17763`, `${CHROME} EdgA/140.0`, 'Mobile/15E148 EdgiOS/140.0'])(
  'CO-05 the worker is not registered in an Edge agent: %s',
  (agent) => {
    expect(mayRegister({ ...usual, agent })).toBe(false)
    expect(mayRegister({ ...usual, agent, worker: 'always' })).toBe(false)
  },
)

test('a name that only resembles Edge is registered', () => {
  expect(mayRegister({ ...usual, agent: `${CHROME} NotEdg/1.0` })).toBe(true)
})

test('F18 the worker is registered nowhere when it is switched off', () => {
  expect(mayRegister({ ...usual, worker: 'off' })).toBe(false)
})
