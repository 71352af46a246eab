import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { auth } from '../contract/src/auth.ts'
import { openServer, type Server } from './harness.ts'
import { newPage, type WatchedPage } from './harness-browser.ts'
import {
  alive,
  DEMO,
  DESKTOP,
  linkTo,
  MOVING_DESKTOP,
  openForm,
  openMailbox,
  PASSWORD,
  preferencesLink,
  signIn,
  signInStaff,
  signUp,
} from './harness-people.ts'
import { callBeside, goWithin, joinBeside, shown, signInBeside, soon } from './harness-shell.ts'

let server: Server
let mailbox: Awaited<ReturnType<typeof openMailbox>>
const READER = { email: 'reader@example.com', password: PASSWORD }
/** Shared by all tests of a visitor who is not signed in. */
let visitor: WatchedPage
beforeAll(async () => {
  mailbox = await openMailbox()
  server = await openServer({ SMTP_URL: mailbox.url, BOT_CHECK: 'off' })
  visitor = await newPage(MOVING_DESKTOP)
  await joinBeside(visitor, server, mailbox, READER)
  await visitor.context().clearCookies()
})
afterAll(() => mailbox.close())

const at = (path: string) => `${server.url}${path}`

/** Signs up in this browser without the form. */
async function signUpBeside(page: WatchedPage, email: string): Promise<string[]> {
  await page.request.get(at('/register'))
  await callBeside(page, server.url, auth.register, { email, password: PASSWORD, privacy: true, captcha: '' })
  return (await mailbox.next(email)).links
}

