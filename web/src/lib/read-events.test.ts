import { expect, test, vi } from 'vitest'
import { readEvents } from './api.ts'

/** A fake server that sends these pieces; returns the fake `fetch`. */
function saying(pieces: string[], status = 200) {
  const fetched = vi.fn(async (_address: string, _how: RequestInit) => {
    const body = new ReadableStream({
      start(controller) {
        for (const piece of pieces) controller.enqueue(new TextEncoder().encode(piece))
        controller.close()
      },
    })
    return new Response(status === 204 ? null : body, { status })
  })
  vi.stubGlobal('fetch', fetched)
  vi.stubGlobal('document', { cookie: 'XSRF-TOKEN=abc' })
  return fetched
}

async function eventsFrom(address: string) {
  const received: [string, string][] = []
  await readEvents(address, (event, data) => received.push([event, data]), new AbortController().signal)
  return received
}

test('CA-01 a stream is requested with the token', async () => {
  const fetched = saying([])
  await eventsFrom('/stream')
  expect(fetched.mock.calls[0]?.[1].headers).toMatchObject({ 'x-xsrf-token': 'abc' })
})

test('events arrive whole, however they are cut in transit, and anything else is skipped', async () => {
  saying(['retry: 3000\n\nevent: cha', 'nged\ndata: {"a":1}\n', '\nevent: beat\ndata: 1\n\nevent: changed\ndata: {"'])
  expect(await eventsFrom('/stream')).toEqual([
    ['changed', '{"a":1}'],
    ['beat', '1'],
  ])
})

test('a refused stream yields no events', async () => {
  saying([], 204)
  expect(await eventsFrom('/stream')).toEqual([])
})
