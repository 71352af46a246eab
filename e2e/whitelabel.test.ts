import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { team } from '../contract/src/team.ts'
import { variants } from '../server/src/testing/variants.ts'
import { root } from '../tools/ready/folders.mjs'
import { openServer, type Server } from './harness.ts'
import { newPage, type WatchedPage } from './harness-browser.ts'
import { DEMO, DESKTOP, linkTo, openMailbox, PASSWORD, preferencesLink, signIn, signUp } from './harness-people.ts'
import { callFrom, goWithin, settler, shown, signInAt } from './harness-shell.ts'

/** A name that occurs nowhere else in the product. */
const PROVIDER = 'Zyxwell'
const SITE = `https://${PROVIDER.toLowerCase()}.example`
const PUBLIC = ['/signin', '/register', '/activate', '/resend-activation', '/forgot-password', '/404']
const SCREENS = [
  ...['/api-dashboard', '/api-access', '/api-detail', '/api-errors', '/api-playground', '/api-settings'],
  ...['/api-settings/api-limits', '/databases/list', '/databases/purchases', '/backlinks-subscription'],
  ...['/api-access-subscription', '/users/getrows', '/users/profile', '/no-such-page'],
]
const ACME = [
  ...['--title', 'Acme Data', '--accent', '#ffcc00', '--terms', 'https://acme.example/terms'],
  ...['--privacy', 'https://acme.example/privacy', '--contact', 'https://acme.example/contact'],
  ...[
    '--docs',
    'https://docs.acme.example/',
    '--chat',
    'https://chat.acme.example/',
    '--v2',
    'https://v2.acme.example/',
  ],
  ...[
    '--support=https://desk.acme.example/',
    '--support-email',
    'help@acme.example',
    '--mail-from',
    'mail@acme.example',
  ],
  ...['--imprint', 'Acme GmbH | Hauptstr. 1, Bonn', '--seals', 'SOC 2=https://acme.example/soc2 | ISO 9001'],
  ...['--hero-en', 'Data for bakers | Fresh every day | Never stale', '--hero-de', 'Daten für Bäcker'],
]

let server: Server
let mailbox: Awaited<ReturnType<typeof openMailbox>>
const folder = mkdtempSync(join(tmpdir(), 'zyxwell-'))

beforeAll(async () => {
  cpSync(join(root, 'provider'), folder, { recursive: true })
  const brand = readFileSync(join(folder, 'brand.yaml'), 'utf8')
    .replace('product: portico', 'product: rank')
    .replaceAll('Portico', PROVIDER)
    .replaceAll('portico', PROVIDER.toLowerCase())
    .replace('seals: []', `seals: [{ text: ${PROVIDER} Seal, url: null }]`)
  writeFileSync(join(folder, 'brand.yaml'), brand)
  mkdirSync(join(folder, 'updates'), { recursive: true })
  writeFileSync(
    join(folder, 'updates/2026-11-10-named.md'),
    `---\ndate: 2026-11-10\ntitle: ${PROVIDER} turns five\n---\nSee ${SITE}/five.\n`,
  )
  mailbox = await openMailbox()
  server = await openServer({
    ...{ BOT_CHECK: 'off', SMTP_URL: mailbox.url, PROVIDER_DIR: folder },
    ...{
      MAIL_FROM: `${PROVIDER} <mail@${PROVIDER.toLowerCase()}.example>`,
      WHITELABEL_MAIL_FROM: 'no-reply@neutral.example',
    },
  })
  await whitelabel('set', 'acme.localhost', ...ACME)
  await whitelabel('set', 'bare.localhost', '--title', 'Bare')
  await whitelabel('set', 'private.localhost', '--title', 'Private', '--parent', DEMO.email)
})
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true })
  await mailbox.close()
})

const originOf = (host: string) => `http://${host}:${new URL(server.url).port}`

const whitelabel = (...words: string[]) => server.operate('whitelabel', ...words)

/** The whole document: text, links, title and embedded data. */
async function expectNothingIn(page: Page, where: string): Promise<void> {
  const found = await page.evaluate((name) => {
    const all = `${document.title}\n${document.documentElement.outerHTML}`
    const links = [...document.querySelectorAll('[href], [src]')].map((one) => one.getAttribute('href') ?? '')
    const at = all.toLowerCase().indexOf(name)
    return [
      ...(at >= 0 ? [all.slice(Math.max(0, at - 80), at + 80)] : []),
      ...links.filter((link) => link.includes(name) || link.startsWith('http://localhost')),
    ]
  }, PROVIDER.toLowerCase())
  expect({ where, found }).toEqual({ where, found: [] })
}

