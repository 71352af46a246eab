import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openServer, type Server } from './harness.ts'
import { axe, newPage, type WatchedPage } from './harness-browser.ts'
import { alive, DEMO, DESKTOP, linkTo, openForm, openMailbox, PASSWORD, PHONE, signUp } from './harness-people.ts'
import { enter, fakeSite, mainMenu, newTabBy, signInAt } from './harness-shell.ts'

const PICTURES = 'https://pictures.example/'
const HELP = 'https://help.acme.example/'
const HOME = 'https://acme.example/'
const LANDING = 'https://www.acme.example/data'
const OLD = 'https://v2.acme.example/login'
const ACME = [
  // With an equals sign, as a separate word would print the usage.
  ...['--title', 'Acme Data', '--accent', '#ffcc00', '--radius', '2', `--support=${HELP}`, '--home', HOME],
  ...['--landing', LANDING, '--v2', OLD],
  ...['--logo', `${PICTURES}logo.svg`, '--favicon', `${PICTURES}icon.svg`],
]

let server: Server
let mailbox: Awaited<ReturnType<typeof openMailbox>>
beforeAll(async () => {
  mailbox = await openMailbox()
  server = await openServer({ BOT_CHECK: 'off', SMTP_URL: mailbox.url })
  // The number of a white-label whose customers come from the old version.
  await whitelabel('set', 'acme.localhost', ...ACME, '--id', '43')
})
afterAll(() => mailbox.close())

/** A browser resolves every name that ends in .localhost to this machine. */
const originOf = (host: string) => `http://${host}:${new URL(server.url).port}`
const account = (page: Page) => page.getByRole('banner').getByRole('button', { name: 'Your account' })

const whitelabel = (...words: string[]) => server.operate('whitelabel', ...words)

/** The brand's images, which are hosted elsewhere. */
async function withPictures(page: Page): Promise<void> {
  const body = '<svg xmlns="http://www.w3.org/2000/svg" width="120" height="28"><rect width="120" height="28"/></svg>'
  await page.route(`${PICTURES}**`, (route) => route.fulfill({ contentType: 'image/svg+xml', body }))
}

/** Signs up at this host, confirms by the mail's link, and signs in. */
async function join(host: string, email: string): Promise<WatchedPage> {
  const page = await newPage(DESKTOP)
  await withPictures(page)
  await page.goto(`${originOf(host)}/register`)
  await signUp(page, email)
  const link = linkTo((await mailbox.next(email)).links, '/activate_fast/')
  expect(new URL(link).origin).toBe(originOf(host))
  await page.goto(link)
  await page.waitForURL('**/signin')
  await signInAt(page, originOf(host), { email, password: PASSWORD })
  return page
}

/** The document before any script has run. */
async function withoutScripts(host: string) {
  const page = await newPage(DESKTOP)
  await withPictures(page)
  await page.route('**/assets/*.js', () => {})
  await page.goto(`${originOf(host)}/signin`, { waitUntil: 'commit' })
  const button = openForm(page).getByRole('button', { name: 'Sign in', exact: true })
  await button.waitFor()
  const look = await page.evaluate(() => ({
    title: document.title,
    icon: document.querySelector('link[rel=icon]')?.getAttribute('href'),
    accent: getComputedStyle(document.documentElement).getPropertyValue('--brand-accent'),
    radius: getComputedStyle(document.documentElement).getPropertyValue('--brand-radius'),
    logo: document.querySelector('img')?.getAttribute('src'),
  }))
  const colour = await button.evaluate((one) => getComputedStyle(one).backgroundColor)
  return { page, look, colour }
}

