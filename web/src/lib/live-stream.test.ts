import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openStream, reopenAfter } from './live-stream.ts'

const WITHIN = { timeout: 2_000, interval: 5 }
const SLOTS = 3
let streams: Set<ReadableStreamDefaultController<Uint8Array>>
const closers: (() => void)[] = []

/** The server gives this many streams and refuses the others. */
beforeEach(() => {
  streams = new Set()
  vi.stubGlobal('fetch', async (_address: string, { signal }: { signal: AbortSignal }) => {
    if (streams.size === SLOTS) return new Response(null, { status: 204 })
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        streams.add(controller)
        signal.addEventListener('abort', () => streams.delete(controller))
      },
    })
    return new Response(body)
  })
  vi.stubGlobal('document', Object.assign(new EventTarget(), { cookie: '', visibilityState: 'visible' }))
  vi.stubGlobal('window', new EventTarget())
  vi.stubGlobal('navigator', { onLine: true })
})
afterEach(() => {
  for (const close of closers.splice(0)) close()
  vi.unstubAllGlobals()
})

function openTab({ shared = '7 ann', tail }: { shared?: string; tail?: 'api' | 'h2h' } = {}) {
  const tab = { balances: [] as number[], rows: 0, news: [] as string[], state: '', close: () => {} }
  tab.close = openStream({
    shared,
    path: tail ? `/api/live?tail=${tail}` : '/api/live',
    onChange: ({ balance_micros, rows }) => {
      tab.balances.push(balance_micros)
      tab.rows += rows.length
    },
    onState: (state) => {
      tab.state = state
    },
    onNotices: () => tab.news.push('notices'),
    onInbox: () => tab.news.push('inbox'),
  })
  closers.push(tab.close)
  return tab
}

function send(event: string, data: unknown) {
  for (const stream of streams)
    stream.enqueue(new TextEncoder().encode(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`))
}

async function openFull() {
  const tabs = [openTab(), openTab({ tail: 'h2h' }), openTab()]
  await expect.poll(() => streams.size, WITHIN).toBe(SLOTS)
  return tabs
}

test('a page without a stream of its own receives the changes of the pages that have one, without their calls', async () => {
  const tabs = await openFull()
  const [late, tail, other] = [openTab(), openTab({ tail: 'api' }), openTab({ shared: '7 another login' })]
  for (const tab of [late, tail, other]) await expect.poll(() => tab.state, WITHIN).toBe('lost')
  send('changed', { balance_micros: 5, rows: [{}, {}] })
  send('notices', 1)
  send('inbox', 1)
  for (const tab of [...tabs, late, tail]) await expect.poll(() => tab.balances.at(-1), WITHIN).toBe(5)
  for (const tab of [late, tail])
    await expect.poll(() => new Set(tab.news), WITHIN).toEqual(new Set(['notices', 'inbox']))
  expect([...tabs, late, tail].map(({ rows }) => rows)).toEqual([2, 2, 2, 0, 0])
  // A page with a stream does not count an event twice.
  expect(tabs.map(({ balances }) => balances)).toEqual([[5], [5], [5]])
  expect(other.balances).toEqual([])
})

test('a page that ends its stream leaves it to one that got none, at once', async () => {
  const [first] = await openFull()
  const late = openTab()
  await expect.poll(() => late.state, WITHIN).toBe('lost')
  send('changed', { balance_micros: 1, rows: [] })
  await expect.poll(() => first?.state, WITHIN).toBe('open')
  first?.close()
  await expect.poll(() => streams.size, WITHIN).toBe(SLOTS)
  send('changed', { balance_micros: 2, rows: [] })
  await expect.poll(() => late.state, WITHIN).toBe('open')
  expect(late.balances.at(-1)).toBe(2)
})

test.for([
  ['the first failure', 1, 1, 5_000],
  ['by chance half as long', 1, 0, 2_500],
  ['the second', 2, 1, 10_000],
  ['the fifth', 5, 1, 80_000],
  ['never longer than five minutes', 60, 1, 300_000],
] as const)('a refused stream is reopened later each time: %s', ([, failures, random, pause_ms]) => {
  expect(reopenAfter(failures, random)).toBe(pause_ms)
})
