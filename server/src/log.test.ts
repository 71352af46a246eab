import { expect, test } from 'vitest'
import { settingsInForce } from '#env/env.ts'
import { openLog } from './log.ts'

function written() {
  const lines: string[] = []
  const log = openLog({ level: 'info', port: 8080 }, { write: (line) => lines.push(line) })
  return { log, lines: () => lines.map((line) => JSON.parse(line)) }
}

test('O16 every line is JSON with the time in UTC and the process it comes from', () => {
  const { log, lines } = written()
  log.info({ request_id: 'a\nb' }, 'answered')
  expect(lines()).toEqual([
    {
      level: 30,
      time: expect.stringMatching(/Z$/),
      instance: expect.stringMatching(/:8080$/),
      request_id: 'a\nb',
      msg: 'answered',
    },
  ])
})

test('a flood of the same failure leaves twenty lines and the number left out; other lines are not cut', () => {
  const { log, lines } = written()
  for (let at = 0; at < 1_000; at += 1) log.error({ err: new Error('no connection') }, 'request failed')
  log.error('something else')
  for (let at = 0; at < 50; at += 1) log.info('answered')
  const texts = lines().map(({ msg }) => msg)
  expect(texts.filter((text) => text === 'request failed')).toHaveLength(20)
  expect(texts.filter((text) => text === 'request failed (more of the same)')).toHaveLength(1)
  expect(texts.filter((text) => text === 'something else')).toHaveLength(1)
  expect(texts.filter((text) => text === 'answered')).toHaveLength(50)
})

test('an outage of minutes leaves one line a minute of each kind and job, and after a quiet minute all are written again', () => {
  const lines: string[] = []
  let at_ms = 0
  const log = openLog({ level: 'info', port: 1 }, { write: (line) => lines.push(line) }, () => at_ms)
  const fail = (seconds: number) => {
    for (let second = 0; second < seconds; second += 1) {
      at_ms += 1000
      log.warn({ err: new Error('no connection') }, 'heartbeat failed')
      for (const job of ['rollup', 'send_alerts', 'auto_recharge']) log.warn({ job }, 'job failed, will be retried')
    }
  }
  fail(60)
  lines.length = 0
  fail(600)
  // 2,400 events of four kinds in ten minutes: a line and a count for each kind and minute.
  expect(lines.length).toBeLessThanOrEqual(4 * 2 * 11)
  for (const job of ['rollup', 'send_alerts', 'auto_recharge'])
    expect(lines.filter((line) => line.includes(`"job":"${job}"`)).length).toBeGreaterThanOrEqual(9)
  const left_out = lines.reduce((sum, line) => sum + (JSON.parse(line).left_out ?? 0), 0)
  expect(left_out).toBeGreaterThan(2_000)
  at_ms += 200_000
  lines.length = 0
  fail(5)
  expect(lines.filter((line) => line.includes('"heartbeat failed"'))).toHaveLength(5)
})

test('settings are logged at the start, and no secret among them', () => {
  const given = {
    PORT: '9000',
    SECRET: 'canary-1',
    DATABASE_URL: 'postgres://me:canary-2@db.example:5432/portico?password=canary-3',
    SMTP_URL: 'smtp://me:canary-4@mail.example',
    UPSTREAM_AUTH: 'Basic canary-5',
    STRIPE_SECRET_KEY: 'canary-6',
    METRICS_TOKEN: 'canary-7',
    GOOGLE_CLIENT_SECRET: 'canary-8',
    HOME: '/root',
  }
  const settings = settingsInForce(given)
  expect(JSON.stringify(settings)).not.toContain('canary')
  expect(settings).toMatchObject({
    PORT: '9000',
    DATABASE_URL: 'db.example:5432/portico',
    SECRET: 'set',
    UPSTREAM_AUTH: 'set',
  })
  expect(Object.keys(settings)).not.toContain('HOME')
})
