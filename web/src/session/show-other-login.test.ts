import type { User } from '@portico/contract/user.ts'
import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'
import { createSession } from './session.ts'
import { showOtherLogin } from './show-other-login.ts'

test('nothing that was loaded for one login or team is taken for that of another', async () => {
  const client = new QueryClient()
  const [before, after] = ['one', 'other'].map((api_login) => ({ api_login }) as unknown as User)
  const session = createSession({ user: before ?? null, credits: null })
  for (const name of ['access-info', 'team']) client.setQueryData([name], {})
  if (after) await showOtherLogin(client, session, after)
  expect(session.user()).toBe(after)
  expect(client.getQueryCache().findAll({ predicate: ({ state }) => !state.isInvalidated })).toEqual([])
})

test('a first reply that was on its way for one login is not shown for another', async () => {
  const client = new QueryClient()
  const [before, after] = ['one', 'other'].map((api_login) => ({ api_login }) as unknown as User)
  const session = createSession({ user: before ?? null, credits: null })
  const replies: (() => void)[] = []
  const queryFn = () => {
    const login = session.user()?.api_login
    return new Promise((answer) => replies.push(() => answer(login)))
  }
  const leave = new QueryObserver(client, { queryKey: ['usage'], queryFn }).subscribe(() => {})
  const shown = after && showOtherLogin(client, session, after)
  await vi.waitFor(() => expect(replies).toHaveLength(2))
  for (const reply of replies) reply()
  await shown
  expect(client.getQueryData(['usage'])).toBe('other')
  leave()
})