describe('CO-06 a brand by host', () => {
  test('CO-06 title, accent, corners, favicon and logo are in the document before any script', async () => {
    const { page, look, colour } = await withoutScripts('acme.localhost')
    expect(look).toEqual({
      title: 'Acme Data - Sign in',
      icon: `${PICTURES}icon.svg`,
      accent: '#ffcc00',
      radius: '2px',
      logo: `${PICTURES}logo.svg`,
    })
    await page.waitForFunction(() => document.querySelector('img')?.naturalWidth === 120)
    page.expectClean()
    const own = await withoutScripts('localhost')
    expect(own.look).toMatchObject({ title: 'Portico - Sign in', icon: '/assets/favicon.svg', accent: '' })
    expect(colour).not.toBe(own.colour)
  })

  test('CO-06 the logo of the public pages leads to the brand’s public site, if it has one', async () => {
    const page = await newPage(DESKTOP)
    await withPictures(page)
    await fakeSite(page, LANDING)
    const logo = page.getByRole('main').getByRole('link', { name: 'Acme Data' })
    for (const path of ['/forgot-password', '/register', '/signin']) {
      await page.goto(`${originOf('acme.localhost')}${path}`)
      expect(await logo.getAttribute('href')).toBe(LANDING)
    }
    await alive(page)
    await logo.click()
    await page.waitForURL(LANDING)
    await page.goto(`${originOf('localhost')}/signin`)
    await page.getByRole('main').getByText('Portico', { exact: true }).first().waitFor()
    expect(await page.getByRole('main').getByRole('link', { name: 'Portico' }).count()).toBe(0)
    page.expectClean()
  })

  test('CO-06 an accent of any brightness stays readable, light and dark', { tags: 'long' }, async () => {
    const page = await newPage({ ...PHONE })
    const inBothThemes = async () => {
      for (const theme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme: theme })
        await page.locator(`body.${theme}`).waitFor()
        await axe(page)
      }
    }
    await withPictures(page)
    await page.goto(`${originOf('acme.localhost')}/signin`)
    await alive(page)
    await inBothThemes()
    await signInAt(page, originOf('acme.localhost'), DEMO)
    await inBothThemes()
    page.expectClean()
  })

  test('CO-06 the aside of a yellow and of a red brand has a soft colour and readable text', {
    tags: 'long',
  }, async () => {
    await whitelabel('set', 'red.localhost', '--title', 'Red', '--accent', '#d01030')
    for (const host of ['acme.localhost', 'red.localhost'])
      for (const theme of ['light', 'dark'] as const) {
        const page = await newPage({ ...DESKTOP, theme })
        await withPictures(page)
        await page.goto(`${originOf(host)}/signin`)
        await alive(page)
        await axe(page)
        const area = page.getByRole('complementary', { name: 'What you get' })
        const shades = await area.evaluate((one) => getComputedStyle(one).backgroundImage.match(/oklch\([^)]*\)/g))
        const chromas = shades?.map((shade) => Number(shade.split(' ')[1])) ?? []
        expect(chromas).toHaveLength(2)
        for (const chroma of chromas) expect(chroma).toBeLessThan(0.07)
        page.expectClean()
      }
  })

  test('the focused field of a red brand is not in the colour of an error', async () => {
    await whitelabel('set', 'red.localhost', '--title', 'Red', '--accent', '#d01030')
    const page = await newPage(DESKTOP)
    await withPictures(page)
    const ring = async (host: string) => {
      await page.goto(`${originOf(host)}/signin`)
      const form = await alive(page)
      await form.locator('[name=email]').focus()
      return page.evaluate(() => {
        const probe = document.createElement('i')
        probe.style.color = 'oklch(from var(--focus) l c h)'
        document.body.append(probe)
        return getComputedStyle(probe)
          .color.match(/[\d.]+/g)
          ?.map(Number)
      })
    }
    const [light = 1, chroma = 1] = (await ring('red.localhost')) ?? []
    expect(chroma).toBeLessThan(0.01)
    expect(light).toBeLessThan(0.6)
    const [, own = 0] = (await ring('localhost')) ?? []
    expect(own).toBeGreaterThan(0.1)
  })

  test('CO-06 an unknown host, a subdomain and the IP address show the provider’s own brand', async () => {
    const page = await newPage(DESKTOP)
    for (const host of ['unknown.localhost', 'www.acme.localhost', '127.0.0.1']) {
      await page.goto(`${originOf(host)}/signin`)
      expect(await page.title()).toBe('Portico - Sign in')
      expect(await page.locator('img').count()).toBe(0)
      page.expectClean()
    }
  })

  test('CO-06 a brand is listed, changed and removed while the server runs; a title is never markup', {
    tags: 'long',
  }, async () => {
    const title = '</title><img src=x onerror=alert(1)>'
    await whitelabel('set', 'short.localhost', '--title', title)
    const list = await whitelabel('list')
    expect(list).toContain('acme.localhost')
    expect(list).toContain('short.localhost')
    const page = await newPage(DESKTOP)
    await page.goto(`${originOf('short.localhost')}/signin`)
    expect(await page.title()).toBe(`${title} - Sign in`)
    expect(await page.locator('img').count()).toBe(0)
    await whitelabel('set', 'short.localhost', '--title', 'Short')
    await page.reload()
    expect(await page.title()).toBe('Short - Sign in')
    await whitelabel('remove', 'short.localhost')
    await page.reload()
    expect(await page.title()).toBe('Portico - Sign in')
    page.expectClean()
  })

  test('PU-15 CO-06 a private brand offers no sign-up', async () => {
    await whitelabel('set', 'private.localhost', '--title', 'Private', '--parent', DEMO.email)
    const page = await newPage(DESKTOP)
    await page.goto(`${originOf('private.localhost')}/signin`)
    await page.getByRole('link', { name: 'Forgot your password?' }).waitFor()
    expect(await page.getByRole('link', { name: 'Sign up' }).count()).toBe(0)
    await page.goto(`${originOf('unknown.localhost')}/signin`)
    await page.getByRole('link', { name: 'Sign up' }).waitFor()
  })
})

