import { expect, test } from 'vitest'
import { checkSecurity } from './security.ts'

const hasher = { path: 'server/src/auth/passwords.ts', text: "import { hash, verify } from '@node-rs/argon2'" }
const screen = 'web/src/screens/usage/screen.tsx'

const faults: [string, string, string][] = [
  ['server/src/app.ts', 'Fastify({ trustProxy: true })', 'proxies'],
  ['server/src/app.ts', 'Fastify({ trustProxy: 1 })', 'proxies'],
  ['server/src/auth/register.ts', "email.trim().normalize('NFC')", 'bounded'],
  ['server/src/auth/register.ts', "import { hash } from '@node-rs/argon2'", 'exactly one file'],
  ['server/src/auth/register.ts', "const { verify } = await import('argon2')", 'exactly one file'],
  ['server/src/auth/register.ts', "import { scryptSync } from 'node:crypto'", 'one hash'],
  ['server/src/auth/link-tokens.ts', 'const token = Math.random()', 'random'],
  ['server/src/auth/link-tokens.ts', 'globalThis.Math.random()', 'random'],
  [screen, 'const x = <p dangerouslySetInnerHTML={{ __html: y }} />', 'markup'],
  [screen, "node.innerHTML = ''", 'markup'],
  [screen, "node['outerHTML'] = ''", 'markup'],
  [screen, "eval('1')", 'markup'],
  [screen, "new Function('return 1')", 'markup'],
  [screen, "document.write('x')", 'markup'],
  [screen, "setTimeout('go()', 1)", 'markup'],
]

test.each(faults)('security finds in %s: %s', (path, text, message) => {
  expect(checkSecurity([hasher, { path, text }])).toContainEqual(expect.stringContaining(message))
})

const allowed: [string, string][] = [
  ['server/src/app.ts', "Fastify({ trustProxy: '10.0.0.0/8' }); Fastify({ trustProxy: env.trust_proxy })"],
  ['server/src/auth/passwords.test.ts', "import { hash } from '@node-rs/argon2'"],
  ['server/src/auth/passwords.test.ts', 'Math.random()'],
  ['bench/prove/crash.ts', 'Math.random()'],
  [screen, "const text = 'innerHTML'; setTimeout(() => {}, 1); Math.random()"],
]

test.each(allowed)('security allows in %s: %s', (path, text) => {
  expect(checkSecurity([hasher, { path, text }])).toEqual([])
})

test('security reports a tree in which no file hashes passwords', () => {
  expect(checkSecurity([])).toEqual([expect.stringContaining('not in none')])
})
