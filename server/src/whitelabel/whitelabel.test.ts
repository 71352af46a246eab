import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { auth } from '@portico/contract/auth.ts'
import { booting } from '@portico/contract/boot.ts'
import type { Sent } from '@portico/contract/endpoint.ts'
import { operator } from '@portico/contract/operator.ts'
import { users } from '@portico/contract/users.ts'
import { whitelabel } from '@portico/contract/whitelabel.ts'
import { describe, expect, test } from 'vitest'
import { TEST_PASSWORD } from '#testing/browser.ts'
import { sharedApp } from '#testing/shared-app.ts'
import { readBrand } from './index.ts'
import { hostName } from './sites.ts'

const app = sharedApp()

type Set = Sent<typeof operator.setWhitelabel>
const set = (host: string, brand: Set['brand'], more: Pick<Set, 'parent' | 'id'> = {}) =>
  app.operator(operator.setWhitelabel, { host, brand, by: 'test', ...more })
const at = (host: string) => ({ headers: { host } })
const brandAt = async (host: string) => {
  const { body } = await app.browser().call(booting.boot, {}, at(host))
  return 'brand' in body ? body.brand : undefined
}

test('CO-06 a host shows its own brand from the next request on, and nothing for what it leaves out', async () => {
  expect((await brandAt('acme.example'))?.title).toBe('Portico')
  await set('acme.example', { title: 'Acme Data', accent: '#112233', help_link: 'https://help.acme.example/' })
  const { product, wl_id, ...brand } = (await brandAt('acme.example')) ?? {}
  expect(brand).toEqual({
    title: 'Acme Data',
    accent: '#112233',
    help_link: 'https://help.acme.example/',
    parent_id: 0,
    radius: null,
    logo_url: null,
    mail_logo_url: null,
    favicon_url: null,
    home_url: null,
    landing_url: null,
    docs_url: null,
    chat_url: null,
    terms_url: null,
    privacy_url: null,
    contact_url: null,
    legacy_url: null,
    support_email: null,
    mail_from: null,
    imprint: null,
    hero: {},
    seals: [],
  })
  expect((await brandAt('other.example'))?.title).toBe('Portico')
  await app.operator(operator.removeWhitelabel, { host: 'acme.example', by: 'test' })
  expect((await brandAt('acme.example'))?.title).toBe('Portico')
})

test('a later change keeps fields it does not name, and null removes one; a private one stays private', async () => {
  await app.addUser({ email: 'keeper@example.com' })
  const hero = { en: { title: 'Data for bakers', points: ['Fresh'] } }
  await set(
    'kept.example',
    { title: 'Kept', docs_url: 'https://docs.kept.example/', hero },
    { parent: 'keeper@example.com' },
  )
  await set('kept.example', { accent: '#445566', hero: { de: { title: 'Daten für Bäcker', points: [] } } })
  const brand = await brandAt('kept.example')
  expect(brand).toMatchObject({
    title: 'Kept',
    docs_url: 'https://docs.kept.example/',
    accent: '#445566',
    hero: { ...hero, de: { title: 'Daten für Bäcker', points: [] } },
  })
  expect(brand?.parent_id).toBeGreaterThan(0)
  await set('kept.example', { docs_url: null, hero: { en: null } }, { parent: null })
  expect(await brandAt('kept.example')).toMatchObject({
    docs_url: null,
    parent_id: 0,
    hero: { de: { title: 'Daten für Bäcker', points: [] } },
  })
})

test('a brand an older version stored has no values for newer fields', async () => {
  await set('older.example', { title: 'Older' })
  const brand = JSON.stringify({ title: 'Older', accent: '#112233' })
  await app.database.db.updateTable('whitelabels').set({ brand }).where('host', '=', 'older.example').execute()
  app.ctx.sites.forget()
  expect(await brandAt('older.example')).toMatchObject({
    title: 'Older',
    accent: '#112233',
    terms_url: null,
    seals: [],
  })
})

test('the number of a white-label can neither be changed nor given twice', async () => {
  await set('numbered.example', { title: 'Numbered' }, { id: 501 })
  expect((await set('numbered.example', { title: 'Numbered' }, { id: 501 })).status).toBe(200)
  expect((await set('numbered.example', { title: 'Numbered' }, { id: 502 })).body).toMatchObject({
    fields: { id: 'cannot change: numbered.example is white-label 501 already' },
  })
  expect((await set('another.example', { title: 'Another' }, { id: 501 })).body).toMatchObject({
    fields: { id: 'is the number of numbered.example already' },
  })
})

test('the shipped configuration claims no seal', () => {
  expect(readBrand(app.ctx.env.provider_dir).seals).toEqual([])
})

test('a brand.yaml with a wrong or unknown line stops the start with its name and the reason', () => {
  const folder = mkdtempSync(join(tmpdir(), 'brand-'))
  const start = (text: string) => {
    writeFileSync(join(folder, 'brand.yaml'), `title: X\nproduct: xx\n${text}`)
    return () => readBrand(folder)
  }
  expect(start('logo: ./logo.svg')).toThrow(/brand\.yaml: logo is not known\./)
  expect(start('terms_url: http://x.example')).toThrow(/brand\.yaml: terms_url must be an https address\./)
  expect(start('hero: { de: { title: "" } }')).toThrow(/brand\.yaml: hero\.de\.title must not be empty\./)
  expect(start('seals: [{ url: null }]')).toThrow(/brand\.yaml: seals\.0\.text is missing\./)
  rmSync(folder, { recursive: true })
})