describe('signed in at a brand', () => {
  test('HD-01 CO-06 CA-06 RO-02 white-label 43: its logo leads to its home, its help opens, the old version is offered', async () => {
    const page = await join('acme.localhost', 'ann@example.com')
    expect(await page.title()).toBe('Acme Data - API Dashboard')
    await mainMenu(page).waitFor()
    const home = page.getByRole('banner').getByRole('link', { name: 'Acme Data, main page' })
    expect(await home.getAttribute('href')).toBe(HOME)
    expect(await home.getByRole('img', { name: 'Acme Data' }).getAttribute('src')).toBe(`${PICTURES}logo.svg`)
    await fakeSite(page, HELP)
    await fakeSite(page, OLD)
    await account(page).click()
    const tab = await newTabBy(page, () => page.getByRole('menuitem', { name: 'Help' }).click())
    await tab.waitForURL(HELP)
    expect(await tab.evaluate(() => opener)).toBeNull()
    await account(page).click()
    const older = page.getByRole('menuitem', { name: 'Old version' })
    expect(await older.getAttribute('href')).toBe(OLD)
    const oldTab = await newTabBy(page, () => older.click())
    await oldTab.waitForURL(OLD)
    expect(await oldTab.evaluate(() => opener)).toBeNull()
    await fakeSite(page, HOME)
    await home.click()
    await page.waitForURL(HOME)
    page.expectClean()
  })

  test('RO-02 white-label 220 without the flag, and the provider’s own host, offer no old version', {
    tags: 'long',
  }, async () => {
    await whitelabel('set', 'former.localhost', '--title', 'Former', '--v2', OLD, '--id', '220')
    for (const page of [await join('former.localhost', 'ben@example.com'), await enter(server, DESKTOP)]) {
      await account(page).click()
      await page.getByRole('menuitem', { name: 'Sign out' }).waitFor()
      expect(await page.getByRole('menuitem', { name: 'Old version' }).count()).toBe(0)
    }
  })

  test('RO-02 white-label 220 with the flag, which the operator grants and revokes, offers the old version', {
    tags: 'long',
  }, async () => {
    await whitelabel('set', 'former.localhost', '--title', 'Former', '--v2', OLD, '--id', '220')
    const page = await join('former.localhost', 'cleo@example.com')
    const feature = ['cleo@example.com', 'old-version']
    expect(await server.operator(['grant', ...feature])).toMatchObject({ code: 0 })
    await page.reload()
    await account(page).click()
    expect(await page.getByRole('menuitem', { name: 'Old version' }).getAttribute('href')).toBe(OLD)
    expect((await server.operator(['user', 'show', 'cleo@example.com'])).stdout).toContain('features old-version')
    expect(await server.operator(['revoke', ...feature])).toMatchObject({ code: 0 })
    expect((await server.operator(['revoke', ...feature])).stderr).toContain('does not have old-version')
    expect((await server.operator(['grant', 'cleo@example.com', 'everything'])).stderr).toContain(
      "<feature> is 'everything', but must be one of",
    )
    await page.reload()
    await account(page).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).waitFor()
    expect(await page.getByRole('menuitem', { name: 'Old version' }).count()).toBe(0)
  })

  test('CA-06 the provider’s own help opens in a new tab that cannot reach ours; the new tab is closed if the help link was removed meanwhile', async () => {
    const page = await enter(server, DESKTOP, '/databases/list')
    await fakeSite(page, 'https://help.portico.example/')
    await account(page).click()
    const tab = await newTabBy(page, () => page.getByRole('menuitem', { name: 'Help' }).click())
    await tab.waitForURL('https://help.portico.example/')
    expect(await tab.evaluate(() => opener)).toBeNull()
    await tab.close()
    await page.route('**/api/whitelabel/help', (route) => route.fulfill({ json: { url: '' } }))
    await account(page).click()
    const taken = await newTabBy(page, () => page.getByRole('menuitem', { name: 'Help' }).click())
    if (!taken.isClosed()) await taken.waitForEvent('close')
    expect(page.context().pages()).toEqual([page])
    page.expectClean()
  })
})