describe('signing up', () => {
  test('PU-03 PU-13 PU-19 VA-03 a newcomer signs up, confirms with the code, signs in and has a trial credit; ER-01 ER-02 VA-05 a common password and a wrong code are refused in a snackbar labelled Close and the form is reset', async () => {
    const page = await newPage(MOVING_DESKTOP)
    await page.goto(at('/signup'))
    await page.waitForURL('**/register')
    const form = await alive(page)
    const button = form.locator('button[type=submit]')
    // The product description is beside the open form and covers the other one.
    const boxes = () => Promise.all([page.getByLabel('What you get'), form].map((one) => one.boundingBox()))
    await expect
      .poll(async () => {
        const [aside, used] = await boxes()
        return aside && used && aside.x + aside.width <= used.x
      }, soon)
      .toBe(true)
    expect(await button.isDisabled()).toBe(true)
    await form.locator('[name=email]').focus()
    await page.getByText('please enter your business email').waitFor()
    await signUp(page, 'newcomer@example.com', 'password123')
    await page.getByText('This password is too common').first().waitFor()
    expect(await form.locator('[name=email]').inputValue()).toBe('')
    expect(await button.isDisabled()).toBe(true)
    await form.locator('[name=email]').fill('Newcomer@Example.com')
    await form.locator('[name=password]').fill(PASSWORD)
    await page.getByText('please enter your business email').waitFor({ state: 'hidden' })
    expect(await button.isDisabled()).toBe(true)
    await form.locator('[name=privacy]').check()
    expect(await form.getByRole('link', { name: 'terms of use' }).getAttribute('href')).toBe(
      'https://portico.example/terms',
    )
    expect(await form.getByRole('link', { name: 'privacy policy' }).getAttribute('href')).toBe(
      'https://portico.example/privacy',
    )
    await button.click()
    await page.getByText('Almost done. We sent you an e-mail').first().waitFor()

    const mail = await mailbox.next('newcomer@example.com')
    expect(mail.subject).toBe('Confirm your e-mail address for Portico')
    const code = /^\s*([A-Z0-9]{6})\s*$/m.exec(mail.text)?.[1] ?? ''
    await page.goto(at('/activate'))
    const activation = await alive(page)
    await activation.locator('button[type=submit]').click()
    await page.getByText('This field is required').waitFor()
    await activation.locator('input').first().fill('ZZZZZZ')
    await activation.locator('button[type=submit]').click()
    await page.getByText('The code is wrong or no longer valid.').first().waitFor()
    await page.getByRole('button', { name: 'Close' }).waitFor()
    expect(await activation.locator('input').first().inputValue()).toBe('')
    await activation.locator('input').first().fill(code.toLowerCase())
    await activation.locator('button[type=submit]').click()
    await page.waitForURL('**/signin')
    await page.getByText('Your account is confirmed. You can sign in now.').waitFor()
    await signIn(page, { email: 'newcomer@example.com', password: PASSWORD })
    await page.waitForURL('**/api-dashboard')
    expect(await page.getByTestId('balance').textContent()).toBe('$1.000000')
    await page.getByText('newcomer', { exact: false }).first().waitFor()
    page.expectClean(/400 \(Bad Request\)/)
  })

  test('PU-01 the mail’s link activates automatically in the browser that signed up', async () => {
    const page = await newPage(DESKTOP)
    await page.goto(linkTo(await signUpBeside(page, 'link@example.com'), '/activate_fast/'))
    await page.waitForURL('**/signin')
    await page.getByText('Your account is confirmed. You can sign in now.').waitFor()
    page.expectClean()
  })

  test('A10 a mail scanner that runs scripts and opens the link three times confirms nothing; the owner then confirms with the password', async () => {
    const owner = visitor
    const links = await signUpBeside(await newPage(DESKTOP), 'scanned@example.com')
    const link = linkTo(links, '/activate_fast/')
    const scanner = await newPage(DESKTOP)
    for (let round = 0; round < 3; round += 1) {
      await scanner.context().clearCookies()
      await scanner.goto(link)
      await scanner.getByRole('button', { name: 'Confirm', exact: false }).first().waitFor()
      expect(new URL(scanner.url()).pathname).toMatch(/^\/activate\/[\w-]+$/)
    }
    await owner.goto(link)
    await owner.getByText('s•••@example.com', { exact: false }).first().waitFor()
    const form = await alive(owner)
    await form.locator('[name=password]').fill('not what was chosen')
    await form.locator('button[type=submit]').click()
    await owner.getByText('This is not the password you chose at sign-up').first().waitFor()
    await form.locator('[name=password]').fill(PASSWORD)
    await form.locator('button[type=submit]').click()
    await owner.waitForURL('**/signin')
    owner.expectClean(/400 \(Bad Request\)/)
  })

  test('A10 “this wasn’t me” deletes the sign-up', async () => {
    const owner = visitor
    const links = await signUpBeside(await newPage(DESKTOP), 'stranger@example.com')
    await owner.goto(linkTo(links, '/activate_fast/'))
    await owner.getByRole('button', { name: /wasn.t me/i }).click()
    await owner.getByRole('button', { name: 'Delete the sign-up' }).click()
    await owner.getByText('The sign-up has been deleted.').waitFor()
  })

  test('PU-02 VA-05 ER-04 resending sends another code, and the success message stays until it is closed', async () => {
    const page = await newPage(DESKTOP)
    await signUpBeside(page, 'resend@example.com')
    await page.clock.install()
    await page.goto(at('/resend-activation'))
    const form = await alive(page)
    await form.locator('[name=email]').fill('  ReSend@Example.com ')
    await form.locator('button[type=submit]').click()
    const success = page.getByText('If this address is waiting to be confirmed, we have sent a new code.')
    await success.waitFor()
    await mailbox.next('resend@example.com')
    await page.clock.runFor('30:00')
    expect(await success.isVisible()).toBe(true)
    await page.getByRole('button', { name: 'Close' }).click()
    await page.getByText('If this address is waiting to be confirmed').waitFor({ state: 'hidden' })
  })
})