test('Z9 a host is looked up exactly, and a malformed one shows the provider’s brand', async () => {
  await set('acme.example', { title: 'Acme Data' })
  for (const host of ['acme.example', 'ACME.example', 'acme.example:8443', 'acme.example.', 'acme.example.:8443'])
    expect((await brandAt(host))?.title).toBe('Acme Data')
  for (const host of [
    'www.acme.example',
    'acme.example.evil.test',
    'xacme.example',
    'acme.exampl',
    'acme-example',
    '127.0.0.1',
    'xn--acme.example',
  ])
    expect((await brandAt(host))?.title).toBe('Portico')
  expect(hostName('Acme.Example:65535')).toBe('acme.example')
  expect(hostName('Acme.Example..')).not.toBe('acme.example')
})

describe('Z10 no field of a brand can become markup or lead off https', () => {
  const refused: [string, Set['brand']][] = [
    ['a script address', { title: 'x', logo_url: 'javascript:alert(1)' }],
    ['a script as the public site', { title: 'x', landing_url: 'javascript:alert(1)' }],
    ['a script in capitals and spaces', { title: 'x', landing_url: ' JavaScript:alert(1)' }],
    ['plain http', { title: 'x', help_link: 'http://help.example/' }],
    ['a user in the address', { title: 'x', home_url: 'https://user:pass@evil.example/' }],
    ['data', { title: 'x', favicon_url: 'data:image/svg+xml,<svg/>' }],
    ['a colour that is none', { title: 'x', accent: 'red;}body{display:none' }],
    ['a title without end', { title: 'x'.repeat(81) }],
    ['a radius out of range', { title: 'x', radius: 99 }],
    ['an unknown field', { title: 'x', onload: 'alert(1)' }],
    ['a script as the terms', { title: 'x', terms_url: 'javascript:alert(1)' }],
    ['a script behind a seal', { title: 'x', seals: [{ text: 'Seal', url: 'javascript:alert(1)' }] }],
    ['two senders', { title: 'x', mail_from: 'a@b.example, c@d.example' }],
    ['a header after the address', { title: 'x', support_email: 'a@b.example\r\nBcc: c@d.example' }],
    ['a second line in the title', { title: 'x\ny' }],
  ]
  test.each(refused)('%s is refused', async (_what, brand) => {
    expect((await set('bad.example', brand)).status).toBe(400)
    expect((await brandAt('bad.example'))?.title).toBe('Portico')
  })
  test('a title is text in the page', async () => {
    await set('quote.example', { title: '</title><script>alert(1)</script>' })
    const { text } = await app.browser().open('/signin', { host: 'quote.example' })
    expect(text).not.toContain('<script>alert(1)')
  })
})

test('Z11 a session of one brand is refused at another’s host', async () => {
  await set('one.example', { title: 'One' })
  await app.addUser({ email: 'ann@example.com' })
  const browser = await app.signedIn('ann@example.com', { ip: '192.0.2.1' })
  expect((await browser.call(users.getUserData, {})).status).toBe(200)
  expect((await browser.call(users.getUserData, {}, at('one.example'))).status).toBe(401)
})

test('RO-04 H31 a private white-label admits only its owner and invited users', async () => {
  await app.addUser({ email: 'owner@example.com' })
  await app.addUser({ email: 'stranger@example.com' })
  await set('private.example', { title: 'Private' }, { parent: 'owner@example.com' })
  const tryIn = async (email: string, ip: string) => {
    const browser = app.browser({ ip })
    await browser.open('/signin', { host: 'private.example' })
    const origin = 'http://private.example'
    return browser.call(
      auth.authenticate,
      { email, password: TEST_PASSWORD, captcha: '' },
      { headers: { host: 'private.example', origin } },
    )
  }
  expect((await tryIn('stranger@example.com', '192.0.2.2')).status).toBe(400)
  expect((await tryIn('owner@example.com', '192.0.2.3')).status).toBe(200)
})

test('A13 mail to an account of a brand leads to that brand’s host and carries its name', async () => {
  const { body } = await set('mail.example', { title: 'Mail Brand' })
  const wl_id = 'id' in body ? body.id : 0
  await app.database.db.updateTable('users').set({ wl_id }).where('email', '=', 'ann@example.com').execute()
  const browser = app.browser({ ip: '192.0.2.4' })
  await browser.open('/forgot-password', { host: 'mail.example' })
  const headers = { host: 'mail.example', origin: 'http://mail.example' }
  const { status } = await browser.call(
    auth.sendForgotPasswordEmail,
    { email: 'ann@example.com', captcha: '' },
    { headers },
  )
  expect(status).toBe(200)
  const mail = (await app.mails('ann@example.com')).at(-1)
  expect(new URL(String(mail?.data.link)).hostname).toBe('mail.example')
  expect(mail?.brand.title).toBe('Mail Brand')
})

test('CA-06 the help link is the brand’s, or empty', async () => {
  const browser = await app.signedIn('ann@example.com', { ip: '192.0.2.5' })
  expect(await browser.must(whitelabel.getWlHelpRedirectUrl, {})).toEqual({ url: 'https://help.portico.example/' })
  const without = await app.sibling({ brand: { help_link: null } })
  const other = await without.signedIn('ann@example.com', { ip: '192.0.2.6' })
  expect(await other.must(whitelabel.getWlHelpRedirectUrl, {})).toEqual({ url: '' })
})
