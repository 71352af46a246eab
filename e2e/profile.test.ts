// Every card of Profile.
import { beforeAll, expect, test } from 'vitest'
import { type Server, startServer } from './harness.ts'
import { axe, newPage, type WatchedPage } from './harness-browser.ts'
import { DEMO, DESKTOP, PHONE } from './harness-people.ts'
import { enter, signInAt, soon } from './harness-shell.ts'

let server: Server
beforeAll(async () => {
  server = await startServer({ BOT_CHECK: 'off' })
})

const card = (page: WatchedPage, id: string) => page.locator(`#${id}`)
const save = (page: WatchedPage, id: string) => card(page, id).getByRole('button', { name: 'Save', exact: true })

test('You: the time zone is saved, Discard takes a choice back, and the log says from what to what', async () => {
  const page = await enter(server, DESKTOP, '/users/profile')
  const zone = card(page, 'you').getByLabel('Time zone')
  expect(await save(page, 'you').isDisabled()).toBe(true)
  await zone.selectOption('Asia/Tokyo')
  await card(page, 'you').getByRole('button', { name: 'Discard' }).click()
  expect(await zone.inputValue()).toBe('')
  await zone.selectOption('America/New_York')
  await save(page, 'you').click()
  await page.getByText('Your profile was saved.').waitFor()
  await card(page, 'activity').getByText('Time zone: none → America/New_York').waitFor()
  await card(page, 'activity').getByRole('columnheader', { name: 'When (New York)' }).waitFor()
  await axe(page)
  page.expectClean()
})

test('Password: nothing to press before something is typed, and a wrong one is said at its field', async () => {
  const page = await enter(server, DESKTOP, '/users/profile')
  const change = card(page, 'password').getByRole('button', { name: 'Change the password' })
  await change.waitFor()
  expect(await change.isDisabled()).toBe(true)
  await card(page, 'password').getByLabel('Current password').fill('not the password')
  await card(page, 'password').getByLabel('New password', { exact: true }).fill('a long and quiet river')
  await card(page, 'password').getByLabel('Repeat the new password').fill('a long and quiet river')
  await change.click()
  await card(page, 'password').getByText('The current password is wrong.').waitFor()
  await card(page, 'password').getByRole('button', { name: 'Discard' }).click()
  expect(await change.isDisabled()).toBe(true)
})

test('Sessions: a phone has the icon of a phone, and is ended from here', { tags: 'long' }, async () => {
  const page = await enter(server, DESKTOP, '/users/profile')
  const context = await (await newPage(PHONE)).context().browser()?.newContext({
    userAgent:
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1',
  })
  const phone = await context?.newPage()
  if (!context || !phone) throw new Error('no browser')
  await signInAt(phone, server.url, DEMO)
  await page.reload()
  const line = card(page, 'sessions').getByRole('listitem').filter({ hasText: 'Safari on iPhone' })
  await line.waitFor()
  const drawn = (text: string) =>
    card(page, 'sessions').getByRole('listitem').filter({ hasText: text }).locator('svg path').first().getAttribute('d')
  expect(await drawn('Safari on iPhone')).not.toBe(await drawn('This device'))
  await line.getByRole('button', { name: /^End session/ }).click()
  await line.waitFor({ state: 'detached' })
  await context.close()
})

test('E-mail preferences: a switch waits for Save like everything else, and the log says what it was', {
  tags: 'long',
}, async () => {
  const page = await enter(server, DESKTOP, '/users/profile')
  const offers = card(page, 'preferences').getByRole('switch', { name: 'Offers' })
  await offers.click()
  await card(page, 'preferences').getByText('Unsaved changes').waitFor()
  await save(page, 'preferences').click()
  await page.getByText('Your e-mail preferences were saved.').waitFor()
  await card(page, 'activity').getByText('Offers: On → Off').waitFor()
  await page.reload()
  await expect.poll(() => offers.isChecked(), soon).toBe(false)
})

test('Activity leads to the security log of the account: filters stand in the address, an entry unfolds, and the file holds what is shown', {
  tags: 'long',
}, async () => {
  const page = await enter(server, DESKTOP, '/users/profile')
  await card(page, 'activity').getByRole('link', { name: 'All activity of the account' }).click()
  await page.getByRole('heading', { level: 1, name: 'Security log' }).waitFor()
  const table = page.getByRole('table', { name: 'Security log' })
  await page.getByRole('button', { name: 'Filters' }).click()
  await page.getByLabel('Type', { exact: true }).selectOption('profile')
  await expect.poll(() => new URL(page.url()).search, soon).toBe('?kind=profile')
  await table.getByText('Time zone: none → America/New_York').waitFor()
  await page.getByLabel('Search names, addresses, devices').fill('e-mail preferences')
  await page.keyboard.press('Enter')
  await table.getByText('Offers: On → Off').waitFor()
  await expect.poll(() => table.getByText('Time zone: none').count(), soon).toBe(0)
  await table.getByRole('button', { name: 'Show details' }).first().click()
  await table.getByText(/^Chrome on Linux$/).waitFor()
  await axe(page)
  const { status, text } = await page.evaluate(
    async (href) => {
      const answer = await fetch(href)
      return { status: answer.status, text: await answer.text() }
    },
    (await page.getByRole('link', { name: 'Export CSV' }).getAttribute('href')) ?? '',
  )
  expect(status).toBe(200)
  expect(
    text
      .trim()
      .split('\r\n')
      .slice(1)
      .every((line) => line.includes('preferences_changed')),
  ).toBe(true)
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await expect.poll(() => new URL(page.url()).search, soon).toBe('')
  await table.getByText('Signed in', { exact: true }).first().waitFor()
  page.expectClean()
  const phone = await enter(server, PHONE, '/users/security-log?result=ok')
  await phone.getByRole('table').getByText('Signed in', { exact: true }).first().waitFor()
  await axe(phone)
  phone.expectClean()
})

