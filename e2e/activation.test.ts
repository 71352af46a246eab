import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { auth } from '../contract/src/auth.ts'
import { variants } from '../server/src/testing/variants.ts'
import { openServer, type Server } from './harness.ts'
import { newPage, type WatchedPage } from './harness-browser.ts'
import { stopClock, untilPrinted } from './harness-clock.ts'
import { alive, DESKTOP, linkTo, openForm, openMailbox, PASSWORD, signIn, signUp } from './harness-people.ts'
import { callBeside, joinBeside, shown } from './harness-shell.ts'

let server: Server
let mailbox: Awaited<ReturnType<typeof openMailbox>>
/** Shared by all tests of a visitor who has not signed up in this browser. */
let visitor: WatchedPage
beforeAll(async () => {
  mailbox = await openMailbox()
  server = await openServer({ SMTP_URL: mailbox.url, BOT_CHECK: 'off' })
  visitor = await newPage(DESKTOP)
})
afterAll(() => mailbox.close())

const at = (path: string) => `${server.url}${path}`
const codeIn = (text: string) => /^\s*([A-Z0-9]{6})\s*$/m.exec(text)?.[1] ?? ''
const messages = (page: WatchedPage) => page.getByRole('region', { name: 'Notifications' }).locator(':scope > *')
const typedEmail = (page: WatchedPage) => openForm(page).locator('[name=email]').inputValue()

async function signedUp(email: string): Promise<WatchedPage> {
  const page = await newPage(DESKTOP)
  await page.goto(at('/register'))
  await signUp(page, email)
  await page.getByRole('heading', { name: 'Check your e-mail' }).waitFor()
  return page
}

/** Signs up in another browser profile. */
async function signedUpElsewhere(email: string): Promise<string[]> {
  const page = await newPage(DESKTOP)
  await page.request.get(at('/register'))
  await callBeside(page, server.url, auth.register, { email, password: PASSWORD, privacy: true, captcha: '' })
  return (await mailbox.next(email)).links
}

async function giveCode(page: WatchedPage, code: string): Promise<void> {
  const form = openForm(page)
  await form.locator('[name=code]').fill(code)
  await form.locator('button[type=submit]').click()
}

async function confirmed(email: string): Promise<WatchedPage> {
  const page = await signedUp(email)
  await giveCode(page, codeIn((await mailbox.next(email)).text))
  await page.waitForURL('**/signin')
  return page
}

