import { joinTeam } from '@portico/contract/join-team.ts'
import { liveStream } from '@portico/contract/live.ts'
import { team } from '@portico/contract/team.ts'
import { expect, test, vi } from 'vitest'
import { runAlerts } from '#alerts/index.ts'
import { openTestApp } from '#testing/app.ts'
import { invitationIn } from '#testing/browser.ts'
import { allEndpoints } from '#testing/http/endpoints.ts'
import { createFuzz, faultOf } from '#testing/http/fuzz.ts'

vi.setConfig({ testTimeout: 120_000 })
const REQUESTS = 600
const SEED = 20_260_302
const AT_ONCE = 3

test('SEC-L3 O15 requests to every endpoint and page, from nearly right to nonsense, by any caller: no 5xx, no internals, alerts still run', async () => {
  const site = await openTestApp({ settings: { TRUST_PROXY: '127.0.0.1', METRICS_TOKEN: 'm'.repeat(32) } })
  for (const name of ['owner', 'member']) await site.addUser({ email: `${name}@example.com`, name })
  const browsers = { anonymous: site.browser(), owner: site.browser(), member: site.browser() }
  await browsers.anonymous.open()
  await browsers.owner.signIn('owner@example.com')
  await browsers.member.signIn('member@example.com')
  await browsers.owner.must(team.invite, { email: 'member@example.com', role: 'admin', cap_micros: null })
  const link = String((await site.mails('member@example.com')).at(-1)?.data.link)
  await browsers.member.must(joinTeam.acceptInvitation, invitationIn(link))
  // A stream has no end to wait for.
  const endpoints = (await allEndpoints()).filter(({ path }) => path !== liveStream.path)
  const next = createFuzz(SEED, endpoints)
  const faults: string[] = []
  const statuses = new Map<number, number>()
  const worker = async () => {
    for (let at = 0; at < REQUESTS / AT_ONCE; at += 1) {
      const { actor, method, path, headers, cookies, body } = next()
      // A request without a host cannot be sent this way; the long test sends it over a socket.
      if (!URL.canParse(path, 'http://localhost')) continue
      const browser = browsers[actor]
      const cookie = Object.entries({ ...Object.fromEntries(browser.cookies), ...cookies })
      const { status, text } = await browser.send({
        method,
        path,
        ip: '127.0.0.1',
        headers: {
          'x-xsrf-token': browser.cookies.get('XSRF-TOKEN'),
          cookie: cookie.map(([name, value]) => `${name}=${value}`).join('; '),
          ...headers,
        },
        ...(body !== undefined && { body }),
      })
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
      const fault = faultOf(status, text)
      if (fault) faults.push(`${fault}: ${actor} ${method} ${path.slice(0, 200)} ${body?.slice(0, 300)}`)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
  await runAlerts(site.ctx)
  const logged = site.log_lines.filter((line) => /"level":[56]0/.test(line)).slice(0, 3)
  expect({ SEED, faults: faults.slice(0, 5), logged }).toEqual({ SEED, faults: [], logged: [] })
  for (const status of [200, 400, 401, 404]) expect(statuses.get(status) ?? 0, `status ${status}`).toBeGreaterThan(0)
  await site.close()
})
