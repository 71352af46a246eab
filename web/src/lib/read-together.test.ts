import { TOGETHER_PATH, type TogetherLine } from '@portico/contract/together-address.ts'
import { expect, test, vi } from 'vitest'
import { readTogether } from './read-together.ts'

const answering = (answer: (address: string, signal?: AbortSignal) => Response | Promise<Response>) =>
  vi.fn(async (address: string, signal?: AbortSignal) => answer(address, signal))
const lines = (...all: TogetherLine[]) => new Response(all.map((line) => `${JSON.stringify(line)}\n`).join(''))
const addressesOf = (ask: ReturnType<typeof answering>) => ask.mock.calls.map(([address]) => decodeURIComponent(address))

test('reads of one moment share a request, and each gets its own reply', async () => {
  const ask = answering(() => lines([1, 404, { code: 'not_allowed' }], [0, 200, { unread: 3 }]))
  const [one, two] = await Promise.all([readTogether('/api/a', ask), readTogether('/api/b?x=1', ask)])
  expect([one.ok, await one.json(), two.status, await two.json()]).toEqual([
    true,
    { unread: 3 },
    404,
    { code: 'not_allowed' },
  ])
  expect(addressesOf(ask)).toEqual([`${TOGETHER_PATH}?read=/api/a&read=/api/b?x=1`])
})

test('a read that is alone is requested by its own address, also the next time', async () => {
  const ask = answering(() => Response.json({ fine: true }))
  await readTogether('/api/a', ask)
  await readTogether('/api/a', ask)
  expect(addressesOf(ask)).toEqual(['/api/a', '/api/a'])
})

test('a reply is there before a slower one of the same request', async () => {
  const { readable, writable } = new TransformStream<string, string>()
  const writer = writable.getWriter()
  const ask = answering(() => new Response(readable.pipeThrough(new TextEncoderStream())))
  const fast = readTogether('/api/fast', ask)
  const slow = readTogether('/api/slow', ask)
  const is_slow_here = vi.fn()
  slow.then(is_slow_here)
  // In two pieces, as a network may cut it.
  writer.write('[0,200,{"is')
  writer.write('":"here"}]\n')
  expect(await (await fast).json()).toEqual({ is: 'here' })
  expect(is_slow_here).not.toHaveBeenCalled()
  writer.write('[1,200,1]\n')
  writer.close()
  expect(await (await slow).json()).toBe(1)
})

test('where the server does not answer reads together, each is requested alone', async () => {
  const ask = answering((address) =>
    address.startsWith(TOGETHER_PATH) ? new Response(null, { status: 404 }) : Response.json(address),
  )
  const replies = await Promise.all([readTogether('/api/a', ask), readTogether('/api/b', ask)])
  expect(await Promise.all(replies.map((reply) => reply.json()))).toEqual(['/api/a', '/api/b'])
})

test('a connection lost midway fails only the reads without a reply', async () => {
  const ask = answering(() => lines([1, 200, 'here']))
  const lost = readTogether('/api/a', ask)
  const here = readTogether('/api/b', ask)
  await expect(lost).rejects.toMatchObject({ code: 'unreachable' })
  expect(await (await here).json()).toBe('here')
})

test('a read that is given up fails alone, and the request ends with the last one', async () => {
  const [first, second, before] = [new AbortController(), new AbortController(), new AbortController()]
  const ask = answering(
    (_, signal) => new Promise((_resolve, reject) => signal?.addEventListener('abort', () => reject(signal.reason))),
  )
  const reads = [first, second, before].map(({ signal }, at) => readTogether(`/api/${at}`, ask, signal))
  before.abort()
  await expect(reads[2]).rejects.toMatchObject({ name: 'AbortError' })
  expect(addressesOf(ask)).toEqual([`${TOGETHER_PATH}?read=/api/0&read=/api/1`])
  const sent = ask.mock.calls[0]?.[1]
  first.abort()
  await expect(reads[0]).rejects.toMatchObject({ name: 'AbortError' })
  expect(sent?.aborted).toBe(false)
  second.abort()
  await expect(reads[1]).rejects.toMatchObject({ name: 'AbortError' })
  expect(sent?.aborted).toBe(true)
})
