// Known and unknown API logins cannot be distinguished by response time (`npm run prove -- gateway-timing 300`): interleaved pairs with a wrong
// password, each login tried for the first time and then again from the cache.
import { openTestApp } from '../../server/src/testing/app.ts'
import { startTestServer } from '../../server/src/testing/db/server.ts'
import { createUser } from '../../server/src/users/index.ts'
import { compare, inWords, verdictOf } from '../rank.ts'

const PAIRS = Number(process.argv[2] ?? 300)
const WARM = 30

const { server, stop } = await startTestServer()
const app = await openTestApp({ server })
const nameOf = (who: 'known' | 'unknown', at: number) => `${who}-person-${String(at).padStart(5, '0')}@example.com`
for (let at = 0; at < PAIRS + WARM; at += 1)
  await createUser(app.ctx, { email: nameOf('known', at), password_hash: 'never looked at here' })

let count = 0
/** Each request comes from another address, so that no rate limit is reached. */
async function timed(login: string): Promise<number> {
  count += 1
  const authorization = `Basic ${Buffer.from(`${login}:a wrong password`).toString('base64')}`
  const remoteAddress = `10.${(count >> 16) & 255}.${(count >> 8) & 255}.${count & 255}`
  const began = performance.now()
  const reply = await app.app.inject({ url: '/v3/appendix/user_data', headers: { authorization }, remoteAddress })
  if (reply.statusCode !== 401) throw new Error(`answered ${reply.statusCode}`)
  return performance.now() - began
}

const times = {
  first: { known: [] as number[], unknown: [] as number[] },
  again: { known: [] as number[], unknown: [] as number[] },
}
for (let at = 0; at < PAIRS + WARM; at += 1) {
  const order = at % 2 === 0 ? (['known', 'unknown'] as const) : (['unknown', 'known'] as const)
  for (const round of ['first', 'again'] as const)
    for (const who of order) {
      const took = await timed(nameOf(who, at))
      if (at >= WARM) times[round][who].push(took)
    }
}
const verdicts: string[] = []
for (const [round, { known, unknown }] of Object.entries(times)) {
  const compared = compare(known, unknown)
  const verdict = verdictOf(compared, Object.keys(times).length)
  verdicts.push(verdict)
  console.log(`${round.padEnd(6)} ${verdict.padEnd(18)} ${inWords(compared)}, ${PAIRS} pairs`)
}
await app.close()
await stop()
process.exitCode = verdicts.every((verdict) => verdict === 'alike') ? 0 : 1
