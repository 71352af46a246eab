import type { User } from '@portico/contract/user.ts'
import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
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
