import { LANGUAGES } from '@portico/contract/language.ts'
import { operator } from '@portico/contract/operator.ts'
import { STAFF_ROLES, type StaffRole } from '@portico/contract/staff-permissions.ts'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import type { TestApp } from '#testing/app.ts'
import { sharedApp } from '#testing/shared-app.ts'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

const DAY_MS = 24 * 60 * 60_000

type Browser = ReturnType<TestApp['browser']>
type Member = Awaited<ReturnType<TestApp['addStaff']>>
const app = sharedApp({ settings: { PUBLIC_URL: 'https://dash.example' } })
const members = {} as Record<StaffRole, Member>
const staff = {} as Record<StaffRole, Browser>
const email = (role: StaffRole) => `${role}@staff.example`

beforeAll(async () => {
  await app.addUser({ email: 'customer@example.com', name: 'Cleo Customer' })
  for (const role of STAFF_ROLES) {
    members[role] = await app.addStaff({ email: email(role), name: `Sam ${role}`, role })
  }
  await signInAgain()
})
/** Sessions of staff end after some hours. */
async function signInAgain() {
  for (const role of STAFF_ROLES) staff[role] = await members[role].signedIn()
}

describe('the last admin', () => {
  test('keeps the role and the rights of staff, by whatever means, until there is another one', async () => {
    const removing = { email: email('admin'), by: 'shell' }
    const losing = { ...removing, role: 'support' as const, reason: 'moves on' }
    const LAST = { status: 400, body: { fields: { email: expect.stringContaining('last admin') } } }
    expect(await app.operator(operator.removeStaff, removing)).toMatchObject(LAST)
    expect(await app.operator(operator.setStaffRole, losing)).toMatchObject(LAST)
    expect(await app.operator(operator.setStaffRole, { ...losing, role: null })).toMatchObject(LAST)
    const second = await app.addStaff({ email: 'ada@staff.example', name: 'Ada', role: 'admin' })
    const ada = await second.signedIn()
    expect(await ada.must(operator.setStaffRole, losing)).toMatchObject({ role: 'support', changed: true })
    const own = { email: 'ada@staff.example', role: 'support' as const, reason: 'wants less', by: '' }
    expect((await ada.call(operator.setStaffRole, own)).body).toMatchObject({
      fields: { email: 'A colleague has to change your role.' },
    })
    const last = { email: 'ada@staff.example', reason: 'leaves the firm', by: '' }
    expect((await ada.call(operator.removeStaff, last)).body).toMatchObject({
      fields: { email: 'This is the last admin. Give someone else the role first.' },
    })
    await app.operator(operator.setStaffRole, { ...losing, role: 'admin' })
    await app.operator(operator.removeStaff, { email: 'ada@staff.example', by: 'shell' })
  })

  test('is left when two admins remove each other at the same moment', async () => {
    const admins = ['otto@staff.example', 'olga@staff.example']
    const [otto, olga] = await Promise.all(admins.map((own) => app.addStaff({ email: own, name: 'Ox', role: 'admin' })))
    const role = (to: StaffRole) => ({
      email: email('admin'),
      role: to,
      by: 'shell',
      reason: 'another admin is the last',
    })
    await app.operator(operator.setStaffRole, role('support'))
    const browsers = [await otto?.signedIn(), await olga?.signedIn()]
    const answers = await Promise.all(
      browsers.map((browser, at) =>
        browser?.call(operator.removeStaff, { email: admins[1 - at], reason: 'at once', by: '' } as never),
      ),
    )
    expect(answers.filter((answer) => answer?.status === 200)).toHaveLength(1)
    const { rows } = await app.database.owner.query(`select email from users where staff_role = 'admin' and is_staff`)
    expect(rows).toHaveLength(1)
    await app.operator(operator.setStaffRole, role('admin'))
    await app.operator(operator.removeStaff, { email: rows[0]?.email, by: 'shell' })
  })
})