describe('PU-08 PU-09 a forgotten password', () => {
  test('a reset link opens the form, which shows the strength while typing and leads to sign-in automatically', async () => {
    const page = await newPage(DESKTOP)
    await page.goto(at(`/forgot-password/${encodeURIComponent(DEMO.email)}`))
    await page.waitForURL('**/forgot-password')
    const form = await alive(page)
    expect(await form.locator('[name=email]').inputValue()).toBe(DEMO.email)
    await form.locator('button[type=submit]').click()
    await page.getByText('If an account with this e-mail exists').waitFor()
    const { links, subject } = await mailbox.next(DEMO.email)
    expect(subject).toBe('Set a new password for Portico')
    await page.goto(linkTo(links, '/reset-password/'))
    await page.waitForURL('**/reset-password')
    const reset = await alive(page)
    const first = reset.locator('[name=password]')
    for (const [typed, word] of [
      ['abcabc', 'Low'],
      ['plum7Canoe', 'Good'],
      ['nine violet tractors hum softly', 'Strong'],
    ] as const) {
      await first.fill(typed)
      await page.getByText(word, { exact: true }).waitFor()
    }
    await reset.locator('[name=pass_confirm]').fill('something else')
    await reset.locator('button[type=submit]').click()
    await page.getByText('The passwords do not match').waitFor()
    await reset.locator('[name=pass_confirm]').fill('nine violet tractors hum softly')
    await reset.locator('button[type=submit]').click()
    await page.getByText('Your password has been changed.').first().waitFor()
    await page.waitForURL('**/signin', { timeout: 10_000 })
    await signIn(page, { email: DEMO.email, password: 'nine violet tractors hum softly' })
    await page.waitForURL('**/api-dashboard')
    expect((await mailbox.next(DEMO.email)).subject).toBe('Your Portico password was changed')
    page.expectClean()
  })

  test('ER-05 an invalid reset link leads home', async () => {
    const page = visitor
    await page.goto(at('/reset-password/someone/not-a-token'))
    await page.waitForURL('**/signin')
    await page.goto(at('/reset-password'))
    await page.waitForURL('**/signin')
    await page.goto(at('/unsubscribe/ann@example.com/not-a-hash'))
    await page.waitForURL('**/signin')
  })
})

describe('PU-10 preferences by mail', () => {
  test('the preferences link of a mail opens four switches that are saved without signing in', async () => {
    const page = await newPage(DESKTOP)
    const preferences = await preferencesLink(server, READER.email)
    await page.goto(preferences)
    await page.waitForURL('**/unsubscribe')
    await page.getByRole('switch', { name: /News/ }).uncheck()
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Your subscription settings was successfully saved!').waitFor()
    await page.reload()
    await page.getByRole('switch', { name: /Offers/ }).waitFor()
    expect(await page.getByRole('switch', { name: /News/ }).isChecked()).toBe(false)
    expect(await page.getByRole('switch', { name: /Offers/ }).isChecked()).toBe(true)
    await signInBeside(page, server.url, READER)
    await page.goto(preferences)
    await page.waitForURL('**/users/profile')
    page.expectClean()
  })
})

describe('PU-14 PU-15 the sign-in side', () => {
  test('the sign-in page has its links, and shows an error from the address as plain text only', async () => {
    const page = visitor
    await page.goto(at(`/signin/${encodeURIComponent('<b>No</b> luck')}`))
    await page.getByText('The link you opened says: “<b>No</b> luck”').waitFor()
    expect(await page.getByRole('link', { name: 'Sign in to a V2 account' }).getAttribute('href')).toBe(
      'https://v2.portico.example/login',
    )
    await page.getByRole('link', { name: 'Forgot your password?' }).click()
    await page.waitForURL('**/forgot-password')
    await page.goto(at('/signin'))
    await page.getByRole('link', { name: 'Sign up' }).click()
    await page.waitForURL('**/register')
    await page.getByRole('link', { name: 'Sign in', exact: true }).click()
    await page.waitForURL('**/signin')
    page.expectClean()
  })

  test('a link that is clicked right after the page was hydrated opens its screen', async () => {
    const page = await newPage(DESKTOP)
    await page.addInitScript(() => {
      const { port1, port2 } = new MessageChannel()
      port2.onmessage = () => {
        const root = document.getElementById('root')
        const key = root && Object.keys(root).find((name) => name.startsWith('__reactContainer'))
        const state = key && Reflect.get(root, key)?.stateNode?.current?.memoizedState
        // Before the effects of the first commit have run: they are a later task.
        if (state?.isDehydrated === false) document.querySelector<HTMLElement>('a[href="/register"]')?.click()
        else port1.postMessage(0)
      }
      port1.postMessage(0)
    })
    await page.goto(at('/signin'))
    await page.waitForURL('**/register')
    await alive(page, openForm(page).filter({ has: page.locator('[name=privacy]') }))
  })

  test('PU-18 PU-17 sign-in leads to the last requested page, and signing out forgets it; PU-12 a signed-in visitor of a public page goes home with the integrity parameter', async () => {
    const page = await newPage(DESKTOP)
    await page.goto(at('/users/profile'))
    await page.waitForURL('**/signin')
    await signIn(page, READER)
    await page.waitForURL('**/users/profile')
    await page.getByRole('button', { name: 'Your account' }).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await page.waitForURL('**/signin')
    expect(await page.evaluate(() => localStorage.getItem('last_url'))).toBeNull()
    await page.goto(at('/signin?integrity=sso'))
    await alive(page)
    expect(await page.evaluate(() => localStorage.getItem('integrity'))).toBe('sso')
    await signIn(page, READER)
    await page.waitForURL('**/api-dashboard')
    for (const path of ['/signin', '/forgot-password']) {
      await page.goto(at(path))
      await page.waitForURL('**/api-dashboard')
    }
    await shown(page)
    for (const path of ['/register', '/activate']) {
      await goWithin(page, '/databases/list')
      await page.getByRole('heading', { level: 1, name: 'Databases' }).waitFor()
      await goWithin(page, path)
      await page.waitForURL('**/api-dashboard')
    }
  })
})