/** Every screen of a signed-in user, with the menus and lists that open over it. */
async function walkSignedIn(page: WatchedPage): Promise<void> {
  const settled = settler(page)
  for (const path of SCREENS) {
    await goWithin(page, path)
    await page.locator('main h1, main h2').first().waitFor()
    await settled()
    await expectNothingIn(page, path)
  }
  await page.getByRole('banner').getByRole('button', { name: 'Your account' }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).waitFor()
  await expectNothingIn(page, 'account menu')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: /^Updates/ }).click()
  await page.getByText('More than 100 tasks in one request are refused').first().waitFor()
  await expectNothingIn(page, 'updates')
  await page.keyboard.press('Escape')
  await page.keyboard.press('ControlOrMeta+k')
  await page.getByRole('combobox').waitFor()
  await settled()
  await expectNothingIn(page, 'palette')
  await page.keyboard.press('Escape')
}

async function walkPublic(page: WatchedPage, host: string, more: string[] = []): Promise<void> {
  const settled = settler(page)
  for (const path of [...PUBLIC, ...more]) {
    await page.goto(new URL(path, originOf(host)).href)
    await page.locator('h1:visible').first().waitFor()
    await settled()
    await expectNothingIn(page, path)
  }
  // Within the page, as only a browser resolves every name below localhost to this machine.
  const files = await page.evaluate(async () => {
    const wanted = ['/manifest.webmanifest', '/brand-icon.svg', '/offline-shell'].map((file) => fetch(file))
    return Promise.all(wanted.map(async (answer) => `${(await answer).status} ${await (await answer).text()}`))
  })
  for (const file of files) expect(file).toMatch(/^200 /)
  expect(files.join('\n').toLowerCase()).not.toContain(PROVIDER.toLowerCase())
  expect(await page.locator('link[rel=icon]').getAttribute('href')).toBe('/brand-icon.svg')
}

describe('a white-label shows nothing of the provider', () => {
  test('the provider’s own host shows the provider’s name, so that the search works', async () => {
    const page = await newPage(DESKTOP)
    await page.goto(`${server.url}/signin`)
    expect(await page.title()).toBe(`${PROVIDER} - Sign in`)
    await page.getByText(`${PROVIDER} Seal`).waitFor()
    await expect(expectNothingIn(page, 'own')).rejects.toThrow()
  })

  for (const [host, options] of variants(['acme.localhost', 'bare.localhost']))
    test(`CO-06 ${host}: every public and signed-in screen, and every mail`, options, async () => {
      const email = `ann@${host.split('.')[0]}.example`
      const page = await newPage(DESKTOP)
      await page.goto(`${originOf(host)}/register`)
      await signUp(page, email)
      const activation = await mailbox.next(email)
      const preferences = await preferencesLink({ ...server, url: originOf(host) }, email)
      await walkPublic(page, host, [preferences])
      await page.goto(linkTo(activation.links, '/activate_fast/'))
      await page.waitForURL('**/signin')
      await signInAt(page, originOf(host), { email, password: PASSWORD })
      await walkSignedIn(page)
      await callFrom(page, team.invite, { email: `ben@${email.split('@')[1]}`, role: 'viewer', cap_micros: null })
      const invitation = await mailbox.next(`ben@${email.split('@')[1]}`)
      const invited = await newPage(DESKTOP)
      await invited.goto(linkTo(invitation.links, '/accept-invitation'))
      await invited
        .getByText(/invites you to join/)
        .filter({ visible: true })
        .waitFor()
      await expectNothingIn(invited, 'invitation')
      for (const { mail } of [activation, invitation])
        expect(JSON.stringify(mail).toLowerCase()).not.toContain(PROVIDER.toLowerCase())
      expect(activation.mail.envelope.from).toBe(
        host === 'acme.localhost' ? 'mail@acme.example' : 'no-reply@neutral.example',
      )
      page.expectClean(/404/)
    })

  test('CO-06 RO-04 a private one: its sign-in, and its owner on every screen', { tags: 'long' }, async () => {
    const page = await newPage(DESKTOP)
    await walkPublic(page, 'private.localhost')
    await page.goto(`${originOf('private.localhost')}/signin`)
    await signIn(page)
    await shown(page)
    await walkSignedIn(page)
  })

  test('CO-06 a host name with a trailing dot is the same host', async () => {
    const page = await newPage(DESKTOP)
    await page.goto(`${originOf('acme.localhost.')}/signin`)
    expect(await page.title()).toBe('Acme Data - Sign in')
  })
})

