import type { Boot } from '@portico/contract/boot.ts'
import { user as userSchema } from '@portico/contract/user.ts'
import { beforeEach, expect, test, vi } from 'vitest'
import { createSession } from '#session/session.ts'
import { fillBoot, keepLastKnown, recallBoot } from './last-known.ts'

const modules = { main: [], nav_bar: [], nav_bar_info: [] }
const known = { modules, theme_view: 'dark', language: 'de' } as const
const empty = { language: 'en', theme_view: 'system', user: null, credits: null, password_min: 6 } as unknown as Boot
const ann = {
  ...fillBoot(empty, known, undefined).user,
  id: 7,
  name: 'Ann Example',
  email: 'ann@example.com',
} as NonNullable<Boot['user']>
const annsBoot = { ...empty, user: ann, credits: { balance: 2.5, balance_micros: 2_500_000, trial: null } }

let memory: Map<string, string>
beforeEach(() => {
  memory = new Map()
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => memory.get(name) ?? null,
    setItem: (name: string, value: string) => memory.set(name, value),
    removeItem: (name: string) => memory.delete(name),
  })
})

test('F16 the document without a user becomes a shell in the language and theme last used', () => {
  const boot = fillBoot(empty, known, -1_234_567)
  expect(boot).toMatchObject({ language: 'de', theme_view: 'dark', password_min: 6 })
  expect(boot.credits).toEqual({ balance: -1.234567, balance_micros: -1_234_567, trial: null })
  expect(userSchema.parse(boot.user)).toEqual(boot.user)
  expect(boot.user).toMatchObject({ language: 'german', modules, name: '', email: '' })
})

test('a page view without a connection is reported to no script', () => {
  const scripts = { frame_origin: null, parties: ['a script'], asks: [], revision: '1' }
  expect(recallBoot({ ...empty, scripts } as unknown as Boot).scripts.parties).toEqual([])
})

test('a balance that was never shown is not invented', () => {
  expect(fillBoot(empty, known, undefined).credits).toBeNull()
})

test('S12 neither name nor address is remembered', () => {
  keepLastKnown(annsBoot, createSession(annsBoot))
  expect([...memory.keys()].sort()).toEqual(['last_balance_micros', 'last_known'])
  expect([...memory.values()].join()).not.toMatch(/ann/i)
  expect(recallBoot(empty)).toMatchObject({ language: 'de', credits: { balance_micros: 2_500_000 } })
})

test('changes during the session are remembered', () => {
  const session = createSession(annsBoot)
  keepLastKnown(annsBoot, session)
  session.update({ ...ann, theme_view: 'light', language: 'french' })
  expect(recallBoot(empty)).toMatchObject({
    theme_view: 'light',
    language: 'fr',
    credits: { balance_micros: 2_500_000 },
  })
})

test('S11 nothing is left when the session ends, and the next user does not see the balance of the last', () => {
  const session = createSession(annsBoot)
  keepLastKnown(annsBoot, session)
  session.end()
  expect(memory.size).toBe(0)
  expect(recallBoot(empty).user).toBeNull()
  memory.set('last_balance_micros', '1')
  session.begin(ann)
  expect(recallBoot(empty).credits).toBeNull()
})

test('a page that the server drew signed out forgets the previous user', () => {
  memory.set('last_balance_micros', '1')
  memory.set('last_known', JSON.stringify(known))
  keepLastKnown(empty, createSession(empty))
  expect(memory.size).toBe(0)
})