describe('PU-04 PU-06 PU-07 links that sign in', () => {
  test('a sign-in link asks once and signs in; a one-time link leads to its target', async () => {
    const made = await server.operator(['onetime', 'reader@example.com', '--kind', 'token', '--json'])
    const { url } = JSON.parse(made.stdout)
    const page = await newPage(DESKTOP)
    await page.goto(url)
    await page.waitForURL('**/signin-by-token')
    await page.getByText('r•••@example.com', { exact: false }).first().waitFor()
    await page.getByRole('button', { name: /Continue/ }).click()
    await page.waitForURL('**/api-dashboard')
    const again = await newPage(DESKTOP)
    await again.goto(url)
    await again.getByText('This link is no longer valid').first().waitFor()
    page.expectClean()
    const onetime = await server.operator(['onetime', 'reader@example.com', '--to', 'users/profile', '--json'])
    await again.goto(JSON.parse(onetime.stdout).url)
    await again.getByRole('button', { name: /Continue/ }).click()
    await again.waitForURL('**/users/profile')
    // A link for another person in this browser: nothing the first one left is there for the second.
    await again.evaluate(() => localStorage.setItem('project_id', '7'))
    const other = await server.operator(['onetime', DEMO.email, '--json'])
    await again.goto(JSON.parse(other.stdout).url)
    await again.getByText('You are signed in to another account.', { exact: false }).waitFor()
    await again.getByRole('button', { name: /Continue/ }).click()
    await again.waitForURL((url) => !url.pathname.startsWith('/login_onetime'))
    expect(await again.evaluate(() => localStorage.getItem('project_id'))).toBeNull()
  })

  test('PU-07 staff act as a customer at the project and page of the link: only when signed in, with a banner, restricted, and the customer gets a mail', {
    tags: 'long',
  }, async () => {
    const added = await server.operator(['staff', 'add', 'staff@example.com', '--name', 'Sam Staff', '--json'])
    const { key } = JSON.parse(added.stdout)
    const page = await newPage(DESKTOP)
    await page.goto(at('/forgot-password'))
    const form = await alive(page)
    await form.locator('[name=email]').fill('staff@example.com')
    await form.locator('button[type=submit]').click()
    const { links } = await mailbox.next('staff@example.com')
    await page.goto(linkTo(links, '/reset-password/'))
    const reset = await alive(page)
    await reset.locator('[name=password]').fill(PASSWORD)
    await reset.locator('[name=pass_confirm]').fill(PASSWORD)
    await reset.locator('button[type=submit]').click()
    await page.waitForURL('**/signin', { timeout: 10_000 })
    const command = ['impersonate', 'staff@example.com', DEMO.email, '--reason', 'a ticket', '--json']
    const stolen = await newPage(DESKTOP)
    await stolen.goto(JSON.parse((await server.operator(command)).stdout).url)
    await stolen
      .getByText(/no longer valid|Only signed-in staff/)
      .first()
      .waitFor()

    await signInStaff(page, { email: 'staff@example.com', password: PASSWORD }, key)
    await page.waitForURL('**/api-dashboard')
    await page.goto(JSON.parse((await server.operator(command)).stdout).url)
    await page.getByRole('button', { name: /Act as|Continue/ }).click()
    await page.getByRole('button', { name: /Stop/ }).waitFor()
    await page.goto(at('/users/profile'))
    await page.getByLabel('Your name').fill('Changed by staff')
    await page.getByRole('button', { name: 'Save' }).first().click()
    await page.getByText('This cannot be done while acting as a customer.').first().waitFor()
    await page.getByRole('button', { name: /Stop/ }).click()
    await page.getByText('Sam Staff', { exact: false }).first().waitFor()
    for (const [more, lands] of [
      ['/42', '/api-dashboard'],
      ['/users/profile', '/users/profile'],
    ] as const) {
      await page.goto(`${JSON.parse((await server.operator(command)).stdout).url}${more}`)
      await page.getByRole('button', { name: /Act as|Continue/ }).click()
      await page.waitForURL(`**${lands}`)
      await page.getByRole('button', { name: /Stop/ }).waitFor()
      if (more === '/42') expect(await page.evaluate(() => localStorage.getItem('project_id'))).toBe('42')
      await page.getByRole('button', { name: /Stop/ }).click()
      await page.getByText('Sam Staff', { exact: false }).first().waitFor()
    }
    const subjects = () =>
      mailbox.mails.filter(({ envelope }) => envelope.to.includes(DEMO.email)).map(({ parsed }) => parsed.subject)
    await expect.poll(subjects).toContainEqual(expect.stringContaining('support accessed your account'))
  })
})

