import { afterEach, expect, test, vi } from 'vitest'
import { fetchMessages } from './messages.ts'

const HASHES = { de: 'one', fr: 'two' }
const answering = (...answers: Response[]) => {
  const fetch = vi.fn(async (_url: string) => answers.shift() ?? Response.error())
  vi.stubGlobal('fetch', fetch)
  return fetch
}

afterEach(() => vi.unstubAllGlobals())

test('a language is requested once, and again only for another release', async () => {
  const fetch = answering(Response.json({ Yes: 'Ja' }), Response.json({ Yes: 'Jawohl' }))
  expect(await fetchMessages('de', HASHES)).toBe(await fetchMessages('de', HASHES))
  expect(await fetchMessages('de', { de: 'later' })).toEqual({ Yes: 'Jawohl' })
  expect(fetch.mock.calls).toHaveLength(2)
})

test('a language that did not come is requested again', async () => {
  const fetch = answering(new Response(null, { status: 503 }), Response.json({ Yes: 'Oui' }))
  await expect(fetchMessages('fr', HASHES)).rejects.toMatchObject({ code: 'unreachable' })
  expect(await fetchMessages('fr', HASHES)).toEqual({ Yes: 'Oui' })
  expect(fetch.mock.calls).toHaveLength(2)
})
