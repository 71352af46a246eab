// Plays faults against two instances under load and counts, from the client's own list, what was acknowledged, lost and booked twice.
// `npm run prove -- faults` sends 30,000 POSTs through rolling restarts; `npm run prove -- faults 2000` fewer.
import { existsSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { callWhile, openStage, type Seen } from '../faults-stage.ts'

const ROLLING = Number(process.argv[2] ?? 30_000)
const CALLERS = 16
const failures: string[] = []
const stage = await openStage()
const [one, two] = stage.places
const direct = stage.instances[0]?.url ?? ''
if (!one || !two) throw new Error('there are two instances')

/** One row of the table: what happened, and whether it is as it must be. */
async function row(
  name: string,
  { url = direct, callers = CALLERS, may_refuse = true }: { url?: string; callers?: number; may_refuse?: boolean },
  fault: (seen: Seen, count: () => number) => Promise<number | undefined>,
) {
  let back_ms: number | undefined
  const seen = await callWhile(stage, { url, callers, name: name.replaceAll(/\W+/g, '-') }, async (...given) => {
    back_ms = await fault(...given)
  })
  const booked = await stage.booked(seen.acknowledged)
  const lost = seen.acknowledged.filter((tag) => !booked.has(tag)).length
  const double = [...booked.values()].filter((times) => times > 1).length
  const books = (await stage.instances[1]?.operator('books').catch(String)) ?? ''
  const is_balanced = /balanced/i.test(books)
  const refused = [...seen.refused].map(([why, times]) => `${times} × ${why}`).join(', ') || 'none'
  const is_good = lost === 0 && double === 0 && is_balanced && (may_refuse || seen.refused.size === 0)
  const back = back_ms === undefined ? '–' : `${(back_ms / 1000).toFixed(1)} s`
  console.log(
    `${is_good ? '✓' : '✗'} ${name}: acknowledged ${seen.acknowledged.length}, lost ${lost}, double ${double}, refused ${refused}, ` +
      `longest ${(seen.longest_ms / 1000).toFixed(1)} s, back after ${back}, ${is_balanced ? 'balanced' : books.trim()}`,
  )
  if (!is_good) failures.push(name)
}

/** How long until something is done again; rejects after two minutes. */
async function back(seen: Seen, since_ms: number): Promise<number> {
  for (let at = 0; at < 1200; at += 1) {
    const done_ms = seen.doneAfter(since_ms)
    if (done_ms !== undefined) return done_ms - since_ms
    await pause(100)
  }
  throw new Error('it did not come back')
}

const ready = async (url: string) => (await fetch(`${url}/readyz`).catch(() => undefined))?.status

function check(name: string, is_good: boolean, more = '') {
  console.log(`${is_good ? '✓' : '✗'} ${name}${more && `: ${more}`}`)
  if (!is_good) failures.push(name)
}

await row('half-open database connections', {}, async (seen) => {
  await pause(1000)
  one.relay.loseAll()
  const since_ms = performance.now()
  await pause(2500)
  const status = await ready(direct)
  check('  not ready meanwhile', status === 503, String(status))
  return back(seen, since_ms + 2500)
})
await row('frozen PostgreSQL, 8 s', {}, async (seen) => {
  await pause(1000)
  stage.postmaster('SIGSTOP')
  one.relay.loseAll()
  two.relay.loseAll()
  one.relay.setDeaf(true)
  two.relay.setDeaf(true)
  await pause(8000)
  for (const { relay } of stage.places) relay.setDeaf(false)
  stage.postmaster('SIGCONT')
  return back(seen, performance.now())
})
await row('kill -9 of PostgreSQL', {}, async (seen) => {
  await pause(1000)
  stage.postmaster('SIGKILL')
  return back(seen, performance.now() + 200)
})
await row('source answers 503 for 3 s', {}, async (seen) => {
  stage.answer.status = 503
  await pause(3000)
  stage.answer.status = 200
  return back(seen, performance.now())
})

const faketime = ['/usr/lib/aarch64-linux-gnu', '/usr/lib/x86_64-linux-gnu']
  .map((folder) => `${folder}/faketime/libfaketime.so.1`)
  .find(existsSync)
if (faketime) {
  await stage.instances[1]?.stop()
  stage.instances[1] = await stage.start(1, { LD_PRELOAD: faketime, FAKETIME: '+20m', FAKETIME_NO_CACHE: '1' })
  stage.answer.after_ms = 3000
  await row('clock 20 min ahead on the other instance', { may_refuse: false }, async () => {
    await pause(70_000)
    return undefined
  })
  stage.answer.after_ms = 0
  await stage.instances[1].stop()
  stage.instances[1] = await stage.start(1)
} else console.log('– clock ahead: libfaketime is not installed')

stage.answer.after_ms = 3000
await row('kill -9 of an instance', {}, async () => {
  await pause(1500)
  await stage.instances[0]?.kill9()
  return undefined
})
stage.answer.after_ms = 0
const since_ms = performance.now()
const held = await stage.holds()
while ((await stage.holds()) > 0 && performance.now() - since_ms < 60_000) await pause(500)
check(
  'its holds are given back',
  (await stage.holds()) === 0,
  `${held} after ${((performance.now() - since_ms) / 1000).toFixed(0)} s`,
)
stage.instances[0] = await stage.start(0)

const wrong = await stage
  .start(1, { SECRET: 'another secret, which is long enough as well', PORT: '1' })
  .catch((error) => error)
check('a wrong SECRET is refused at the start', wrong instanceof Error && /ended with 1/.test(wrong.message))

if (stage.url) {
  await row(
    `rolling restarts behind nginx, ${ROLLING} POSTs`,
    { url: stage.url, callers: 32, may_refuse: false },
    async (_, count) => {
      for (let turn = 0; count() < ROLLING; turn += 1) {
        const number = turn % 2
        await stage.instances[number]?.stop()
        stage.instances[number] = await stage.start(number)
        await pause(500)
      }
      return undefined
    },
  )
} else console.log('– rolling restarts: nginx is not installed')

await stage.close()
console.log(failures.length === 0 ? 'every fault was survived' : `not as it must be: ${failures.join(', ')}`)
process.exitCode = failures.length === 0 ? 0 : 1