describe('the audit log', () => {
  test('is filtered by account, person, action and days, and paged without a gap', async () => {
    const granting = { email: 'customer@example.com', feature: 'reviews' as const, by: '', reason: 'a test of Monday' }
    const { support } = staff
    await support.must(operator.grant, granting as never)
    app.clock.forward(3 * 24 * 60 * 60_000)
    await signInAgain()
    await app.operator(operator.revoke, { email: 'customer@example.com', feature: 'reviews', by: 'shell' })
    const list = (filter: object) =>
      app.operator(operator.listAudit, filter).then(({ body }) => (body as { rows: { action: string }[] }).rows)
    const actions = async (filter: object) => (await list(filter)).map(({ action }) => action)
    const today = app.clock.now().toISOString().slice(0, 10)
    const before = new Date(app.clock.now().getTime() - 3 * 24 * 60 * 60_000).toISOString().slice(0, 10)
    expect(await actions({ actor: email('support'), action: 'feature_granted' })).toEqual(['feature_granted'])
    expect(await actions({ actor: 'operator:shell', email: 'customer@example.com' })).toEqual(['feature_revoked'])
    expect(await actions({ action: 'feature_granted', from: today })).toEqual([])
    expect(await actions({ action: 'feature_granted', from: before, to: before })).toEqual(['feature_granted'])
    expect(await actions({ action: 'feature_revoked', to: before })).toEqual([])
    expect(await actions({ actor: 'visitor', action: 'feature_granted' })).toEqual([])
    expect(await app.operator(operator.listAudit, { actor: 'none@example.com' })).toMatchObject({ status: 404 })
    const [row] = await list({ action: 'feature_granted' })
    expect(row).toMatchObject({ actor_email: email('support'), user_email: 'customer@example.com' })

    const all = (await list({ limit: 1_000 })) as unknown as { id: number }[]
    const seen: number[] = []
    for (let next: number | null | undefined; next !== null; ) {
      const { body } = await app.operator(operator.listAudit, { limit: 7, ...(next && { before: next }) })
      const page = body as { rows: { id: number }[]; next: number | null }
      seen.push(...page.rows.map(({ id }) => id))
      next = page.next
    }
    expect(seen).toEqual(all.map(({ id }) => id))
    expect(seen.length).toBeGreaterThan(14)
  })

  test('is divided at midnight exactly, also between entries a minute apart', async () => {
    const now = app.clock.now().getTime()
    const midnight = (Math.floor(now / DAY_MS) + 1) * DAY_MS
    const [last, first] = [midnight - 60_000, midnight].map((at) => new Date(at).toISOString().slice(0, 10))
    const input = { email: 'customer@example.com', feature: 'reviews' as const, by: 'midnight' }
    app.clock.forward(midnight - 30_000 - now)
    await app.operator(operator.grant, input)
    app.clock.forward(60_000)
    await app.operator(operator.revoke, input)
    await signInAgain()
    const actions = async (days: object) => {
      const { body } = await app.operator(operator.listAudit, { actor: 'operator:midnight', ...days })
      return (body as { rows: { action: string }[] }).rows.map(({ action }) => action)
    }
    expect(await actions({ to: last })).toEqual(['feature_granted'])
    expect(await actions({ from: first })).toEqual(['feature_revoked'])
    expect(await actions({ from: last, to: first })).toEqual(['feature_revoked', 'feature_granted'])
  })

  test('is exported with hashes that follow from each other, and a text that looks like a formula is harmless', async () => {
    const sent = { email: 'customer@example.com', feature: 'reviews', by: '', reason: '=1+1, "x"' }
    await staff.support.must(operator.grant, sent as never)
    const { body } = await app.operator(operator.exportAudit, {})
    const { csv, rows } = body as { csv: string; rows: number }
    const lines = csv.trim().split('\r\n')
    expect(lines).toHaveLength(rows + 1)
    expect(lines[0]).toBe('\uFEFFid,at,actor,action,user_id,detail,ip,request_id,previous,hash'.trim())
    const chain = lines.slice(1).map((line) => line.split(',').slice(-2))
    for (const [at, [previous]] of chain.entries()) if (chain[at + 1]) expect(previous).toBe(chain[at + 1]?.[1])
    expect(csv).toContain('""reason"": ""=1+1, \\""x\\""""'.replaceAll('": ', '":'))
  })
})

