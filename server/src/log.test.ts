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
