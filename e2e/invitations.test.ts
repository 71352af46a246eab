import { afterAll, beforeAll, expect, test } from 'vitest'
import { auth } from '../contract/src/auth.ts'
import { team } from '../contract/src/team.ts'
import { openServer, type Server } from './harness.ts'
import { newPage, type WatchedPage } from './harness-browser.ts'
import { alive, DEMO, DESKTOP, linkTo, openForm, openMailbox, PASSWORD, signIn, signUp } from './harness-people.ts'
import { callBeside, callFrom, signInBeside, soon } from './harness-shell.ts'

let server: Server
let mailbox: Awaited<ReturnType<typeof openMailbox>>
beforeAll(async () => {
  mailbox = await openMailbox()
  server = await openServer({ SMTP_URL: mailbox.url, BOT_CHECK: 'off' })
})
afterAll(() => mailbox.close())

const at = (path: string) => `${server.url}${path}`
const stored = (page: WatchedPage) =>
  page.evaluate(() => [localStorage.getItem('pid'), localStorage.getItem('pt')] as const)
/** The panel holds two forms and covers one. */
const message = (page: WatchedPage, text: string | RegExp) => page.getByText(text).and(page.locator(':not([inert] *)'))
const OVER = /This invitation is no longer valid. It was used, revoked or replaced, or it has expired/

async function signedIn(who = DEMO): Promise<WatchedPage> {
  const page = await newPage(DESKTOP)
  await page.goto(at('/signin'))
  await signIn(page, who)
  await page.waitForURL('**/api-dashboard')
  return page
}

/** The demo account sends an invitation without the dialog, and the link of the mail is returned. */
async function invite(email: string): Promise<string> {
  const owner = await newPage(DESKTOP)
  await signInBeside(owner, server.url, DEMO)
  await callBeside(owner, server.url, team.invite, { email, role: 'developer', cap_micros: null })
  await owner.context().close()
  return linkTo((await mailbox.next(email)).links, '/accept-invitation')
}

async function fillIn(page: WatchedPage): Promise<void> {
  const form = await alive(page)
  await form.locator('[name=password]').fill(PASSWORD)
  await form.locator('[name=privacy]').check()
  await form.locator('button[type=submit]').click()
}

test('PU-16 PU-18 an invitation survives the session, leads into the team’s login with one message, and is then forgotten', async () => {
  const link = await invite('slow@example.com')
  const { searchParams } = new URL(link)
  const page = await newPage(DESKTOP)
  // Requested before: a sign-up leads to the first available path nevertheless.
  await page.goto(at('/users/profile'))
  await page.waitForURL('**/signin')
  await page.goto(link)
  await page.waitForURL('**/register')
  expect(await stored(page)).toEqual([searchParams.get('pid'), searchParams.get('pt')])
  await message(page, 'Dana Demo invites you to join their team as Developer.').waitFor()
  // Hours later, in the same browser: only its storage still has the invitation.
  await page.context().clearCookies()
  await page.goto(at('/register'))
  const email = (await alive(page)).locator('[name=email]')
  await message(page, 'Dana Demo invites you to join their team as Developer.').waitFor()
  expect([await email.inputValue(), await email.getAttribute('readonly')]).toEqual(['slow@example.com', ''])
  const sent = page.waitForRequest('**/api/auth/register')
  await fillIn(page)
  expect((await sent).postDataJSON()).toMatchObject({
    parent_id: Number(searchParams.get('pid')),
    parent_token: searchParams.get('pt'),
  })
  await page.waitForURL('**/api-dashboard')
  await page.getByText('You are now in Dana Demo’s team, as Developer.').waitFor()
  await expect.poll(() => stored(page), soon).toEqual([null, null])
  // The balance of the owner.
  await expect.poll(() => page.getByTestId('balance').textContent(), soon).toBe('$25.000000')
  await page.getByRole('heading', { name: 'API Dashboard' }).waitFor()
  expect(await page.getByText('Get started').count()).toBe(0)
  page.expectClean()
})

test('PU-16 a used invitation is refused, and signing up without one needs an explicit choice', {
  tags: 'long',
}, async () => {
  const link = await invite('once@example.com')
  const first = await newPage(DESKTOP)
  await first.goto(link)
  await fillIn(first)
  await first.waitForURL('**/api-dashboard')

  const page = await newPage(DESKTOP)
  await page.goto(link)
  await page.waitForURL('**/register')
  await message(page, OVER).waitFor()
  expect(await openForm(page).count()).toBe(0)
  await expect.poll(() => stored(page), soon).toEqual([null, null])
  await page.getByRole('button', { name: 'Sign up without the invitation' }).click()
  const form = await alive(page)
  expect(await form.locator('[name=email]').inputValue()).toBe('')
  page.expectClean()
})

test('PU-16 an invitation withdrawn while the form is filled in is refused with that message, and no account is created', {
  tags: 'long',
}, async () => {
  const page = await newPage(DESKTOP)
  await page.goto(await invite('withdrawn@example.com'))
  await alive(page)
  const owner = await signedIn()
  await owner.goto(at('/api-access#team'))
  await owner.getByRole('button', { name: 'Revoke the invitation to withdrawn@example.com' }).click()
  await owner.getByText('The invitation was revoked.').waitFor()
  await fillIn(page)
  await message(page, OVER).waitFor()
  await page.getByRole('button', { name: 'Sign up without the invitation' }).waitFor()
  await expect.poll(() => stored(page), soon).toEqual([null, null])
  expect((await server.operator(['user', 'show', 'withdrawn@example.com'])).code).not.toBe(0)
  page.expectClean(/403 \(Forbidden\)/)
})

