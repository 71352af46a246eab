import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { CHAT, CHAT_SECRET } from '#testing/scripts/provider.ts'
import { readScripts } from './index.ts'

const folder = mkdtempSync(join(tmpdir(), 'portico-scripts-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
writeFileSync(join(folder, 'chat.secret'), CHAT_SECRET, { mode: 0o600 })
writeFileSync(join(folder, 'short.secret'), 'short', { mode: 0o600 })
writeFileSync(join(folder, 'open.secret'), CHAT_SECRET)
chmodSync(join(folder, 'open.secret'), 0o644)

function read(yaml: string, production = true) {
  writeFileSync(join(folder, 'scripts.yaml'), yaml)
  return readScripts({ provider_dir: folder, production, public_url: new URL('https://dash.example') })
}

const push = (more: string) =>
  `push: { kind: queue, script: https://p.example/a.js, id: x, category: marketing, ${more} }`

test('CA-05 the shipped file, an empty file and no file at all load nothing and ask for no consent', () => {
  const nothing = { frame_origin: null, ask_for: [], asks: [], parties: [], revision: '' }
  expect(read('')).toEqual(nothing)
  rmSync(join(folder, 'scripts.yaml'))
  const env = { production: true, public_url: new URL('https://dash.example') }
  expect(readScripts({ ...env, provider_dir: folder })).toEqual(nothing)
  expect(readScripts({ ...env, provider_dir: resolve(import.meta.dirname, '../../../provider') })).toEqual(nothing)
})

test('CA-05 a folder with the file under its former name loads what it always did, until there is one of the new name', () => {
  const provider_dir = mkdtempSync(join(folder, 'former-'))
  const env = { provider_dir, production: true, public_url: new URL('https://dash.example') }
  const write = (name: string, yaml: string) => writeFileSync(join(provider_dir, name), yaml)
  write('thirdparty.yaml', 'ask_for: [marketing]')
  expect(readScripts(env).asks).toEqual(['marketing'])
  write('thirdparty.yaml', '- chat')
  expect(() => readScripts(env)).toThrow(/thirdparty\.yaml: is missing or of the wrong kind\./)
  write('scripts.yaml', 'ask_for: [functional]')
  expect(readScripts(env).asks).toEqual(['functional'])
})

test('CA-05 a script is configured by its role, with the usual name for its kind', () => {
  const { parties, asks } = read(`${CHAT}\nask_for: [marketing]`)
  expect(asks).toEqual(['functional', 'marketing'])
  expect(parties).toEqual([
    {
      name: 'chat',
      kind: 'messenger',
      script: new URL('https://widget.example/app.js?v=1'),
      id: 'app-1',
      category: 'functional',
      global: 'Intercom',
      origins: ['https://*.chat.example', 'wss://live.chat.example'],
      in_development: false,
      secret: CHAT_SECRET,
    },
  ])
})

test('F14 another service, another purpose or another question needs a new consent, other settings do not', () => {
  const { revision } = read(push('global: q'))
  expect(read(push('global: other, origins: [https://api.example]')).revision).toBe(revision)
  const requested = [
    push('global: q').replace('p.example', 'q.example'),
    push('global: q').replace('marketing', 'functional'),
    `${push('global: q')}\nask_for: [analytics]`,
    CHAT,
  ].map((yaml) => read(yaml).revision)
  expect(new Set([revision, ...requested]).size).toBe(5)
})

test.for([
  ['not a map', '- chat', /scripts\.yaml: is missing or of the wrong kind\./],
  ['broken YAML', 'chat: [', /scripts\.yaml:1: Flow sequence/],
  ['an unknown part', 'tracker: {}', /has no tracker\./],
  ['plain http', CHAT.replace('https://widget', 'http://widget'), /chat: script: must be an https address\./],
  [
    'plain http from here',
    CHAT.replace('https://widget.example', 'http://127.0.0.1:9'),
    /chat: script: must be an https/,
  ],
  ['no address', CHAT.replace('https://widget.example', 'javascript:alert(1)//'), /chat: script: must be an https/],
  ['a name in the address', CHAT.replace('widget.example', 'u:p@widget.example'), /chat: script: must be an https/],
  [
    'a path where an origin is meant',
    CHAT.replace('live.chat.example', 'live.chat.example/x'),
    /chat: origins: 1: must look/,
  ],
  ['every origin', CHAT.replace('https://*.chat.example', '"*"'), /chat: origins: 0: must look like/],
  ['words of a policy', CHAT.replace('https://*.chat.example', '"https://a.example \'unsafe-eval\'"'), /origins: 0/],
  ['an unknown kind', CHAT.replace('messenger', 'magic'), /chat: kind: must be one of messenger, gtag, queue\./],
  [
    'a necessary script',
    CHAT.replace('functional', 'necessary'),
    /chat: category: must be one of functional, analytics, ma/,
  ],
  ['no script', CHAT.replace(/ {2}script.*/, ''), /chat: script: is missing/],
  ['no id', CHAT.replace('id: app-1', 'id: 7'), /chat: id: must be a text\./],
  ['a strange global', push('global: "a b"'), /push: global: must be the name of a variable\./],
  ['a queue without its name', push(''), /push: global: is needed/],
  ['a chat without a secret', CHAT.replace(/ {2}identity.*/, ''), /chat: identity_secret_file: is needed/],
  ['a secret for another', push('global: q, identity_secret_file: chat.secret'), /push: identity_secret_file: belongs/],
  ['a secret that is not there', CHAT.replace('chat.secret', 'no.secret'), /no\.secret does not exist\./],
  [
    'a secret for all to read',
    CHAT.replace('chat.secret', 'open.secret'),
    /open\.secret must be readable by its owner alone/,
  ],
  ['a short secret', CHAT.replace('chat.secret', 'short.secret'), /short\.secret must hold 32 characters or more\./],
  [
    'a home with a path',
    'frame_origin: https://embed.example/x',
    /frame_origin: must be an https address without a path/,
  ],
  [
    'our own address as a home',
    'frame_origin: https://dash.example',
    /frame_origin: must be another address than PUBLIC_URL/,
  ],
] as const)('a file with %s stops the start and names the location', ([, yaml, message]) => {
  expect(() => read(yaml)).toThrow(message)
  expect(() => read(yaml)).toThrow(/scripts\.yaml/)
})

test('before production a script may come from this machine', () => {
  const here = CHAT.replace('https://widget.example', 'http://127.0.0.1:9').replace(
    'wss://live.chat.example',
    'ws://localhost:9',
  )
  expect(read(here, false).parties).toHaveLength(1)
  expect(() => read(CHAT.replace('https://widget.example', 'http://widget.example'), false)).toThrow(/must be an https/)
})
