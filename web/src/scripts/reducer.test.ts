import type { PublicScript, ScriptSettings } from '@portico/contract/script-settings.ts'
import { expect, test } from 'vitest'
import type { OutboundEvent } from './outbound-events.ts'
import { type Known, NOTHING, next } from './reducer.ts'

const now = new Date('2026-03-02T10:00:00.000Z')
const analytics: PublicScript = {
  name: 'analytics',
  kind: 'gtag',
  id: 'G-1',
  category: 'analytics',
  in_development: false,
}
const setup: ScriptSettings = {
  frame_origin: null,
  parties: [analytics],
  asks: ['analytics', 'marketing'],
  revision: 'r1',
}
const start: Known = { ...NOTHING, setup, isProduction: true }
const yes: OutboundEvent = { about: 'consent', categories: ['analytics'] }
const no: OutboundEvent = { about: 'consent', categories: [] }
const at = (route: string): OutboundEvent => ({ about: 'page', route })
const signedUp: OutboundEvent = { about: 'event', name: 'sign_up_completed', data: {} }

const after = (from: Known, ...event: OutboundEvent[]) => event.reduce((known, one) => next(known, one, now), from)

const cases: [string, Known, OutboundEvent[], string[], number][] = [
  ['nothing is kept before consent', start, [at('/a'), signedUp], [], 0],
  ['the screen on which one agrees is the first', start, [at('/a'), at('/b'), yes, at('/c')], ['/b', '/c'], 0],
  ['two views of one route are two', start, [at('/a'), yes, at('/a')], ['/a', '/a'], 0],
  ['a no is a no', start, [at('/a'), no, at('/b'), signedUp], [], 0],
  [
    'agreeing to something else does not count',
    start,
    [at('/a'), { about: 'consent', categories: ['marketing'] }],
    [],
    0,
  ],
  ['withdrawn consent takes along what was not told yet', start, [at('/a'), yes, signedUp, no], [], 0],
  ['agreeing again does not count the screen twice', start, [at('/a'), yes, yes], ['/a'], 0],
  ['events wait, too', start, [yes, signedUp], [''], 1],
  [
    'outside production there are events but no views',
    { ...start, isProduction: false },
    [yes, at('/a'), signedUp],
    [],
    1,
  ],
  ['while staff act as a customer nothing counts', { ...start, isActing: true }, [yes, at('/a'), signedUp], [], 0],
  [
    'without analytics nothing counts',
    { ...start, setup: { ...setup, parties: [] } },
    [yes, at('/a'), signedUp],
    [],
    0,
  ],
]

test.for(cases)('CA-05 F14 %s', ([, from, event, pages, events]) => {
  const known = after(from, ...event)
  expect(known.pages).toEqual(pages)
  expect(known.events).toHaveLength(events)
})

test('an operator who tries analytics out sees views before production', () => {
  const trying = { ...setup, parties: [{ ...analytics, in_development: true }] }
  expect(after({ ...start, isProduction: false, setup: trying }, yes, at('/a')).pages).toEqual(['', '/a'])
})

test('the number of waiting events is bounded, and the newest stay', () => {
  const views = Array.from({ length: 30 }, (_, step) => at(`/${step}`))
  const known = after(start, yes, ...views, ...Array.from({ length: 30 }, () => signedUp))
  expect(known.pages).toHaveLength(20)
  expect(known.pages.at(-1)).toBe('/29')
  expect(known.events).toHaveLength(10)
})

test('CA-06 an answer records what was agreed to, to which question, and when', () => {
  expect(after({ ...start, isChoosing: true }, yes)).toMatchObject({
    isChoosing: false,
    consent: {
      categories: ['necessary', 'analytics'],
      revision: 'r1',
      consentTimestamp: '2026-03-02T10:00:00.000Z',
      data: {},
    },
  })
})

test('user, balance and the open settings have their latest values', () => {
  const known = after(start, { about: 'balance', micros: 1 }, { about: 'balance', micros: 2 }, { about: 'settings' })
  expect(known).toMatchObject({ micros: 2, isChoosing: true, user: null })
})
