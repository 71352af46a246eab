import { access } from '@portico/contract/access.ts'
import { Problem as Refusal } from '@portico/contract/problem.ts'
import { problemBody } from '@portico/contract/problem-body.ts'
import { afterEach, expect, test, vi } from 'vitest'
import { call, whenSignedOut } from './api.ts'
import { Problem } from './problem.ts'

const refused = () => Response.json(problemBody(new Refusal('sign_in_needed')), { status: 401 })
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
