import type { User } from '@portico/contract/user.ts'
import { expect, test } from 'vitest'
import { createSession } from './session.ts'

const ann = { id: 7, name: 'Ann', theme_view: 'light', language: 'english', modules: { main: [] } } as unknown as User
const credits = { balance: 2, balance_micros: 2_000_000, trial: null }

function begun() {
  const session = createSession({ user: ann, credits })
  const received: string[] = []
  session.subscribe((event) => received.push(event))
  return { session, received }
}

test('a change of theme or language is announced, but nothing that is drawn of the user changes', () => {
  const { session, received } = begun()
  const next: User = { ...ann, modules: structuredClone(ann.modules), theme_view: 'dark' }
  session.keepHabits(next)
  expect(received).toEqual(['habits'])
  expect(session.user()).toBe(next)
  expect(session.drawnUser()).toBe(ann)
  expect(session.firstCredits).toBe(credits)
})

test('other changes in the reply are drawn', () => {
  const { session, received } = begun()
  const next: User = { ...ann, theme_view: 'dark', name: 'Anna' }
  session.keepHabits(next)
  expect(received).toEqual(['changed'])
  expect(session.drawnUser()).toBe(next)
})

test('another login is drawn even where the user looks the same', () => {
  const { session, received } = begun()
  const next = structuredClone(ann)
  session.update(next)
  expect(received).toEqual(['changed'])
  expect(session.drawnUser()).toBe(next)
  expect(session.firstCredits).toBe(credits)
})

test('the balance that came with the page belongs to no other user', () => {
  const { session } = begun()
  session.end()
  expect([session.drawnUser(), session.firstCredits]).toEqual([null, null])
})
