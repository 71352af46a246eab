import { access } from '@portico/contract/access.ts'
import { auth } from '@portico/contract/auth.ts'
import { Problem as Refusal } from '@portico/contract/problem.ts'
import { problemBody } from '@portico/contract/problem-body.ts'
import { users } from '@portico/contract/users.ts'
import { afterEach, expect, test, vi } from 'vitest'
import { call, whenProofNeeded, whenSignedOut } from './api.ts'
import { Problem } from './problem.ts'

const refused = () => Response.json(problemBody(new Refusal('sign_in_needed')), { status: 401 })
const needed = () => Response.json(problemBody(new Refusal('reauth_needed')), { status: 403 })
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

test('S2 a session that was renewed meanwhile is no sign-out: the request is repeated', async () => {
  const { fetch, leave } = answering(refused, fine)
  expect(await call(access.getAccessInfo, {})).toEqual({ api_login: 'ann@example.com' })
  expect([fetch.mock.calls.length, leave.mock.calls.length]).toEqual([2, 0])
})

test.for([
  ['locks of the browser', true],
  ['a page without locks', false],
] as const)('a request refused while a switch renews the session waits for its reply: %s', async ([, has_locks]) => {
  if (!has_locks) vi.stubGlobal('navigator', {})
  const renewed = Promise.withResolvers<Response>()
  let has_new_token = false
  const fetch = vi.fn(async (path: string) => {
    if (path === users.setActiveApiUser.path) return renewed.promise
    return has_new_token ? fine() : refused()
  })
  vi.stubGlobal('fetch', fetch)
  vi.stubGlobal('document', { cookie: '' })
  const leave = vi.fn()
  whenSignedOut(leave)
  const switching = call(users.setActiveApiUser, { login: 'etl' })
  await vi.waitFor(() => expect(fetch).toHaveBeenCalledTimes(1))
  const other = call(access.getAccessInfo, {})
  // A page that did not wait would have been refused twice and signed out after these turns.
  for (let turn = 0; turn < 50; turn += 1) await new Promise((resolve) => setTimeout(resolve))
  has_new_token = true
  renewed.resolve(Response.json({ data: {} }))
  await switching
  expect(await other).toEqual({ api_login: 'ann@example.com' })
  expect([fetch.mock.calls.length, leave.mock.calls.length]).toEqual([3, 0])
})

test('a switch that waits for a proof of identity does not stop the proof, which renews the session too', async () => {
  const answers = [needed, fine, fine]
  const { fetch } = answering(...answers)
  whenProofNeeded(async () => {
    await call(auth.reauthenticate, { password: 'a password' })
    return true
  })
  await call(users.setActiveApiUser, { login: 'etl' })
  expect(fetch).toHaveBeenCalledTimes(3)
})

test('an ended session is a sign-out and is reported once', async () => {
  const { fetch, leave } = answering(refused, refused, fine)
  await expect(call(access.getAccessInfo, {})).rejects.toEqual(new Problem('sign_in_needed'))
  expect([fetch.mock.calls.length, leave.mock.calls.length]).toEqual([2, 1])
})

test("a problem has the server's message, even one this page has no text for", async () => {
  const body = problemBody(new Refusal('promo_used', { values: { code: 'SPRING' } }))
  answering(() => Response.json(body, { status: 409 }))
  await expect(call(access.getAccessInfo, {})).rejects.toMatchObject({
    code: 'promo_used',
    message: body.msg,
    values: { code: 'SPRING' },
    isRefusal: true,
  })
})

test.for([
  [503, problemBody(new Refusal('busy')), 'busy'],
  [502, '<html>', 'internal'],
  [500, { code: 'internal' }, 'internal'],
] as const)('a failing server (%s) has refused nothing', async ([status, body, code]) => {
  answering(() => Response.json(body, { status }))
  await expect(call(access.getAccessInfo, {})).rejects.toMatchObject({ code, isRefusal: false })
})
