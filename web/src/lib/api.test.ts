import { access } from '@portico/contract/access.ts'
import { Problem } from '@portico/contract/problem.ts'
import { afterEach, expect, test, vi } from 'vitest'
import { call, whenSignedOut } from './api.ts'

const refused = () => Response.json({ code: 'sign_in_needed', message: '' }, { status: 401 })
const fine = () => Response.json({ api_login: 'ann@example.com' })

function answering(...answers: (() => Response)[]) {
  const fetch = vi.fn(async () => answers.shift()?.() ?? Response.error())
  vi.stubGlobal('fetch', fetch)
  vi.stubGlobal('document', { cookie: '' })
  const leave = vi.fn()
  whenSignedOut(leave)
  return { fetch, leave }
}

afterEach(() => {
  vi.unstubAllGlobals()
  whenSignedOut(() => {})
})

test('S2 a session that was renewed meanwhile is no sign-out: the same is asked once more', async () => {
  const { fetch, leave } = answering(refused, fine)
  expect(await call(access.getAccessInfo, {})).toEqual({ api_login: 'ann@example.com' })
  expect([fetch.mock.calls.length, leave.mock.calls.length]).toEqual([2, 0])
})

test('a session that has ended is one, and is told once', async () => {
  const { fetch, leave } = answering(refused, refused, fine)
  await expect(call(access.getAccessInfo, {})).rejects.toEqual(new Problem('sign_in_needed'))
  expect([fetch.mock.calls.length, leave.mock.calls.length]).toEqual([2, 1])
})
