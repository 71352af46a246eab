import { PassThrough } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { type End, type PassBounds, passOn } from './pass-on.ts'

const WIDE: PassBounds = { idle_ms: 60_000, left_ms: 60_000, max_bytes: 1000 }

/** An answer that is read to its end although the customer leaves; each part counts as received. */
function open(bounds: Partial<PassBounds> = {}, isStopping = () => false) {
  const source = new PassThrough()
  const ended = Promise.withResolvers<End>()
  let received = 0
  const body = passOn(
    { source, chunks: [], rest: source[Symbol.asyncIterator]() },
    { ...WIDE, ...bounds },
    {
      isStopping,
      reads_on: true,
      onReceived: (chunk) => {
        received += chunk?.length ?? 0
      },
      onPassed: () => undefined,
      onEnd: async (end) => ended.resolve(end),
    },
  )
  body.on('error', () => undefined)
  return { source, body, ended: ended.promise, received: () => received }
}

async function left(bounds: Partial<PassBounds> = {}, isStopping?: () => boolean) {
  const answer = open(bounds, isStopping)
  answer.source.write('first')
  answer.body.read()
  await sleep(5)
  answer.body.destroy()
  return answer
}

test('an answer that the customer left and the source completes ended by the customer', async () => {
  const { source, ended, received } = await left()
  source.end('more')
  expect([await ended, received()]).toEqual(['client', 9])
})

test('an answer that grows too large after the customer left is cut off, and its source is stopped', async () => {
  const { source, ended } = await left({ max_bytes: 20 })
  source.write('x'.repeat(30))
  expect(await ended).toBe('too_large')
  await expect.poll(() => source.destroyed).toBe(true)
})

test('a customer who does not read counts as gone, and a source that is silent from then on is stopped', async () => {
  const { source, ended, received, body } = open({ idle_ms: 40 })
  source.write('first')
  body.read()
  await expect.poll(() => body.destroyed).toBe(true)
  source.write('more')
  await expect.poll(received).toBe(9)
  expect([await ended, source.destroyed]).toEqual(['idle', true])
})

test('a source that is silent after an unread answer is stopped, though nothing more came', async () => {
  const { source, ended, body } = open({ idle_ms: 40 })
  source.write('first')
  body.read()
  expect([await ended, source.destroyed]).toEqual(['idle', true])
})

test.each<[End, (source: PassThrough) => void, Partial<PassBounds>, boolean]>([
  ['idle', () => undefined, { idle_ms: 40 }, false],
  ['too_long', () => undefined, { left_ms: 60 }, false],
  ['source', (source) => source.destroy(new Error('reset')), {}, false],
  ['stop', (source) => source.destroy(new Error('aborted')), {}, true],
])('an answer that ends by %s after the customer left is recorded so', async (end, act, bounds, is_stopping) => {
  const { source, ended } = await left(bounds, () => is_stopping)
  act(source)
  expect(await ended).toBe(end)
  await expect.poll(() => source.destroyed).toBe(true)
})
