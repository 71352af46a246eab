import { beforeEach, expect, test, vi } from 'vitest'

beforeEach(() => vi.resetModules())

test('events before the first listener wait, in order; then they are delivered at once', async () => {
  const face = await import('./outbound-events.ts')
  face.page('/signin')
  face.event('sign_up_completed')
  const received: unknown[] = []
  face.listen((event) => received.push(event))
  expect(received).toEqual([
    { about: 'page', route: '/signin' },
    { about: 'event', name: 'sign_up_completed', data: {} },
  ])
  face.balance(5)
  face.consent(['marketing'])
  face.openConsent()
  face.identify(null)
  expect(received.slice(2)).toEqual([
    { about: 'balance', micros: 5 },
    { about: 'consent', categories: ['marketing'] },
    { about: 'settings' },
    { about: 'user', user: null },
  ])
})

test('a page without a listener does not grow', async () => {
  const face = await import('./outbound-events.ts')
  for (let step = 0; step < 200; step += 1) face.balance(step)
  const received: unknown[] = []
  face.listen((event) => received.push(event))
  expect(received).toHaveLength(50)
  expect(received.at(-1)).toEqual({ about: 'balance', micros: 199 })
})