describe('settings of a brand are shown, and missing ones are no links', () => {
  test('CO-06 terms, privacy, contact, old version, seals and the text beside the form', async () => {
    const page = await newPage(DESKTOP)
    await page.goto(`${originOf('acme.localhost')}/register`)
    const linked = (name: string) => page.getByRole('main').getByRole('link', { name }).first().getAttribute('href')
    expect(await linked('terms of use')).toBe('https://acme.example/terms')
    expect(await linked('privacy policy')).toBe('https://acme.example/privacy')
    expect(await linked('Contact us')).toBe('https://acme.example/contact')
    expect(await page.getByRole('link', { name: 'SOC 2' }).getAttribute('href')).toBe('https://acme.example/soc2')
    await page.getByText('ISO 9001').waitFor()
    await page.getByText('Data for bakers').waitFor()
    await page.getByText('Never stale').waitFor()
    expect(await page.locator('meta[name=description]').getAttribute('content')).toBe('Data for bakers')
    await page.goto(`${originOf('acme.localhost')}/signin`)
    expect(await linked('Sign in to a V2 account')).toBe('https://v2.acme.example/')
    const german = await newPage({ ...DESKTOP, language: 'de' })
    await german.goto(`${originOf('acme.localhost')}/signin`)
    await german.getByText('Daten für Bäcker').waitFor()
    const french = await newPage({ ...DESKTOP, language: 'fr' })
    await french.goto(`${originOf('acme.localhost')}/signin`)
    await french.getByText('Des données par API. Payez uniquement ce que vous utilisez.').waitFor()
  })

  test('CO-06 a brand with only a name has its initial, a general text and no external link', async () => {
    const page = await newPage(DESKTOP)
    for (const path of ['/signin', '/register']) {
      await page.goto(originOf('bare.localhost') + path)
      await page.getByText('Data by API. Pay only for what you use.').waitFor()
      expect(await page.locator('main img, main svg[viewBox="0 0 24 24"] path[d^="M12 2 22"]').count()).toBe(0)
      const external = await page.locator('a').evaluateAll((all, origin) => {
        const links = all.map((one) => (one instanceof HTMLAnchorElement ? one.href : ''))
        return links.filter((href) => !href.startsWith(origin))
      }, originOf('bare.localhost'))
      expect(external).toEqual([])
    }
  })
})

test('“Contact support” leads to the brand’s own support, and is missing without one', {
  tags: 'long',
}, async () => {
  await whitelabel('set', 'mailed.localhost', '--title', 'Mailed', '--support-email', 'help@mailed.example')
  const hold = (yes: string) => server.operator(['login', 'set', DEMO.email, '--hold', yes, '--reason', 'for a test'])
  expect(await hold('yes')).toMatchObject({ code: 0 })
  for (const [host, link] of [
    ['mailed.localhost', 'mailto:help@mailed.example'],
    ['bare.localhost', undefined],
  ] as const) {
    const page = await newPage(DESKTOP)
    await signInAt(page, originOf(host), DEMO)
    await page.getByText('Your account is on hold.').waitFor()
    const buttons = page.getByText('Contact support')
    expect(await buttons.count()).toBe(link ? 1 : 0)
    if (link) expect(await buttons.getAttribute('href')).toBe(link)
  }
  expect(await hold('no')).toMatchObject({ code: 0 })
})

describe('portico whitelabel', () => {
  test('show lists every setting as it would be typed, and what is missing', async () => {
    const all = await whitelabel('show', 'acme.localhost')
    expect(all).toContain('--imprint         Acme GmbH | Hauptstr. 1, Bonn')
    expect(all).toContain('--seals           SOC 2=https://acme.example/soc2 | ISO 9001')
    expect(all).toContain('--hero-en         Data for bakers | Fresh every day | Never stale')
    const bare = await whitelabel('show', 'bare.localhost')
    expect(bare).toContain('mails come from no-reply@neutral.example; --mail-from sets an address of the brand')
    expect(bare).toContain('not set, so not shown: --terms, --privacy, --imprint')
  })

  test('a refused value is reported with its option and the reason', { tags: 'long' }, async () => {
    const refused = async (...words: string[]) => {
      const { code, stderr } = await server.operator(['whitelabel', 'set', 'bare.localhost', ...words])
      expect(code).toBe(1)
      return stderr.trim()
    }
    expect(await refused('--terms', 'http://x.example')).toBe(
      "portico: --terms 'http://x.example': must be an https address",
    )
    expect(await refused('--id', '999')).toMatch(
      /^portico: --id '999': cannot change: bare\.localhost is white-label \d+ already$/,
    )
    const { stderr } = await server.operator(['user', 'unconfirm', DEMO.email, '--reason', 'x'])
    expect(stderr.trim()).toBe("portico: --reason 'x': must have at least 3 characters")
  })
})
