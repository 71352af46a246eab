// Actions of people at the public screens, and the mail they receive.

import pg from 'pg'
import type { Locator, Page } from 'playwright-core'
import { inject } from 'vitest'
import type { Role } from '../contract/src/role.ts'
import { openKeyRing } from '../server/src/crypto/key-ring.ts'
import { openPool } from '../server/src/db/db.ts'
import { unsubscribeUrl } from '../server/src/mail/unsubscribe-url.ts'
import { openTestSmtp } from '../server/src/testing/integrations/smtp.ts'
import { codeAt } from '../server/src/testing/staff.ts'
import type { Server } from './harness.ts'

export const DESKTOP = { width: 1280, height: 800 }
/** With animations, for journeys that open and close things. */
export const MOVING_DESKTOP = { ...DESKTOP, motion: true }
export const MOVING_PHONE = { width: 390, height: 844, motion: true }
export const PHONE = { width: 390, height: 844 }
export const DEMO = { email: 'demo@portico.example', password: 'portico-demo' }
export const PASSWORD = 'a long and quiet river'

/** The open form: the sign-in panel holds two and covers one. */
export function openForm(page: Page): Locator {
  return page.locator('form:not([inert] form)')
}

/** Waits until the page is interactive: before that a click sends nothing. */
export async function alive(page: Page, form = openForm(page)): Promise<Locator> {
  await form.locator('button[type=submit]').waitFor()
  return form
}

export async function signIn(page: Page, { email, password } = DEMO): Promise<void> {
  const form = await alive(page, openForm(page).filter({ hasNot: page.locator('[name=privacy]') }))
  await form.locator('[name=email]').fill(email)
  await form.locator('[name=password]').fill(password)
  await form.locator('button[type=submit]').click()
}

/** Signs in with the password and the code of the authenticator app, whose key the operator was given. */
export async function signInStaff(page: Page, who: { email: string; password: string }, key: string): Promise<void> {
  await signIn(page, who)
  await giveCode(page, codeAt(key, new Date()))
}

export async function giveCode(page: Page, code: string): Promise<void> {
  const form = openForm(page)
  await form.locator('[name=code]').fill(code)
  // Six digits send themselves.
  if (!/^\d{6}$/.test(code)) await form.locator('button[type=submit]').click()
}

export async function signUp(page: Page, email: string, password = PASSWORD): Promise<void> {
  // After a press on "Sign up" the address changes before the panel does: the sign-in form is still the open one.
  const form = await alive(page, openForm(page).filter({ has: page.locator('[name=privacy]') }))
  await form.locator('[name=email]').fill(email)
  await form.locator('[name=password]').fill(password)
  await form.locator('[name=privacy]').check()
  // The mail may arrive before the response, which marks this browser as the one that signed up.
  const answered = page.waitForResponse('**/api/auth/register')
  await form.locator('button[type=submit]').click()
  await (await answered).finished()
}

/** The owner of a team that the demo account can join. */
export const TEAM = 'boss@example.com'

/** Makes the demo account a member of the team in this role; creates the owner if needed. */
export async function joinTeam({ operate, query }: Server, role: Role, owner = TEAM): Promise<void> {
  const owners = await query('select id from users where email = $1', [owner])
  if (owners.length === 0) await operate('staff', 'add', owner)
  await query(
    `insert into team_members (owner_id, user_id, role, created_at)
       select o.id, u.id, $3, now() from users o, users u where o.email = $1 and u.email = $2
       on conflict (owner_id, user_id) do update set role = excluded.role`,
    [owner, DEMO.email, role],
  )
}

export async function openMailbox() {
  const smtp = await openTestSmtp()
  const seen = new Map<string, number>()
  /** Waits for the next mail to this address. */
  async function next(to: string) {
    const from = seen.get(to) ?? 0
    for (let waited = 0; waited < 200; waited += 1) {
      const mail = smtp.mails.filter(({ envelope }) => envelope.to.includes(to))[from]
      if (mail) {
        seen.set(to, from + 1)
        const text = mail.parsed.text ?? ''
        const links = text.match(/https?:\/\/\S+/g) ?? []
        return { subject: mail.parsed.subject ?? '', text, html: mail.parsed.html ?? '', links, mail }
      }
      await new Promise((done) => setTimeout(done, 50))
    }
    throw new Error(`no mail to ${to} arrived within 10 s`)
  }
  return { url: smtp.url, mails: smtp.mails, next, close: smtp.close }
}

/** The link to the mail preferences in the footer of optional mails to this recipient. */
export async function preferencesLink(
  { url, dataDir, databaseUrl }: { url: string; dataDir: string; databaseUrl: string },
  email: string,
): Promise<string> {
  const database = openPool(new pg.Pool({ connectionString: databaseUrl, max: 1 }), false)
  const keys = await openKeyRing(database.db, { data_dir: dataDir, secret: inject('secret'), secret_old: undefined })
  await database.close()
  return unsubscribeUrl({ keys }, url, email)
}

/** The first link of a mail that leads to this route. */
export function linkTo(links: string[], route: string): string {
  const found = links.find((link) => new URL(link).pathname.startsWith(route))
  if (!found) throw new Error(`no link to ${route} in ${links.join(' ')}`)
  return found
}
