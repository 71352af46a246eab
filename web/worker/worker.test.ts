import { afterAll, beforeAll, expect, test, vi } from 'vitest'

type Listener = (event: { waitUntil(work: Promise<unknown>): void }) => void

const listeners = new Map<string, Listener>()
const stored: string[] = []
let shell = ''

beforeAll(async () => {
  const cache = { addAll: async () => undefined, put: async (name: string) => void stored.push(name) }
  vi.stubGlobal('__RELEASE__', { id: 'first', entry: '/assets/main-first.js', core: [], languages: [] })
  vi.stubGlobal('self', { addEventListener: (name: string, listener: Listener) => listeners.set(name, listener) })
  vi.stubGlobal('caches', { open: async () => cache })
  vi.stubGlobal('fetch', async () => new Response(shell))
  await import('./worker.ts')
})
afterAll(() => {
  vi.unstubAllGlobals()
})

async function install(): Promise<void> {
  const work: Promise<unknown>[] = []
  listeners.get('install')?.({ waitUntil: (one) => work.push(one) })
  expect(work).toHaveLength(1)
  await Promise.all(work)
}

test('F17 a document that a server of another release draws is not stored, and the worker is not installed', async () => {
  shell = '<script type="module" src="/assets/main-next.js"></script>'
  await expect(install()).rejects.toThrow('another release')
  expect(stored).toEqual([])
  shell = '<script type="module" src="/assets/main-first.js"></script>'
  await install()
  expect(stored).toEqual(['/offline-shell'])
})