describe('a mail', () => {
  test('is drawn for staff in every language, with the brand of its host', async () => {
    await app.operator(operator.setWhitelabel, { host: 'brand.example', brand: { title: 'Acme Data' }, by: 'shell' })
    for (const [at, language] of LANGUAGES.entries()) {
      const { mails } = await staff.content.must(operator.listMails, { language })
      expect(mails.length).toBeGreaterThan(40)
      // Every subject is drawn in every language; of the whole mails each language has its fifth.
      for (const { subject, template } of mails) expect(subject, template).not.toMatch(/^$|undefined/)
      for (const { template } of mails.filter((_, index) => index % LANGUAGES.length === at)) {
        const drawn = await staff.content.must(operator.previewMail, { template, language, host: 'brand.example' })
        expect(drawn.html, template).toContain(`lang="${language}"`)
        expect(drawn.html + drawn.text + drawn.subject, template).not.toMatch(
          /undefined|NaN|\[object|dashboard\.example\.com/,
        )
      }
    }
    const own = { template: 'reset', language: 'de' } as const
    const german = await staff.content.must(operator.previewMail, { ...own, host: 'brand.example' })
    expect(german.subject).toContain('Acme Data')
    expect(german.text).toContain('https://brand.example/')
    expect((await staff.content.must(operator.previewMail, own)).subject).not.toContain('Acme Data')
    expect((await staff.content.call(operator.previewMail, { ...own, template: 'toString' })).status).toBe(400)
    expect((await staff.content.call(operator.previewMail, { ...own, host: 'nowhere.example' })).status).toBe(400)
  })

  test('is queued as a test to the staff member alone', async () => {
    const sent = { template: 'invoice', language: 'fr', reason: 'a look at it', by: 'someone@else.example' } as const
    expect(await staff.content.must(operator.sendTestMail, sent as never)).toEqual({ to: email('content') })
    expect((await app.mails(email('content'))).at(-1)).toMatchObject({ template: 'invoice', data: { is_test: true } })
    expect(await app.operator(operator.sendTestMail, { template: 'reset', by: 'shell' })).toMatchObject({
      body: { code: 'staff_only' },
    })
    expect((await staff.read_only.call(operator.sendTestMail, sent as never)).status).toBe(404)
  })

  test('is shown in a frame of the console alone, to staff alone', async () => {
    const path = '/operator/mail-preview?template=reset&language=es'
    const shown = await staff.support.open(path)
    expect(shown.status).toBe(200)
    expect(shown.headers['content-security-policy']).toContain('sandbox')
    expect(shown.headers['content-security-policy']).toContain("frame-ancestors 'self'")
    expect(shown.body).toContain('lang="es"')
    for (const wrong of ['template=nothing&language=es', 'template=reset&language=xx', ''])
      expect((await staff.support.open(`/operator/mail-preview?${wrong}`)).status, wrong).toBe(404)
    const customer = await app.signedIn('customer@example.com')
    expect((await customer.open(path)).status).toBe(404)
    expect((await app.browser().open(path)).status).toBe(404)
  })
})

test('the scripts of each site are listed without their secrets', async () => {
  const { file, sites } = await staff.read_only.must(operator.listScripts, {})
  expect(file).toMatch(/scripts\.yaml$/)
  expect(sites.map(({ host }) => host)).toEqual(['dash.example', 'brand.example'])
  expect(JSON.stringify(sites)).not.toContain('secret')
})
