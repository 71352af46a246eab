import { expect, test, vi } from 'vitest'
import { readEvents } from './api.ts'

/** A server that says this in pieces, and what was asked of it. */
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

test('CA-01 a stream is asked for with the token', async () => {
  const fetched = saying([])
  await eventsFrom('/stream')
  expect(fetched.mock.calls[0]?.[1].headers).toMatchObject({ 'x-xsrf-token': 'abc' })
})

test('events are heard whole, however they are cut on the way, and what is no event is passed over', async () => {
  saying(['retry: 3000\n\nevent: cha', 'nged\ndata: {"a":1}\n', '\nevent: beat\ndata: 1\n\nevent: changed\ndata: {"'])
  expect(await eventsFrom('/stream')).toEqual([
    ['changed', '{"a":1}'],
    ['beat', '1'],
  ])
})

test('where there is no room for a stream nothing is heard', async () => {
  saying([], 204)
  expect(await eventsFrom('/stream')).toEqual([])
})