describe('PU-01 confirming', () => {
  test('PU-01 ER-02 the page after sign-up takes the code of the mail and shows success only there, and sign-in has the address filled in', async () => {
    const page = await signedUp('coded@example.com')
    await messages(page).filter({ hasText: 'Almost done.' }).waitFor()
    await giveCode(page, codeIn((await mailbox.next('coded@example.com')).text))
    await page.waitForURL('**/signin')
    await messages(page).filter({ hasText: 'Your account is confirmed. You can sign in now.' }).waitFor()
    expect(await messages(page).count()).toBe(1)
    await expect.poll(() => typedEmail(page)).toBe('coded@example.com')
    expect(
      await page.evaluate(() => sessionStorage.getItem('sent_to')),
      'sign-up begins with its form again',
    ).toBeNull()
    await openForm(page).locator('[name=password]').fill(PASSWORD)
    await openForm(page).locator('button[type=submit]').click()
    await shown(page)
    expect(await messages(page).count()).toBe(0)
    expect(await page.evaluate(() => localStorage.getItem('sign_up'))).toBeNull()
    page.expectClean()
  })

  test('a visitor who returns to the sign-up finds the code field again, and the next form has the address filled in', {
    tags: 'long',
  }, async () => {
    const page = await signedUp('back@example.com')
    await page.getByRole('link', { name: 'Send the code again' }).click()
    await page.waitForURL('**/resend-activation')
    await expect.poll(() => typedEmail(page)).toBe('back@example.com')
    await page.goBack()
    await page.getByRole('heading', { name: 'Check your e-mail' }).waitFor()
    await page.getByText('We sent an e-mail to back@example.com.').waitFor()
    await page.getByRole('button', { name: 'Use a different e-mail' }).click()
    await page.getByRole('heading', { name: 'Sign up' }).waitFor()
    await page.reload()
    await alive(page)
    expect(await page.getByRole('heading', { name: 'Check your e-mail' }).count()).toBe(0)
  })

  test('an activation link opened twice shows that the account is confirmed and leads to sign-in', {
    tags: 'long',
  }, async () => {
    const page = await signedUp('twice@example.com')
    const link = linkTo((await mailbox.next('twice@example.com')).links, '/activate_fast/')
    await page.goto(link)
    await page.waitForURL('**/signin')
    await page.goto(link)
    await page.getByRole('heading', { name: 'Already confirmed' }).waitFor()
    expect(await openForm(page).count()).toBe(0)
    await page.getByRole('link', { name: 'Sign in' }).click()
    await alive(page)
    expect(await typedEmail(page)).toBe('twice@example.com')
    const stranger = await newPage(DESKTOP)
    await stranger.goto(link)
    await stranger.getByRole('heading', { name: 'Already confirmed' }).waitFor()
    expect(await stranger.content()).not.toContain('twice@example.com')
    await stranger.getByRole('link', { name: 'Sign in' }).click()
    await alive(stranger)
    expect(await typedEmail(stranger)).toBe('')
  })

  test('a replaced or invented link is refused, and a new one is requested with the address filled in', async () => {
    const page = await signedUp('replaced@example.com')
    const { links } = await mailbox.next('replaced@example.com')
    await page.goto(at('/resend-activation'))
    await alive(page)
    await expect.poll(() => typedEmail(page)).toBe('replaced@example.com')
    await openForm(page).locator('button[type=submit]').click()
    await mailbox.next('replaced@example.com')
    for (const link of [linkTo(links, '/activate_fast/'), at('/activate_fast/somebody/made-up')]) {
      await page.goto(link)
      await page.getByRole('heading', { name: 'This link is no longer valid' }).waitFor()
      expect(await openForm(page).count()).toBe(0)
    }
    await page.getByRole('link', { name: 'Send a new link' }).click()
    await alive(page)
    expect(await typedEmail(page)).toBe('replaced@example.com')
  })

  test('an activation link in another browser explains at once why it needs the password', async () => {
    const links = await signedUpElsewhere('elsewhere@example.com')
    const page = visitor
    await page.goto(linkTo(links, '/activate_fast/'))
    await page
      .getByText(
        'Someone signed up with e•••@example.com in another browser. If it was you, enter the password you chose there to confirm it.',
      )
      .waitFor()
    await page.getByRole('button', { name: /wasn.t me/i }).waitFor()
  })

  test('the fifth wrong code leads to requesting a new one', { tags: 'long' }, async () => {
    const page = await signedUp('guessing@example.com')
    for (let tries = 1; tries <= 5; tries += 1) {
      const answered = page.waitForResponse('**/api/auth/activate')
      await giveCode(page, 'ZZZZZZ')
      await (await answered).finished()
      const text = tries < 5 ? 'The code is wrong or no longer valid.' : 'Too many wrong codes. Request a new one.'
      await messages(page).filter({ hasText: text }).waitFor()
    }
    page.expectClean(/400 \(Bad Request\)/)
  })

  test('a refused sign-in offers to send the code again, with the address filled in', async () => {
    await signedUpElsewhere('waits@example.com')
    const page = visitor
    await page.goto(at('/signin'))
    await alive(page)
    expect(await page.getByRole('link', { name: /Not confirmed yet/ }).count()).toBe(0)
    await signIn(page, { email: 'waits@example.com', password: PASSWORD })
    await page.getByRole('link', { name: 'Not confirmed yet? Send the code again' }).click()
    await alive(page)
    expect(await typedEmail(page)).toBe('waits@example.com')
    page.expectClean(/400 \(Bad Request\)/)
  })
})

for (const [[id, path, promise], options] of variants([
  ['PU-02', '/resend-activation', 'If this address is waiting to be confirmed, we have sent a new code.'],
  ['PU-08', '/forgot-password', 'If an account with this e-mail exists'],
] as const))
  test(
    `${id} the sixth request within an hour at ${path} is refused, also for an unknown address`,
    options,
    async () => {
      const page = visitor
      await page.goto(at(path))
      const form = await alive(page)
      for (let tries = 1; tries <= 6; tries += 1) {
        const answered = page.waitForResponse('**/api/auth/*')
        await form.locator('[name=email]').fill('nobody-at-all@example.com')
        await form.locator('button[type=submit]').click()
        await (await answered).finished()
        const text = tries <= 5 ? promise : 'Too many requests for this address. Please try again in an hour.'
        await messages(page).filter({ hasText: text }).waitFor()
      }
      page.expectClean(/429/)
    },
  )

test('ER-02 a refused sign-up is shown for fifteen seconds and the form is reset; PU-19 so is the notice that a mail was sent', async () => {
  const page = await newPage(DESKTOP)
  await page.clock.install()
  await page.goto(at('/register'))
  await alive(page)
  await stopClock(page)
  const expectFifteen = async (text: string) => {
    const message = messages(page).filter({ hasText: text })
    await untilPrinted(page, message)
    await page.clock.runFor(14_500)
    expect(await message.isVisible()).toBe(true)
    await page.clock.runFor(500)
    await message.waitFor({ state: 'detached' })
  }
  await signUp(page, 'common@example.com', 'password123')
  await untilPrinted(page, messages(page).filter({ hasText: 'This password is too common' }))
  expect(await typedEmail(page)).toBe('')
  await expectFifteen('This password is too common')
  await signUp(page, 'fifteen@example.com')
  await expectFifteen('Almost done.')
  page.expectClean(/400 \(Bad Request\)/)
})