describe('RO-04 PU-16 invitations', () => {
  test('a newcomer registers with the invitation and joins the team; a person with an account confirms first', {
    tags: 'long',
  }, async () => {
    const owner = await newPage(DESKTOP)
    await owner.goto(at('/signin'))
    await signIn(owner, { email: 'reader@example.com', password: PASSWORD })
    await owner.waitForURL('**/api-dashboard')
    const invite = async (email: string) => {
      await owner.goto(at('/api-access#team'))
      await owner.getByRole('button', { name: 'Invite', exact: true }).click()
      const dialog = owner.getByRole('dialog')
      await dialog.locator('[name=email]').fill(email)
      await dialog
        .getByRole('button', { name: /Invite|Send/ })
        .last()
        .click()
      return linkTo((await mailbox.next(email)).links, '/accept-invitation')
    }
    const link = await invite('colleague@example.com')
    const newcomer = await newPage(DESKTOP)
    await newcomer.goto(link)
    await newcomer.waitForURL('**/register')
    expect(newcomer.url()).not.toContain('pt=')
    expect(await newcomer.evaluate(() => localStorage.getItem('pt'))).toBe(new URL(link).searchParams.get('pt'))
    const form = await alive(newcomer)
    expect(await form.locator('[name=email]').inputValue()).toBe('colleague@example.com')
    await form.locator('[name=password]').fill(PASSWORD)
    await form.locator('[name=privacy]').check()
    await form.locator('button[type=submit]').click()
    await newcomer.waitForURL('**/api-dashboard')

    await owner.goto(at('/api-access#team'))
    await owner.getByRole('button', { name: 'Change the daily limit for colleague' }).click()
    const capped = owner.getByRole('dialog')
    await capped.getByLabel('Daily limit').fill('much')
    await capped.getByRole('button', { name: 'Save' }).click()
    await capped.getByText('Enter an amount from 0 to 1,000,000 with at most six decimals').waitFor()
    await capped.getByLabel('Daily limit').fill('1,5')
    await capped.getByRole('button', { name: 'Save' }).click()
    await owner
      .getByRole('row', { name: /colleague/ })
      .getByText('$1.500000')
      .waitFor()

    const second = await invite('newcomer@example.com')
    const member = await newPage(DESKTOP)
    await member.goto(at('/signin'))
    await signIn(member, { email: 'newcomer@example.com', password: PASSWORD })
    await member.waitForURL('**/api-dashboard')
    await member.goto(second)
    await member.waitForURL('**/api-dashboard')
    const question = member.getByRole('dialog')
    await question.getByRole('button', { name: /Accept|Join/ }).click()
    await question.waitFor({ state: 'hidden' })
    await owner.goto(at('/api-access#team'))
    await owner.getByText('colleague@example.com').first().waitFor()
    await owner.getByText('newcomer@example.com').first().waitFor()
  })
})
