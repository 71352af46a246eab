// Known and unknown accounts cannot be distinguished by response time: interleaved pairs for every form that takes an address, a login or a
// link (`npm run prove -- timing 300`), compared by rank. On a busy machine a form can be too noisy to judge, which proves nothing.
import { auth } from '../../contract/src/auth.ts'
import { ssoSignIn } from '../../contract/src/sso.ts'
import { openTestApp } from '../../server/src/testing/app.ts'
import { startTestServer } from '../../server/src/testing/db/server.ts'
import { compare, inWords, verdictOf } from '../rank.ts'

const PAIRS = Number(process.argv[2] ?? 300)
const WARM = 5
const HOUR_MS = 60 * 60 * 1000

const { server, stop } = await startTestServer()
const app = await openTestApp({ server })
const { id } = await app.addUser({ email: 'known@example.com' })
const { public_id } = await app.database.db
  .selectFrom('users')
  .select('public_id')
  .where('id', '=', id)
  .executeTakeFirstOrThrow()
const signing_up = { password: 'a long and quiet river', name: '', privacy: true as const, captcha: '' }
const waiting = app.browser({ ip: '192.0.2.1' })
await waiting.open('/register')
await waiting.must(auth.register, { ...signing_up, email: 'waiting@example.com' })

type Browser = ReturnType<typeof app.browser>
type Ask = (browser: Browser, at: number, ip: string) => Promise<unknown>
/** The same request for a known and an unknown account; `names` have equal lengths. */
const about = (ask: (browser: Browser, email: string) => Promise<unknown>, known = 'known@example.com') => ({
  known: (browser: Browser) => ask(browser, known),
  unknown: (browser: Browser, at: number) =>
    ask(browser, `n${String(at).padStart(known.indexOf('@') - 1, '0')}@example.com`),
})
const password = 'a wrong password here'
const callAs = (login: string, remoteAddress: string) => {
  const authorization = `Basic ${Buffer.from(`${login}:${password}`).toString('base64')}`
  return app.app.inject({ url: '/v3/appendix/user_data', headers: { authorization }, remoteAddress })
}
const checkReset = (browser: Browser, account: string) =>
  browser.must(auth.sendResetPasswordCheckRequest, { id: account, token: 'x'.repeat(43) })

const FORMS: Record<string, { known: Ask; unknown: Ask }> = {
  'sign in': about((browser, email) => browser.call(auth.authenticate, { email, password, captcha: '' })),
  register: about((browser, email) => browser.call(auth.register, { ...signing_up, email })),
  'forgot password': about((browser, email) => browser.call(auth.sendForgotPasswordEmail, { email, captcha: '' })),
  'resend activation': about(
    (browser, email) => browser.call(auth.resendActivation, { email, captcha: '' }),
    'waiting@example.com',
  ),
  'reset link': {
    known: (browser) => checkReset(browser, public_id),
    unknown: (browser, at) => checkReset(browser, String(at).padStart(public_id.length, 'x')),
  },
  'single sign-on': about((browser, email) => browser.call(ssoSignIn.beginSso, { email })),
  'API login': {
    known: (_browser, _at, ip) => callAs('known@example.com', ip),
    unknown: (_browser, at, ip) => callAs(`n${String(at).padStart(4, '0')}@example.com`, ip),
  },
}

let count = 0
/** Each request comes from an address of its own, and the hour moves on, so that no rate limit is reached. */
async function timed(ask: Ask): Promise<number> {
  count += 1
  app.clock.forward(HOUR_MS)
  const ip = `10.${(count >> 16) & 255}.${(count >> 8) & 255}.${count & 255}`
  const browser = app.browser({ ip })
  await browser.open('/signin')
  const began = performance.now()
  await ask(browser, count, ip)
  return performance.now() - began
}

const verdicts: string[] = []
for (const [name, form] of Object.entries(FORMS)) {
  const times = { known: [] as number[], unknown: [] as number[] }
  for (let at = -WARM; at < PAIRS; at += 1) {
    const order = at % 2 === 0 ? (['known', 'unknown'] as const) : (['unknown', 'known'] as const)
    for (const who of order) {
      const took = await timed(form[who])
      if (at >= 0) times[who].push(took)
    }
  }
  const compared = compare(times.known, times.unknown)
  const verdict = verdictOf(compared, Object.keys(FORMS).length)
  verdicts.push(verdict)
  console.log(`${name.padEnd(18)} ${verdict.padEnd(18)} ${inWords(compared)}, ${PAIRS} pairs`)
}
await app.close()
await stop()
process.exitCode = verdicts.every((verdict) => verdict === 'alike') ? 0 : 1
