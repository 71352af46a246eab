import { auth } from '@portico/contract/auth.ts'
import { booting } from '@portico/contract/boot.ts'
import type { BotChallenge } from '@portico/contract/bot-check.ts'
import { beforeAll, expect, test } from 'vitest'
import { solveProof } from '../web/src/lib/solve-proof.ts'
import { type Server, startServer } from './harness.ts'

const DEMO = { email: 'demo@portico.example', password: 'portico-demo' }

let server: Server
beforeAll(async () => {
  server = await startServer({ BOT_CHECK: 'proof-of-work' })
})

/** The token our page would send, worked out by our page's own solver. */
async function tokenFor(action: string): Promise<string> {
  const challenge: BotChallenge = await (await fetch(`${server.url}${auth.challenge.path}?action=${action}`)).json()
  if (challenge.kind !== 'proof-of-work') throw new Error(`the server asks for ${challenge.kind}`)
  return solveProof(challenge)
}

async function signIn(captcha: string): Promise<string> {
  const first = await fetch(server.url + booting.boot.path)
  const cookies = first.headers.getSetCookie().map((cookie) => cookie.split(';')[0] ?? '')
  const xsrf = cookies.find((cookie) => cookie.startsWith('XSRF-TOKEN='))?.replace('XSRF-TOKEN=', '') ?? ''
  const answer = await fetch(server.url + auth.authenticate.path, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      cookie: cookies.join('; '),
      'x-xsrf-token': decodeURIComponent(xsrf),
      origin: server.url,
    },
    body: JSON.stringify({ ...DEMO, captcha }),
  })
  const body = await answer.json()
  return answer.ok ? 'signed in' : body.code
}

test('A5 CA-04 what our page works out signs in once, and nothing else does', async () => {
  const token = await tokenFor('signin')
  expect(await signIn(token)).toBe('signed in')
  expect(await signIn(token)).toBe('bot_check_failed')
  expect(await signIn(await tokenFor('signup'))).toBe('bot_check_failed')
  expect(await signIn('')).toBe('bot_check_failed')
})
