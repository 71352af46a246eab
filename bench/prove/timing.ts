// Known and unknown addresses cannot be told apart by time: interleaved pairs, and how often the known one took longer
// (the rank statistic; 0.5 is no signal, 1 is certainty).
import { auth } from '../../contract/src/auth.ts'
import { openTestApp } from '../../server/src/testing/app.ts'
import { startTestServer } from '../../server/src/testing/db/server.ts'
import { rank } from '../rank.ts'

const PAIRS = Number(process.argv[2] ?? 200)
const WITHIN = [0.45, 0.55] as const
const HOUR_MS = 60 * 60 * 1000

const { server, stop } = await startTestServer()
const app = await openTestApp({ server })
await app.addUser({ email: 'known@example.com' })
const waiting = app.browser({ ip: '192.0.2.1' })
await waiting.open('/register')
await waiting.must(auth.register, {
  email: 'waiting@example.com',
  password: 'a long and quiet river',
  name: '',
  privacy: true,
  captcha: '',
})

let count = 0
/** Each request comes from an address of its own, and the hour moves on, so that no limit is ever met. */
async function timed(ask: (browser: ReturnType<typeof app.browser>, at: number) => Promise<unknown>): Promise<number> {
  count += 1
  app.clock.forward(HOUR_MS)
  const browser = app.browser({ ip: `10.${(count >> 16) & 255}.${(count >> 8) & 255}.${count & 255}` })
  await browser.open('/signin')
  const began = performance.now()
  await ask(browser, count)
  return performance.now() - began
}

type Ask = Parameters<typeof timed>[0]
const password = 'a wrong password here'
const PROOFS: Record<string, { known: Ask; unknown: Ask }> = {
  authenticate: {
    known: (browser) => browser.call(auth.authenticate, { email: 'known@example.com', password, captcha: '' }),
    unknown: (browser, at) =>
      browser.call(auth.authenticate, { email: `nobody${at}@example.com`, password, captcha: '' }),
  },
  sendForgotPasswordEmail: {
    known: (browser) => browser.call(auth.sendForgotPasswordEmail, { email: 'known@example.com', captcha: '' }),
    unknown: (browser, at) =>
      browser.call(auth.sendForgotPasswordEmail, { email: `nobody${at}@example.com`, captcha: '' }),
  },
  resendActivation: {
    known: (browser) => browser.call(auth.resendActivation, { email: 'waiting@example.com', captcha: '' }),
    unknown: (browser, at) => browser.call(auth.resendActivation, { email: `nobody${at}@example.com`, captcha: '' }),
  },
  register: {
    known: (browser) =>
      browser.call(auth.register, {
        email: 'known@example.com',
        password: 'a long and quiet river',
        name: '',
        privacy: true,
        captcha: '',
      }),
    unknown: (browser, at) =>
      browser.call(auth.register, {
        email: `new${at}@example.com`,
        password: 'a long and quiet river',
        name: '',
        privacy: true,
        captcha: '',
      }),
  },
}

let failed = false
for (const [name, { known, unknown }] of Object.entries(PROOFS)) {
  const times = { known: [] as number[], unknown: [] as number[] }
  for (let at = -5; at < PAIRS; at += 1) {
    const order = at % 2 === 0 ? (['known', 'unknown'] as const) : (['unknown', 'known'] as const)
    for (const who of order) {
      const took = await timed(who === 'known' ? known : unknown)
      if (at >= 0) times[who].push(took)
    }
  }
  const auc = rank(times.known, times.unknown)
  const is_in = auc >= WITHIN[0] && auc <= WITHIN[1]
  failed ||= !is_in
  console.log(
    `${name.padEnd(24)} ${auc.toFixed(3)} over ${PAIRS} pairs ${is_in ? '' : `is outside ${WITHIN.join('–')}`}`,
  )
}
await app.close()
await stop()
process.exitCode = failed ? 1 : 0