test('PU-09 the password strength is red, orange or green, and sign-in follows three seconds after the reset', async () => {
  const page = await newPage(DESKTOP)
  await joinBeside(page, server, mailbox, { email: 'forgetful@example.com', password: PASSWORD })
  await callBeside(page, server.url, auth.sendForgotPasswordEmail, { email: 'forgetful@example.com', captcha: '' })
  const link = linkTo((await mailbox.next('forgetful@example.com')).links, '/reset-password/')
  await page.clock.install()
  await page.goto(link)
  const reset = await alive(page)
  const words = [
    ['abcabc', 'Low', 'red'],
    ['plum7Canoe', 'Good', 'orange'],
    ['nine violet tractors hum softly', 'Strong', 'green'],
  ] as const
  for (const [typed, word, colour] of words) {
    await reset.locator('[name=password]').fill(typed)
    const message = page.getByText(word, { exact: true })
    await message.waitFor()
    expect([word, await message.evaluate(colourOf)]).toEqual([word, colour])
  }
  await reset.locator('[name=pass_confirm]').fill('nine violet tractors hum softly')
  await stopClock(page)
  await reset.locator('button[type=submit]').click()
  await untilPrinted(page, page.getByText('Your password has been changed.').first())
  await page.clock.runFor(2_500)
  expect(new URL(page.url()).pathname).toBe('/reset-password')
  await page.clock.runFor(500)
  await page.waitForURL('**/signin')
})

/** The name of a text's colour by its hue. */
function colourOf(element: Element): string {
  const paint = new OffscreenCanvas(1, 1).getContext('2d')
  if (!paint) return ''
  paint.fillStyle = getComputedStyle(element).color
  paint.fillRect(0, 0, 1, 1)
  const [red = 0, green = 0, blue = 0] = paint.getImageData(0, 0, 1, 1).data
  if (green > red) return 'green'
  return (green - blue) / red > 0.25 ? 'orange' : 'red'
}

test('PU-13 the password can be shown and hidden, and individuals see whom to contact', async () => {
  const page = visitor
  await page.goto(at('/register'))
  const form = await alive(page)
  const password = form.locator('[name=password]')
  expect(await password.getAttribute('type')).toBe('password')
  await form.getByRole('button', { name: 'Show password' }).click()
  expect(await password.getAttribute('type')).toBe('text')
  await form.getByRole('button', { name: 'Hide password' }).click()
  expect(await password.getAttribute('type')).toBe('password')
  await page.getByText('Individual or freelancer?').waitFor()
  expect(await page.getByRole('link', { name: 'Contact us' }).getAttribute('href')).toBe(
    'https://portico.example/contact',
  )
})

test('PU-12 an integrity parameter is preserved on the pages behind links', async () => {
  for (const path of ['/forgot-password/a%40example.com', '/unsubscribe/a%40example.com/hash', '/activate/somebody']) {
    const page = visitor
    await page.goto(at(`${path}?integrity=sso`))
    await expect.poll(() => page.evaluate(() => localStorage.getItem('integrity'))).toBe('sso')
    await page.evaluate(() => localStorage.removeItem('integrity'))
  }
})

test('PU-07 a staff link explains to other users that it is for staff', async () => {
  const page = visitor
  await page.goto(at('/login_onetime_admin/somebody/anything'))
  await page.getByText('Only signed-in staff can open this link.').waitFor()
  await page.getByRole('link', { name: 'Sign in' }).click()
  await page.waitForURL('**/signin')
})

describe('a session that has ended', () => {
  const WHY = 'Your session has expired or was ended elsewhere. Please sign in again.'

  test('a session ended elsewhere is explained on the sign-in page, also after a reload; a manual sign-out is not', {
    tags: 'long',
  }, async () => {
    const page = await confirmed('leaves@example.com')
    await signIn(page, { email: 'leaves@example.com', password: PASSWORD })
    await shown(page)
    const other = await newPage(DESKTOP)
    await other.goto(at('/signin'))
    const endAll = async () => {
      await other.goto(at('/users/profile'))
      await other.getByRole('button', { name: 'End all other sessions' }).click()
      await other.getByRole('dialog').getByRole('button', { name: 'End all other sessions' }).click()
      await other.getByText('All other sessions were ended.').waitFor()
    }
    await signIn(other, { email: 'leaves@example.com', password: PASSWORD })
    await shown(other)
    await endAll()
    await page.getByRole('link', { name: 'Errors' }).first().click()
    await page.waitForURL('**/signin')
    await page.getByText(WHY).waitFor()
    await signIn(page, { email: 'leaves@example.com', password: PASSWORD })
    await shown(page)
    await endAll()
    await page.reload()
    await page.waitForURL('**/signin')
    await page.getByText(WHY).waitFor()
    await signIn(page, { email: 'leaves@example.com', password: PASSWORD })
    await shown(page)
    await page.getByRole('button', { name: 'Your account' }).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await page.waitForURL('**/signin')
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    expect(await page.getByText(WHY).count()).toBe(0)
    await page.reload()
    await alive(page)
    expect(await page.getByText(WHY).count()).toBe(0)
  })
})
