import { createContext, runInContext } from 'node:vm'
import { expect, test } from 'vitest'
import { FRAME_SCRIPT } from './frame-script.ts'

const HOME = 'https://dash.example'

/** A frame as far as its script can see: a window, a parent page, and one end of a channel. */
function openFrame(kind: string, home: string | null = HOME) {
  const listeners = new Set<(event: unknown) => void>()
  const loaded: { src: string; onload?: () => void }[] = []
  const port = {
    sent: [] as unknown[],
    postMessage: (data: unknown) => port.sent.push(data),
    onmessage: (_: unknown) => {},
  }
  const parent = {}
  const window: Record<string, unknown> = {
    parent,
    location: { origin: HOME },
    document: {
      createElement: () => ({ src: '' }),
      head: { append: (script: { src: string }) => loaded.push(script) },
    },
    addEventListener: (_: string, listener: (event: unknown) => void) => listeners.add(listener),
    removeEventListener: (_: string, listener: (event: unknown) => void) => listeners.delete(listener),
  }
  window.window = window
  const context = createContext(window)
  const given = { script: 'https://widget.example/app.js', kind, global: 'theirs', home }
  runInContext(`(${FRAME_SCRIPT})(${JSON.stringify(given)})`, context)
  const post = (event: object) => {
    for (const listener of [...listeners]) listener(event)
  }
  return {
    window,
    loaded,
    port,
    parent,
    post,
    begin: () => post({ source: parent, origin: HOME, ports: [port] }),
    send: (...calls: unknown[][]) => port.onmessage({ data: calls }),
  }
}

test.for([
  ['another window', (frame: ReturnType<typeof openFrame>) => ({ source: {}, origin: HOME, ports: [frame.port] })],
  [
    'another origin',
    (frame: ReturnType<typeof openFrame>) => ({
      source: frame.parent,
      origin: 'https://evil.example',
      ports: [frame.port],
    }),
  ],
  ['nobody', (frame: ReturnType<typeof openFrame>) => ({ source: frame.parent, origin: 'null', ports: [frame.port] })],
  [
    'our page, without a channel',
    (frame: ReturnType<typeof openFrame>) => ({ source: frame.parent, origin: HOME, ports: [] }),
  ],
] as const)('F13 a message of %s starts nothing', ([, forge]) => {
  const frame = openFrame('queue')
  frame.post(forge(frame))
  expect(frame.loaded).toEqual([])
  frame.begin()
  expect(frame.loaded).toEqual([expect.objectContaining({ src: 'https://widget.example/app.js' })])
})

test('F13 once started, the frame listens only to its channel', () => {
  const frame = openFrame('queue')
  frame.begin()
  frame.begin()
  expect(frame.loaded).toHaveLength(1)
})

test('F13 a frame without an origin of its own trusts the page its address belongs to', () => {
  const frame = openFrame('queue', null)
  frame.begin()
  expect(frame.loaded).toHaveLength(1)
})

test('a queue gets one array per call, before the script is loaded and after', () => {
  const frame = openFrame('queue')
  frame.begin()
  frame.send(['init', 'x'], ['page', '/a'])
  expect(frame.window.theirs).toEqual([
    ['init', 'x'],
    ['page', '/a'],
  ])
  const received: unknown[] = []
  frame.window.theirs = { push: (args: unknown) => received.push(args) }
  frame.send(['page', '/b'])
  expect(received).toEqual([['page', '/b']])
})

test('gtag gets one Arguments object per call, as its script demands', () => {
  const frame = openFrame('gtag')
  frame.begin()
  frame.send(['event', 'page_view', { page_path: '/a' }])
  const [received] = frame.window.theirs as unknown[]
  expect(Object.prototype.toString.call(received)).toBe('[object Arguments]')
  expect(Array.from(received as ArrayLike<unknown>)).toEqual(['event', 'page_view', { page_path: '/a' }])
})

test('CA-05 the page is notified that a script runs, no sooner and once', () => {
  const frame = openFrame('queue')
  frame.begin()
  expect(frame.port.sent).toEqual([])
  frame.loaded[0]?.onload?.()
  expect(frame.port.sent).toEqual(['ready'])
})

test('a messenger stores its calls until its script takes them over, and gets space for its launcher and its window', () => {
  const frame = openFrame('messenger')
  frame.begin()
  frame.send(['boot', { app_id: 'x' }])
  const stored = (frame.window.theirs as { q: ArrayLike<unknown>[] }).q.map((args) => Array.from(args))
  expect(stored[0]).toEqual(['boot', { app_id: 'x' }])
  frame.loaded[0]?.onload?.()
  for (const [name, then] of stored.slice(1) as [string, () => void][]) {
    expect(name).toMatch(/^on(Show|Hide)$/)
    then()
  }
  expect(frame.port.sent).toEqual([
    'ready',
    { width: 100, height: 100 },
    { width: 420, height: 720 },
    { width: 100, height: 100 },
  ])
})
