import type { Boot } from '@portico/contract/boot.ts'
import type { User } from '@portico/contract/user.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createSession } from '#session/session.ts'
import { refreshWithSession } from './use-boot-refresh.ts'

const ann = { id: 7, name: 'Ann', theme_view: 'light', language: 'english' } as User
const drawn = { user: ann, had_trial: true, credits: { balance_micros: 1 } } as Boot
const fresh = { user: ann, had_trial: false } as Boot

const read = vi.fn<() => Promise<Boot>>()
let session: ReturnType<typeof createSession>
let state: Boot
let stop: () => void

beforeEach(() => {
  read.mockReset().mockResolvedValue(fresh)
  session = createSession({ user: ann, credits: null })
  state = drawn
  const change = (next: (now: Boot) => Boot) => {
    state = next(state)
  }
  stop = refreshWithSession(session, change, read)
})
afterEach(() => stop())

test('another theme or language does not request the boot state again', async () => {
  session.keepHabits({ ...ann, theme_view: 'dark' })
  session.keepHabits({ ...ann, theme_view: 'dark', language: 'german' as User['language'] })
  await Promise.resolve()
  expect(read).not.toHaveBeenCalled()
  expect(state).toBe(drawn)
})

test.each([
  ['a sign-in', () => session.begin(ann)],
  ['a switch of logins', () => session.update({ ...ann })],
  ['a new notice', () => session.newsCame()],
])('%s requests the boot state again', async (_what, act) => {
  act()
  await vi.waitFor(() => expect(state).toBe(fresh))
  expect(read).toHaveBeenCalledOnce()
})

test('a sign-out removes the previous user at once, and a late reply does not bring them back', async () => {
  session.update({ ...ann })
  session.end()
  await new Promise((done) => setTimeout(done))
  expect(state).toMatchObject({
    user: null,
    had_trial: false,
    credits: null,
    notices: [],
    impersonated_by: null,
  })
})

test('a failed request leaves the previous state', async () => {
  read.mockRejectedValue(new Error('unreachable'))
  session.update({ ...ann })
  await new Promise((done) => setTimeout(done))
  expect(state).toBe(drawn)
})