test('the cards are as wide as those of other screens', { tags: 'long' }, async () => {
  const page = await enter(server, DESKTOP, '/users/profile')
  // A card may stand in for itself until it has come, and is gone from the page for a moment when it does.
  const rightOf = (id: string) => card(page, id).evaluate((one) => Math.round(one.getBoundingClientRect().right))
  await expect.poll(() => rightOf('you'), soon).toBeGreaterThan(0)
  const own = await rightOf('you')
  await page.goto(`${server.url}/api-access`)
  await card(page, 'credentials').waitFor()
  await expect.poll(() => rightOf('credentials'), soon).toBe(own)
  await page.goto(`${server.url}/api-settings`)
  await card(page, 'alerts').waitFor()
  await expect.poll(() => rightOf('alerts'), soon).toBe(own)
})

test('on paper there is no header and no menu, and the dark theme is light', async () => {
  const page = await enter(server, { ...DESKTOP, theme: 'dark' }, '/users/profile')
  await card(page, 'you').waitFor()
  const surface = () => page.evaluate(() => getComputedStyle(document.body).getPropertyValue('--surface-1').trim())
  expect(await surface()).not.toBe('#fff')
  await page.emulateMedia({ media: 'print' })
  expect(await page.getByRole('banner').isVisible()).toBe(false)
  expect(await page.getByRole('navigation', { name: 'Main menu' }).isVisible()).toBe(false)
  expect(await surface()).toBe('#fff')
})

test('enlarged four times the header scrolls away, and a menu that does not fit shows a shadow at its edge', async () => {
  const page = await enter(server, { width: 320, height: 200 }, '/users/profile')
  await card(page, 'you').waitFor()
  await page.evaluate(() => window.scrollTo(0, 600))
  await expect.poll(async () => (await page.getByRole('banner').boundingBox())?.y ?? 0, soon).toBeLessThan(-300)
  await page.setViewportSize({ width: 1280, height: 500 })
  const list = page.getByRole('navigation', { name: 'Main menu' }).locator('> div').first()
  const { scrolls, background } = await list.evaluate((one) => ({
    scrolls: one.scrollHeight > one.clientHeight,
    background: getComputedStyle(one).backgroundImage,
  }))
  expect(scrolls).toBe(true)
  expect(background).toContain('gradient')
})

/** Who has just signed in is not asked for the password again. */
async function signedInNow(view: typeof DESKTOP & { theme?: 'dark' }, path: string): Promise<WatchedPage> {
  const page = await newPage(view)
  await signInAt(page, server.url, DEMO, path)
  return page
}

test('Your data: prepared after the password, ready by itself, and downloaded as an archive', {
  tags: 'long',
}, async () => {
  const page = await signedInNow(DESKTOP, '/users/profile#your-data')
  const data = card(page, 'your-data')
  await data.getByRole('button', { name: 'Prepare a download' }).click()
  await data.getByText('Ready', { exact: true }).waitFor({ timeout: 60_000 })
  await data.getByText(/can be downloaded until/).waitFor()
  await axe(page)
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    data.getByRole('link', { name: 'Download' }).click(),
  ])
  expect(file.suggestedFilename()).toMatch(/^data-\d{4}-\d\d-\d\d\.zip$/)
  page.expectClean()
})

test('Close the account: it says what goes, wants the address, shows until when on every page, and one press keeps it', async () => {
  const page = await signedInNow(DESKTOP, '/users/profile#close-account')
  await card(page, 'close-account').getByRole('button', { name: 'Close the account…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Close the account?' })
  await dialog.getByText(/is not paid out by itself/).waitFor()
  await dialog.getByLabel('Why do you close it?').selectOption('not_needed')
  await dialog.getByLabel(`Type ${DEMO.email} to confirm`).fill('somebody@example.com')
  await dialog.getByRole('button', { name: 'Close the account' }).click()
  await dialog.getByText('This is not the e-mail address of the account.').waitFor()
  await axe(page)
  await dialog.getByLabel(`Type ${DEMO.email} to confirm`).fill(DEMO.email)
  await dialog.getByRole('button', { name: 'Close the account' }).click()
  const notices = page.getByRole('complementary', { name: 'Notices' })
  await notices.getByText(/This account is being closed/).waitFor()

  const phone = await signedInNow({ ...PHONE, theme: 'dark' }, '/api-dashboard')
  const banner = phone.getByRole('complementary', { name: 'Notices' })
  await banner.getByText(/This account is being closed/).waitFor()
  await axe(phone)
  await banner.getByRole('button', { name: 'Keep the account' }).click()
  await expect.poll(() => banner.getByText(/This account is being closed/).count(), soon).toBe(0)
  await page.reload()
  await card(page, 'close-account').getByRole('button', { name: 'Close the account…' }).waitFor()
  page.expectClean(/400/)
})
