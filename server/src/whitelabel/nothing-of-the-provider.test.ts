import { auth } from '@portico/contract/auth.ts'
import { booting } from '@portico/contract/boot.ts'
import { operator } from '@portico/contract/operator.ts'
import { updates } from '@portico/contract/updates.ts'
import { users } from '@portico/contract/users.ts'
import { beforeAll, expect, test } from 'vitest'
import type { TestApp } from '#testing/app.ts'
import { openBrowser, TEST_PASSWORD } from '#testing/browser.ts'
import { sharedApp } from '#testing/shared-app.ts'

const ACME = new URL('http://acme.example:8080')
const app = sharedApp()
let owned: Awaited<ReturnType<TestApp['sibling']>>
beforeAll(async () => {
  const brand = { title: 'Zyxwell', docs_url: 'https://docs.zyxwell.example/' }
  owned = await app.sibling({ brand })
  const entry = { date: '2026-03-02', is_breaking: false }
  owned.ctx.updates.splice(0, owned.ctx.updates.length)
  owned.ctx.updates.push(
    { ...entry, id: 'plain', title: 'Faster answers', body: 'All endpoints.' },
    { ...entry, id: 'named', title: 'Zyxwell turns five', body: 'Thank you.' },
    { ...entry, id: 'linked', title: 'New guide', body: 'See https://docs.zyxwell.example/new' },
  )
  await owned.operator(operator.setWhitelabel, {
    host: ACME.hostname,
    brand: { title: 'Acme Data', accent: '#ffcc00' },
    id: 43,
    by: 'test',
  })
  await owned.addUser({ email: 'ann@example.com' })
  await app.database.db.updateTable('users').set({ wl_id: 43 }).where('email', '=', 'ann@example.com').execute()
  await owned.addUser({ email: 'ben@example.com' })
})

async function signedInAt(site: URL, email: string) {
  const browser = openBrowser(owned.app, site, '192.0.2.9')
  await browser.open('/signin')
  await browser.must(auth.authenticate, { email, password: TEST_PASSWORD, captcha: '' })
  return browser
}

test('at a white-label news that name the provider or one of its sites are not shown', async () => {
  const listed = async (site: URL, email: string) => {
    const { updates: shown } = await (await signedInAt(site, email)).must(updates.getUpdates, {})
    return shown.map(({ id }) => id).sort()
  }
  expect(await listed(ACME, 'ann@example.com')).toEqual(['plain'])
  expect(await listed(owned.ctx.env.public_url, 'ben@example.com')).toEqual(['linked', 'named', 'plain'])
})

test('at a white-label an announcement that names the provider has the general text instead', async () => {
  const window = { starts_at: '2026-03-03T10:00:00Z', ends_at: '2026-03-03T11:00:00Z', by: 'test' }
  await owned.operator(operator.addNotice, { id: 'named', text: 'zyxwell moves house', ...window })
  await owned.operator(operator.addNotice, { id: 'plain', text: 'New disks', ...window })
  const texts = async (site: URL, email: string) => {
    const { notices } = await (await signedInAt(site, email)).must(booting.boot, {})
    return Object.fromEntries(notices.map(({ id, text }) => [id, text]))
  }
  expect(await texts(ACME, 'ann@example.com')).toEqual({ named: null, plain: 'New disks' })
  expect(await texts(owned.ctx.env.public_url, 'ben@example.com')).toMatchObject({ named: 'zyxwell moves house' })
})

test('the user’s domain is the host of the brand, and wl_theme its accent', async () => {
  const { user } = await (await signedInAt(ACME, 'ann@example.com')).must(users.getUserData, {})
  expect(user).toMatchObject({ domain: 'acme.example', wl_theme: '#ffcc00', wl_id: 43, userImg: null })
  const own = await (await signedInAt(owned.ctx.env.public_url, 'ben@example.com')).must(users.getUserData, {})
  expect(own.user).toMatchObject({ domain: 'localhost', wl_theme: null, wl_id: 0 })
})

test('a white-label without pictures has its initial as icon, in the page and when installed', async () => {
  const browser = openBrowser(owned.app, ACME, '192.0.2.10')
  const { text } = await browser.open('/signin')
  expect(text).toContain('<link rel="icon" href="/brand-icon.svg">')
  const manifest = JSON.parse((await browser.send({ path: '/manifest.webmanifest' })).text)
  expect(manifest).toMatchObject({ name: 'Acme Data', icons: [{ src: '/brand-icon.svg' }] })
  expect(JSON.stringify(manifest)).not.toContain('/assets/')
})
