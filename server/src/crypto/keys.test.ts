import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { isStartProblem } from '#db/start-problem.ts'
import { idFrom, openKeys, orderIdOf, randomToken, sameText } from './keys.ts'

let data_dir: string
beforeEach(() => {
  data_dir = mkdtempSync(join(tmpdir(), 'portico-keys-'))
})
afterEach(() => rmSync(data_dir, { recursive: true }))

test('the secret is made once, readable by its owner only, and found again after a restart', () => {
  const before = openKeys(data_dir, undefined)
  const file = join(data_dir, 'secret')
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(readFileSync(file, 'utf8')).toMatch(/^[\w-]{43}$/)
  const after = openKeys(data_dir, undefined)
  expect(after.key('password')).toEqual(before.key('password'))
  expect(after.mac('xsrf', 'text')).toBe(before.mac('xsrf', 'text'))
})

test('two servers that were given no secret do not share one', () => {
  const other = mkdtempSync(join(tmpdir(), 'portico-keys-'))
  expect(openKeys(other, undefined).key('xsrf')).not.toEqual(openKeys(data_dir, undefined).key('xsrf'))
  rmSync(other, { recursive: true })
})

test('a given secret is the same on all instances and none is written', () => {
  const secret = 's'.repeat(32)
  expect(openKeys(data_dir, secret).key('xsrf')).toEqual(openKeys('/nowhere', secret).key('xsrf'))
  expect(() => statSync(join(data_dir, 'secret'))).toThrow('ENOENT')
})

test('each purpose has a key of its own, of 256 bits', () => {
  const keys = openKeys(data_dir, 's'.repeat(32))
  const made = ['xsrf', 'password', 'api', 'xsr'].map((purpose) => keys.key(purpose).toString('hex'))
  expect(new Set(made).size).toBe(4)
  for (const key of made) expect(key).toHaveLength(64)
  expect(keys.mac('xsrf', 'text')).not.toBe(keys.mac('password', 'text'))
})

test.each(['', '\n', 'short'])('a damaged secret file (%j) stops the start and is not used as a secret', (content) => {
  writeFileSync(join(data_dir, 'secret'), content)
  let problem: unknown
  try {
    openKeys(data_dir, undefined).key('xsrf')
  } catch (error) {
    problem = error
  }
  expect(isStartProblem(problem)).toBe(true)
  expect(String(problem)).toContain(join(data_dir, 'secret'))
})

test('texts are compared exactly, also when their lengths differ', () => {
  expect(sameText('token', 'token')).toBe(true)
  for (const other of ['', 'toke', 'tokens', 'Token', 'tokeñ']) expect(sameText('token', other)).toBe(false)
})

test('S1 a token has 256 random bits and is never the same', () => {
  const made = new Set(Array.from({ length: 1000 }, () => randomToken()))
  expect(made.size).toBe(1000)
  for (const token of made) expect(token).toMatch(/^[\w-]{43}$/)
})

test('ids made from names never change: databases hold them, and each counts once', () => {
  expect(idFrom('trial:abc')).toBe('abb9f578-b9fc-85d8-8100-d4411096d94d')
  expect(orderIdOf('auto_recharge', 7, 1)).toBe('13c4400c-2f50-8dfb-a842-2ee9b8b866a4')
  expect(orderIdOf('renewal', 7, 'backlinks', 0)).toBe('bd4f0300-2f07-83d1-a0d1-879b6e3a80a7')
})