/** A person with an account, who has signed in once. */
async function customer(email: string): Promise<WatchedPage> {
  const page = await newPage(DESKTOP)
  await page.goto(at('/register'))
  await signUp(page, email)
  await page.goto(linkTo((await mailbox.next(email)).links, '/activate_fast/'))
  await page.waitForURL('**/signin')
  await signIn(page, { email, password: PASSWORD })
  await page.waitForURL('**/api-dashboard')
  return page
}

test('PU-12 RO-04 a signed-in person is led to /api-dashboard with pid and pt, confirms there, gets a clean address, and joins the team', {
  tags: 'long',
}, async () => {
  const page = await customer('carl@example.com')
  const link = await invite('carl@example.com')
  const seen: string[] = []
  page.on('framenavigated', (frame) => seen.push(frame.url()))
  await page.goto(link)
  const question = page.getByRole('dialog', { name: 'Join Dana Demo?' })
  await question.waitFor()
  const { search } = new URL(link)
  expect(seen).toContain(at(`/api-dashboard${search}`))
  expect(page.url()).toBe(at('/api-dashboard'))
  await page.goto(at('/api-access'))
  await question.getByRole('button', { name: 'Accept' }).click()
  await page.waitForURL('**/api-dashboard')
  await page.getByText('You are now in Dana Demo’s team, as Developer.').waitFor()
  await expect.poll(() => stored(page), soon).toEqual([null, null])
  await page.reload()
  await page.getByRole('heading', { name: 'API Dashboard' }).waitFor()
  expect(await page.getByRole('dialog').count()).toBe(0)
  await page.goto(link)
  await page.getByText(OVER).waitFor()
  expect([page.url(), await stored(page)]).toEqual([at('/api-dashboard'), [null, null]])
  page.expectClean()
})

test('PU-12 accept-invitation without pid or pt leads a signed-in person home', { tags: 'long' }, async () => {
  const page = await signedIn()
  for (const query of ['', '?pid=7', '?pt=x', '?pid=&pt=']) {
    await page.goto(at(`/accept-invitation${query}`))
    await page.waitForURL(at('/api-dashboard'))
  }
})

test('PU-16 an invited person with an account is led to sign-in and confirms afterwards', {
  tags: 'long',
}, async () => {
  const away = await customer('dora@example.com')
  await away.context().close()
  const page = await newPage(DESKTOP)
  await page.goto(await invite('dora@example.com'))
  await page.getByText('An account with dora@example.com already exists. Sign in to join.').waitFor()
  await page.getByRole('link', { name: 'Sign in' }).first().click()
  const form = await alive(page)
  expect(await form.locator('[name=email]').inputValue()).toBe('dora@example.com')
  await form.locator('[name=password]').fill(PASSWORD)
  await form.locator('button[type=submit]').click()
  await page.waitForURL('**/api-dashboard')
  await page.getByRole('dialog', { name: 'Join Dana Demo?' }).getByRole('button', { name: 'Accept' }).click()
  await page.getByText('You are now in Dana Demo’s team, as Developer.').waitFor()
  // Requests of the dashboard that were pending when the session was renewed are refused.
  page.expectClean(/401 \(Unauthorized\)/)
})

test('PU-16 a colleague finds the team again after signing out, in another browser and after a pause, until they are removed', async () => {
  const who = { email: 'second-day@example.com', password: PASSWORD }
  const page = await newPage(DESKTOP)
  await page.goto(await invite(who.email))
  await page.waitForURL('**/register')
  await fillIn(page)
  await page.waitForURL('**/api-dashboard')
  await callFrom(page, auth.signout, {})
  const inTeam = async (member: WatchedPage) => {
    await expect.poll(() => member.getByTestId('balance').textContent(), soon).toBe('$25.000000')
    expect(await member.getByText('Get started').count()).toBe(0)
    expect(await member.getByText('Your balance is used up.').count()).toBe(0)
  }
  await page.goto(at('/signin'))
  await signIn(page, who)
  await page.waitForURL('**/api-dashboard')
  await inTeam(page)
  // The session ran out: the same browser without its cookies.
  await page.context().clearCookies()
  await page.goto(at('/api-dashboard'))
  await page.waitForURL('**/signin')
  await signIn(page, who)
  await page.waitForURL('**/api-dashboard')
  await inTeam(page)
  const other = await signedIn(who)
  await inTeam(other)
  const [member] = await server.query<{ id: number }>('select id from users where email = $1', [who.email])
  const owner = await newPage(DESKTOP)
  await signInBeside(owner, server.url, DEMO)
  await callBeside(owner, server.url, team.removeMember, { user_id: member?.id ?? 0 })
  await other.reload()
  await expect.poll(() => other.getByTestId('balance').textContent(), soon).toBe('$0.000000')
  page.expectClean(/status of 401/)
})
