import type { Sent } from '@portico/contract/endpoint.ts'
import { sso, ssoSignIn } from '@portico/contract/sso.ts'
import { openTestApp, TEST_START } from './app.ts'
import type { openBrowser } from './browser.ts'
import { startTestDns } from './integrations/dns.ts'
import { startTestIssuer } from './integrations/issuer.ts'

type Browser = ReturnType<typeof openBrowser>

/** A server with a local sign-in service and DNS, and the actions of owners and members. */
export async function openSsoWorld(settings: Record<string, string> = {}) {
  const issuer = await startTestIssuer()
  const dns = await startTestDns()
  const app = await openTestApp({ settings: { SSO_ALLOW_PRIVATE: 'on', ...dns.settings, ...settings } })
  // The sign-in service uses the real time.
  app.clock.forward(performance.timeOrigin + performance.now() - TEST_START.getTime())
  let visitors = 0

  async function visitor(): Promise<Browser> {
    visitors += 1
    const browser = app.browser({ ip: `203.0.${Math.floor(visitors / 250)}.${visitors % 250}` })
    await browser.open('/signin')
    return browser
  }

  async function signedIn(email: string): Promise<Browser> {
    const browser = await visitor()
    await browser.signIn(email)
    return browser
  }

  const fields: Sent<typeof sso.saveSso> = {
    issuer: issuer.issuer,
    ...issuer.client,
    group_claim: '',
    group_roles: [],
    default_role: 'developer',
    cap_micros: null,
  }

  async function proveDomain(owner: Browser, domain: string) {
    const { domains } = await owner.must(sso.addSsoDomain, { domain })
    const known = domains.find((one) => one.domain === domain)
    dns.records.set(known?.record.name ?? '', [known?.record.value ?? ''])
    return owner.must(sso.proveSsoDomain, { domain })
  }

  /** The redirect to the service and back, without the final call. */
  async function goThere(browser: Browser, target_url: string): Promise<void> {
    const back = issuer.signIn(target_url)
    await browser.open(back.pathname + back.search)
  }

  async function test(owner: Browser) {
    await goThere(owner, (await owner.must(sso.testSso, {})).target_url)
    return owner.must(ssoSignIn.finishSso, {})
  }

  /** An owner whose account has single sign-on turned on. */
  async function setUp(email: string, domain: string, more: Partial<typeof fields> = {}) {
    const { id } = await app.addUser({ email, name: 'Olga Owner' })
    const owner = await signedIn(email)
    await turnOn(owner, domain, more)
    return { id, owner }
  }

  async function turnOn(owner: Browser, domain: string, more: Partial<typeof fields> = {}): Promise<void> {
    await proveDomain(owner, domain)
    await owner.must(sso.saveSso, { ...fields, ...more })
    const before = issuer.person
    issuer.person = { ...before, email: `tester@${domain}`, groups: ['staff'] }
    await test(owner)
    issuer.person = before
    await owner.must(sso.switchSso, { is_on: true, is_required: false })
  }

  async function comeIn(person: Record<string, unknown>, browser?: Browser) {
    issuer.person = person
    const used = browser ?? (await visitor())
    await goThere(used, (await used.must(ssoSignIn.beginSso, { email: String(person.email) })).target_url)
    return { browser: used, ...(await used.call(ssoSignIn.finishSso, {})) }
  }

  return {
    app,
    issuer,
    dns,
    fields,
    visitor,
    signedIn,
    proveDomain,
    goThere,
    test,
    setUp,
    turnOn,
    comeIn,
    async close() {
      await app.close()
      await issuer.close()
      await dns.close()
    },
  }
}

/** The same with single sign-on turned on. */
export async function openSsoTeam(more: Partial<Sent<typeof sso.saveSso>> = {}) {
  const world = await openSsoWorld()
  const { id, owner } = await world.setUp('owner@acme.test', 'acme.test', more)
  return { world, owner, owner_id: id }
}
export type SsoTeam = Awaited<ReturnType<typeof openSsoTeam>>
